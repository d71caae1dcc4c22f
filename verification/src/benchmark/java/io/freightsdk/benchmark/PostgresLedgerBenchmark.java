package io.freightsdk.benchmark;

import io.freightsdk.FreightClient;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.DatabaseRelay;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.PooledDataSource;
import io.freightsdk.testing.SampleLoads;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/**
 * Measures paid calls with a ledger in the PostgreSQL server that {@code .ci/with-databases.sh}
 * starts. The calls create loads on the in-memory server. Each ledger has its own schema.
 */
final class PostgresLedgerBenchmark {
  static final int ENTRIES_OF_MONTH = 150_000;
  private static final int ENTRIES_OF_DAY = 5_000;
  private static final int CALLERS = 16;
  private static final int CALLS = 1_000;
  private static final int CALLS_OVER_NETWORK = 200;
  private static final int BATCHES = 15;
  private static final int BATCH_SIZE = 10;

  /** Charged loads of the last second. Their ids are above the ids of the measured calls. */
  private static final String ENTRIES =
      """
      INSERT INTO freight_entry (ledger, id, account, operation, idempotency_key, key_reused,
        customer_ref, load_number, load_id, scope, created_at, counted_at, outcome, min_amount, amount,
        refunded)
      SELECT 'benchmark', 1000000 + i, 'account', 'createLoad', 'key-' || i, FALSE,
        'PO-' || i, 'LD-' || i, 'id-' || i, 'client', made, made, 'CHARGED', 650000000, 650000000, 0
      FROM (
        SELECT i, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT) - i AS made
        FROM generate_series(1, %d) i) charged
      """;

  private static final String AMOUNTS =
      """
      INSERT INTO freight_amount (ledger, entry_id, scope, operation, counted_at, outcome, amount)
      SELECT ledger, id, scope, operation, counted_at, outcome, amount FROM freight_entry
      """;

  private PostgresLedgerBenchmark() {}

  /**
   * The results of one round.
   *
   * @param callsPerSecond with PostgreSQL on this machine
   * @param callsPerSecondOverNetwork with PostgreSQL 1 ms away in each direction
   * @param addedByMonth microseconds that a limit per month adds to a call of one caller
   */
  record Round(double callsPerSecond, double callsPerSecondOverNetwork, double addedByMonth) {}

  static Round measure() throws Exception {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      double callsPerSecond = callsPerSecond(server, EmptyDatabase.POSTGRESQL.make(), CALLS);
      double overNetwork;
      try (DatabaseRelay network =
          new DatabaseRelay(EmptyDatabase.POSTGRESQL.make(), Duration.ofMillis(1))) {
        overNetwork = callsPerSecond(server, network.url(), CALLS_OVER_NETWORK);
      }
      return new Round(callsPerSecond, overNetwork, addedByMonth(server));
    }
  }

  private static double callsPerSecond(InMemoryFreightServer server, String url, int calls)
      throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try (PooledDataSource database = ledgerWith(ENTRIES_OF_DAY, url);
        SpendLedger ledger = SpendLedger.open(database, "benchmark");
        FreightClient client = client(server, ledger, SpendLimit.perDay("100000.00"))) {
      createLoads(callers, client, calls / 5); // warm-up
      long start = System.nanoTime();
      createLoads(callers, client, calls);
      return calls * 1e9 / (System.nanoTime() - start);
    } finally {
      callers.shutdown();
    }
  }

  private static void createLoads(ExecutorService callers, FreightClient client, int calls)
      throws InterruptedException, ExecutionException {
    Callable<?> call = () -> client.createLoad(SampleLoads.twoStops());
    for (Future<?> created : callers.invokeAll(Collections.nCopies(calls, call))) {
      Object unused = created.get();
    }
  }

  private static double addedByMonth(InMemoryFreightServer server) throws SQLException {
    try (PooledDataSource database = ledgerWith(ENTRIES_OF_MONTH, EmptyDatabase.POSTGRESQL.make());
        SpendLedger ledger = SpendLedger.open(database, "benchmark");
        FreightClient unlimited = client(server, ledger);
        FreightClient limited =
            client(server, ledger, SpendLimit.perMonth("1000000.00", ZoneOffset.UTC))) {
      LongStream without = LongStream.empty();
      LongStream with = LongStream.empty();
      // In turns, so that other load on the machine affects both. The first batch is the warm-up.
      for (int i = 0; i <= BATCHES; i++) {
        LongStream batchWithout = nanosOfCalls(unlimited);
        LongStream batchWith = nanosOfCalls(limited);
        if (i == 0) continue;
        without = LongStream.concat(without, batchWithout);
        with = LongStream.concat(with, batchWith);
      }
      return (ServerBenchmark.median(with) - ServerBenchmark.median(without)) / 1e3;
    }
  }

  private static LongStream nanosOfCalls(FreightClient client) {
    long[] nanos = new long[BATCH_SIZE];
    for (int i = 0; i < BATCH_SIZE; i++) {
      long start = System.nanoTime();
      Object unused = client.createLoad(SampleLoads.twoStops());
      nanos[i] = System.nanoTime() - start;
    }
    return LongStream.of(nanos);
  }

  private static FreightClient client(
      InMemoryFreightServer server, SpendLedger ledger, SpendLimit... limits) {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(server.createBroker("100000.00").agentKey())
        .spendGuard(ledger.guard(limits))
        .build();
  }

  /** Creates a ledger with this number of entries, and vacuums it, as autovacuum would. */
  private static PooledDataSource ledgerWith(int entries, String url) throws SQLException {
    PooledDataSource database = new PooledDataSource(url);
    SpendLedger.createTables(database);
    for (String sql : List.of(ENTRIES, AMOUNTS, "VACUUM ANALYZE freight_entry, freight_amount")) {
      EmptyDatabase.execute(url, String.format(Locale.ROOT, sql, entries));
    }
    return database;
  }
}
