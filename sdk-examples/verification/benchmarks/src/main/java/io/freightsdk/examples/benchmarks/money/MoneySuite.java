package io.freightsdk.examples.benchmarks.money;

import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Suite;
import io.freightsdk.examples.benchmarks.peer.ChildJvm;
import io.freightsdk.examples.benchmarks.peer.PaidServer;
import io.freightsdk.examples.benchmarks.report.Aim;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.spend.SpendLedgerException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What spend control costs while its ledger fills. Databases are those of {@code
 * with-databases.sh}; without it only a ledger in memory is measured.
 */
public final class MoneySuite implements Suite {
  private static final String MEMORY = "In memory";
  private static final String POSTGRES = "PostgreSQL";
  private static final String MARIADB = "MariaDB";

  private static final String POSTGRES_URL = "FREIGHT_TEST_POSTGRES_URL";
  private static final String MARIADB_URL = "FREIGHT_TEST_MARIADB_URL";

  /** What was copied is on the disk before anything is measured. */
  private static final List<String> POSTGRES_SETTLES =
      List.of("VACUUM ANALYZE freight_ledger", "CHECKPOINT");

  private static final List<String> MARIADB_SETTLES = List.of("ANALYZE TABLE freight_ledger");

  @Override
  public String name() {
    return "money";
  }

  @Override
  public void run(Measurements measurements, Path workFolder) throws Exception {
    int most = Effort.ofThisRun().of(1_000_000, 1_000);
    try (ChildJvm server = ChildJvm.start(PaidServer.class)) {
      String baseUrl = "http://127.0.0.1:" + server.next();
      LedgerGrowth inMemory = new LedgerGrowth(baseUrl, MEMORY, measurements);
      try (GrowingLedger thrownAway = GrowingLedger.inMemory();
          GrowingLedger ledger = GrowingLedger.inMemory()) {
        inMemory.warmUp(thrownAway.ledger());
        inMemory.measure(ledger, most);
      }
      LedgerGrowth inPostgres = new LedgerGrowth(baseUrl, POSTGRES, measurements);
      LedgerGrowth inMariadb = new LedgerGrowth(baseUrl, MARIADB, measurements);
      measure(POSTGRES, POSTGRES_URL, POSTGRES_SETTLES, inPostgres, most);
      measure(MARIADB, MARIADB_URL, MARIADB_SETTLES, inMariadb, most);
    }
  }

  private static void measure(
      String name, String variable, List<String> settles, LedgerGrowth growth, int most)
      throws Exception {
    String jdbcUrl = System.getenv(variable);
    if (jdbcUrl == null) {
      System.out.println(
          "  "
              + name
              + ": none; run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh");
      return;
    }
    try (GrowingLedger thrownAway = GrowingLedger.in(jdbcUrl, settles);
        GrowingLedger ledger = GrowingLedger.in(jdbcUrl, settles)) {
      growth.warmUp(thrownAway.ledger());
      growth.measure(ledger, most);
    } catch (SpendLedgerException unsupported) {
      System.out.println("  " + name + ": not measured: " + unsupported.getMessage());
    }
  }

  @Override
  public List<Table> tables() {
    return List.of(LedgerGrowth.TABLE, LedgerGrowth.SUMMARY);
  }

  @Override
  public List<String> missing() {
    return Stream.of(POSTGRES_URL, MARIADB_URL)
        .filter(variable -> System.getenv(variable) == null)
        .map(variable -> variable + ", which with-databases.sh sets")
        .toList();
  }

  @Override
  public Set<String> optionalSubjects() {
    return Set.of(POSTGRES, MARIADB);
  }

  @Override
  public List<Aim> aims() {
    String table = LedgerGrowth.SUMMARY.name();
    List<Aim> aims = new ArrayList<>();
    for (String ledger : List.of(MEMORY, POSTGRES)) {
      for (String call : List.of(LedgerGrowth.PAID, LedgerGrowth.REFUSED, LedgerGrowth.TOTALS)) {
        aims.add(Aim.figureAtMost(1.3, table, ledger, call + ", most to fewest entries"));
      }
    }
    // In memory nothing but the processor is shared: half of it is all that eight threads leave
    // four.
    aims.add(Aim.figureAtLeast(0.5, table, POSTGRES, LedgerGrowth.BESIDE));
    aims.add(Aim.figureAtLeast(871, table, POSTGRES, LedgerGrowth.PAID_RATE));
    aims.add(Aim.figureAtLeast(16_000, table, POSTGRES, LedgerGrowth.REFUSED_RATE));
    return aims;
  }
}
