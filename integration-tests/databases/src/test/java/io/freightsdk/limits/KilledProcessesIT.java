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
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.Seeds;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.TestDatabase;
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
 * Processes of two time zones that share a ledger and read positions until its limit says no. Some
 * are killed and started again, or their database is. The service's own account is the judge.
 */
@Tag("slow") // starts and kills processes
class KilledProcessesIT extends ServerFixture {
  private static final int KILLS = 12;

  /** What all may spend, 300 reads. */
  private static final String LIMIT = "6.00";

  private static final List<String> ZONES = List.of("Asia/Tokyo", "America/Chicago");

  @TempDir Path folder;

  KilledProcessesIT() {
    super(InMemoryFreightServer.start());
  }

  private static SpendLedger open(String place) {
    return place.startsWith("jdbc:")
        ? SpendLedger.open(new TestDatabase(place), "acme")
        : SpendLedger.open(Path.of(place));
  }

  /** Reads a position until the limit is reached, and says how each read ended. */
  static final class Reading {
    private Reading() {}

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

  /** A process, and the file with all that it has said. */
  private record Reader(Process process, Path said) {
    List<String> lines() {
      try {
        return Files.readAllLines(said, UTF_8);
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
  private final List<Reader> all = new ArrayList<>();
  private String load;

  private Reader start(String place) throws IOException {
    List<String> command =
        ChildJvm.program(Reading.class, server.baseUrl(), broker.agentKey(), place, load);
    command.add(1, "-Duser.timezone=" + ZONES.get(all.size() % 2));
    Path said = folder.resolve("said-" + all.size());
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    all.add(new Reader(process, said));
    return all.get(all.size() - 1);
  }

  /** One process for H2, whose file is of one. */
  @ParameterizedTest
  @EnumSource
  void theyPassNoLimitAndLoseNoDebit(LedgerPlace kind) throws Exception {
    Assumptions.assumeTrue(LedgerPlace.here().contains(kind));
    String place = place(kind);
    createTables(place);
    prepareService();
    try {
      List<Reader> running = new ArrayList<>();
      for (int i = 0; i < (kind == LedgerPlace.H2 ? 1 : 8); i++) running.add(start(place));
      int kills = 0;
      while (kills < KILLS) {
        int victim = random.nextInt(running.size());
        Reader reader = running.get(victim);
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
      judge(place, kills);
    } finally {
      for (Reader reader : all) reader.kill();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theyPassNoLimitAndLoseNoDebitWhenTheirDatabaseIsKilled(HardStopDatabase database)
      throws Exception {
    Assumptions.assumeTrue(database.isThere());
    EmptyDatabase kind =
        database == HardStopDatabase.POSTGRES ? EmptyDatabase.POSTGRESQL : EmptyDatabase.MARIADB;
    String place = kind.make();
    createTables(place);
    prepareService();
    try {
      List<Reader> running = new ArrayList<>();
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
      judge(place, stops * running.size());
    } finally {
      for (Reader reader : all) reader.kill();
    }
  }

  private String place(LedgerPlace kind) throws SQLException {
    return switch (kind) {
      case SQLITE -> folder.resolve("ledger").toString();
      case H2 -> "jdbc:h2:file:" + folder.resolve("ledger") + ";WRITE_DELAY=0";
      default -> EmptyDatabase.valueOf(kind.name()).make();
    };
  }

  /** One load, charged once in the ledger, under a limit with room for one load only. */
  @ParameterizedTest
  @EnumSource
  void anOrderOfAProcessThatIsKilledAfterItsDebitIsFinishedByTheNextOne(LedgerPlace kind)
      throws Exception {
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
      String said = new String(second.getInputStream().readAllBytes(), UTF_8).strip();
      assertThat(second.waitFor(60, TimeUnit.SECONDS)).as(said).isTrue();
      assertThat(broker.debits()).hasSize(1);
      String load = broker.debits().get(0).loadNumber();
      assertThat(said).isEqualTo(load + " CHARGED 0.65 0.00");
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
    try (TestDatabase database = new TestDatabase(place)) {
      SpendLedger.createTables(database);
    }
  }

  /** An answer comes some time after its debit, so that a kill often falls between. */
  private void prepareService() {
    load = client(builder()).createLoad(SampleLoads.twoStops()).loadNumber();
    server
        .faults()
        .always(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(Duration.ofMillis(8)));
  }

  private static void awaitRefusals(List<Reader> readers) throws InterruptedException {
    for (Reader reader : readers) {
      assertThat(reader.process.waitFor(120, TimeUnit.SECONDS)).as("ends").isTrue();
      assertThat(reader.lines()).endsWith("refused");
    }
  }

  /** Each debit is counted once or as unknown, and what was not paid is no charge. */
  private void judge(String place, int interrupted) {
    BigDecimal paid = debited().subtract(CREATE);
    SpendLedger ledger = open(place);
    SpendTotals totals = ledger.totals();
    BigDecimal open = totals.unknownUsd().add(totals.reservedUsd());
    assertThat(paid).as("paid").isLessThanOrEqualTo(usd(LIMIT));
    assertThat(totals.chargedUsd()).as("charged").isLessThanOrEqualTo(paid);
    assertThat(totals.chargedUsd().add(open)).as("counted").isGreaterThanOrEqualTo(paid);
    assertThat(totals.chargedUsd().add(open)).as("counted").isEqualByComparingTo(usd(LIMIT));
    // A database of which eight processes ask for more than it can do is silent to some.
    long logged =
        all.stream()
            .flatMap(reader -> reader.lines().stream())
            .filter(line -> line.contains("could not be stored"))
            .count();
    assertThat(open).isLessThanOrEqualTo(READ.multiply(BigDecimal.valueOf(interrupted + logged)));
    assertThat(ledger.entries(SpendFilter.all()))
        .filteredOn(entry -> entry.amountUsd().signum() > 0)
        .hasSize(300);
    ledger.close();
  }

  /** A process that places one order, as often as it is started. */
  static final class OrderProcess {
    private OrderProcess() {}

    /**
     * Arguments: base URL, agent key, place of the ledger. Prints the load number and what the
     * ledger says.
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
      TestDatabase database = new TestDatabase(place);
      SpendLedger.createTables(database);
      return SpendLedger.open(database, "broker");
    }
  }
}
