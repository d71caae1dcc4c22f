package io.freightsdk.limits;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.HardStopDatabase;
import io.freightsdk.testing.LedgerPlace;
import io.freightsdk.testing.PooledDataSource;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.Seeds;
import io.freightsdk.testing.ServerFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Processes in two time zones that share a ledger and read positions until its limit refuses. Some
 * processes or their database are killed and restarted. The debits of the service are the
 * reference.
 */
@Tag("slow") // starts and kills processes
class KilledProcessesIT extends ServerFixture {
  private static final int KILLS = 12;

  /** The limit of all processes: 300 reads. */
  private static final String LIMIT = "6.00";

  private static final List<String> ZONES = List.of("Asia/Tokyo", "America/Chicago");

  @TempDir Path folder;

  KilledProcessesIT() {
    super(InMemoryFreightServer.start());
  }

  private static SpendLedger open(String place) {
    return place.startsWith("jdbc:")
        ? SpendLedger.open(new PooledDataSource(place), "acme")
        : SpendLedger.open(Path.of(place));
  }

  /** Reads a position until the limit refuses, and prints the result of each read. */
  static final class ReadingProcess {
    private ReadingProcess() {}

    /** Arguments: base URL, agent key, place of the ledger, load. */
    public static void main(String[] arguments) {
      SpendLedger ledger = open(arguments[2]);
      FreightClient client =
          FreightClient.builder()
              .baseUrl(arguments[0])
              .agentKey(arguments[1])
              .spendGuard(ledger.guard(SpendLimit.perHour(LIMIT)))
              .build();
      while (true) {
        try {
          client.getLoadPosition(
              arguments[3], CallOptions.builder().deadline(Duration.ofSeconds(20)).build());
          System.out.println("read");
        } catch (SpendLimitExceededException full) {
          System.out.println("refused");
          Runtime.getRuntime().exit(0);
        } catch (FreightException failed) {
          System.out.println(failed.charge());
        }
      }
    }
  }

  /** A process and the file with its output. */
  private record RunningProcess(Process process, Path output) {
    List<String> lines() {
      try {
        return Files.readAllLines(output, UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void kill() throws InterruptedException {
      process.destroyForcibly();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  private final Random random = new Random(Seeds.givenOr(7));
  private final List<RunningProcess> startedProcesses = new ArrayList<>();
  private String load;

  private RunningProcess start(String place) throws IOException {
    List<String> command =
        ChildJvm.program(ReadingProcess.class, server.baseUrl(), broker.agentKey(), place, load);
    command.add(1, "-Duser.timezone=" + ZONES.get(startedProcesses.size() % 2));
    Path output = folder.resolve("said-" + startedProcesses.size());
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    startedProcesses.add(new RunningProcess(process, output));
    return startedProcesses.get(startedProcesses.size() - 1);
  }

  /** H2 has one process, because only one can open its file. */
  @ParameterizedTest
  @EnumSource
  void killedProcessesKeepTheLimitAndLoseNoDebit(LedgerPlace kind) throws Exception {
    Assumptions.assumeTrue(LedgerPlace.here().contains(kind));
    String place = place(kind);
    createTables(place);
    prepareService();
    try {
      List<RunningProcess> running = new ArrayList<>();
      for (int i = 0; i < (kind == LedgerPlace.H2 ? 1 : 8); i++) running.add(start(place));
      int kills = 0;
      while (kills < KILLS) {
        int victim = random.nextInt(running.size());
        RunningProcess reader = running.get(victim);
        int lines = random.nextInt(12);
        Eventually.until(
            () -> !reader.process.isAlive() || reader.lines().size() > lines,
            () -> "lines of it: " + reader.lines());
        if (!reader.process.isAlive()) break;
        Thread.sleep(random.nextInt(10)); // wherever it is then
        reader.kill();
        kills++;
        running.set(victim, start(place));
      }
      assertThat(kills).isPositive();
      awaitRefusals(running);
      assertEntriesMatchDebits(place, kills);
    } finally {
      for (RunningProcess reader : startedProcesses) reader.kill();
    }
  }

  @ParameterizedTest
  @EnumSource
  void killedDatabaseKeepsTheLimitAndLosesNoDebit(HardStopDatabase database) throws Exception {
    Assumptions.assumeTrue(database.isThere());
    EmptyDatabase kind =
        database == HardStopDatabase.POSTGRES ? EmptyDatabase.POSTGRESQL : EmptyDatabase.MARIADB;
    String place = kind.make();
    createTables(place);
    prepareService();
    try {
      List<RunningProcess> running = new ArrayList<>();
      for (int i = 0; i < 4; i++) running.add(start(place));
      int stops = 3;
      for (int stop = 1; stop <= stops; stop++) {
        int debits = 40 * stop;
        Eventually.until(
            () -> broker.debits().size() >= debits, () -> broker.debits().size() + " debits");
        database.kill();
        database.start();
      }
      awaitRefusals(running);
      assertEntriesMatchDebits(place, stops * running.size());
    } finally {
      for (RunningProcess reader : startedProcesses) reader.kill();
    }
  }

  private String place(LedgerPlace kind) throws SQLException {
    return switch (kind) {
      case SQLITE -> folder.resolve("ledger").toString();
      case H2 -> "jdbc:h2:file:" + folder.resolve("ledger") + ";WRITE_DELAY=0";
      default -> EmptyDatabase.valueOf(kind.name()).make();
    };
  }

  /** One load, charged once in the ledger, under a limit that covers only one load. */
  @ParameterizedTest
  @EnumSource
  void nextProcessCompletesTheOrderOfAKilledProcess(LedgerPlace kind) throws Exception {
    Assumptions.assumeTrue(LedgerPlace.here().contains(kind));
    String place = place(kind);
    server.faults().next(Operation.CREATE_LOAD, Fault.delayAfterCommit(Duration.ofSeconds(60)));
    Process first = order(place);
    Process second = null;
    try {
      Eventually.until(
          () -> !broker.debits().isEmpty() || !first.isAlive(), () -> "debits " + broker.debits());
      assertThat(first.isAlive()).isTrue();
      first.destroyForcibly().waitFor(60, TimeUnit.SECONDS);

      second = order(place);
      String output = new String(second.getInputStream().readAllBytes(), UTF_8).strip();
      assertThat(second.waitFor(60, TimeUnit.SECONDS)).as(output).isTrue();
      assertThat(broker.debits()).hasSize(1);
      String load = broker.debits().get(0).loadNumber();
      assertThat(output).isEqualTo(load + " CHARGED 0.65 0.00");
      assertThat(debited()).isEqualByComparingTo(CREATE);
    } finally {
      first.destroyForcibly();
      if (second != null) second.destroyForcibly();
    }
  }

  private Process order(String place) throws IOException {
    return new ProcessBuilder(
            ChildJvm.program(OrderProcess.class, server.baseUrl(), broker.agentKey(), place))
        .redirectErrorStream(true)
        .start();
  }

  private static void createTables(String place) throws Exception {
    if (!place.startsWith("jdbc:")) return;
    try (PooledDataSource database = new PooledDataSource(place)) {
      SpendLedger.createTables(database);
    }
  }

  /** Delays each response after its debit, so that a kill often occurs between them. */
  private void prepareService() {
    load = client(builder()).createLoad(SampleLoads.twoStops()).loadNumber();
    server
        .faults()
        .always(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(Duration.ofMillis(8)));
  }

  private static void awaitRefusals(List<RunningProcess> readers) throws InterruptedException {
    for (RunningProcess reader : readers) {
      assertThat(reader.process.waitFor(120, TimeUnit.SECONDS)).as("ends").isTrue();
      assertThat(reader.lines()).endsWith("refused");
    }
  }

  /** Each debit is counted once or as unknown, and nothing else is counted as charged. */
  private void assertEntriesMatchDebits(String place, int interrupted) {
    BigDecimal paid = debited().subtract(CREATE);
    SpendLedger ledger = open(place);
    SpendTotals totals = ledger.totals();
    BigDecimal open = totals.unknownUsd().add(totals.reservedUsd());
    assertThat(paid).as("paid").isLessThanOrEqualTo(usd(LIMIT));
    assertThat(totals.chargedUsd()).as("charged").isLessThanOrEqualTo(paid);
    assertThat(totals.chargedUsd().add(open)).as("counted").isGreaterThanOrEqualTo(paid);
    assertThat(totals.chargedUsd().add(open)).as("counted").isEqualByComparingTo(usd(LIMIT));
    // A database that is overloaded by eight processes does not respond to some of them.
    long logged =
        startedProcesses.stream()
            .flatMap(reader -> reader.lines().stream())
            .filter(line -> line.contains("could not be stored"))
            .count();
    assertThat(open).isLessThanOrEqualTo(READ.multiply(BigDecimal.valueOf(interrupted + logged)));
    assertThat(ledger.entries(SpendFilter.all()))
        .filteredOn(entry -> entry.amountUsd().signum() > 0)
        .hasSize(300);
    ledger.close();
  }

  /** A process that places the same order at each start. */
  static final class OrderProcess {
    private OrderProcess() {}

    /**
     * Arguments: base URL, agent key, place of the ledger. Prints the load number, the entry of the
     * ledger and the unexplained amount.
     */
    public static void main(String[] arguments) throws Exception {
      CreateLoadInput order = SampleLoads.twoStops().toBuilder().shipperName("Order 4711").build();
      String key = "4711";
      try (SpendLedger ledger = open(arguments[2]);
          FreightClient client =
              FreightClient.builder()
                  .baseUrl(arguments[0])
                  .agentKey(arguments[1])
                  .callTimeout(Duration.ofSeconds(60))
                  .spendGuard(ledger.guard(SpendLimit.total("0.65")))
                  .build()) {
        ledger.compare(client);
        CreateLoadOutcome load =
            client.createLoad(order, CallOptions.builder().idempotencyKey(key).build());
        BalanceComparison found = ledger.compare(client);
        SpendEntry entry =
            ledger
                .entries(SpendFilter.all().loadNumber(load.loadNumber()))
                .findFirst()
                .orElseThrow();
        System.out.printf(
            Locale.ROOT,
            "%s %s %s %s%n",
            load.loadNumber(),
            entry.outcome(),
            entry.amountUsd(),
            found.unexplainedUsd());
      }
    }

    private static SpendLedger open(String place) {
      if (!place.startsWith("jdbc:")) return SpendLedger.open(Path.of(place));
      PooledDataSource database = new PooledDataSource(place);
      SpendLedger.createTables(database);
      return SpendLedger.open(database, "broker");
    }
  }
}
