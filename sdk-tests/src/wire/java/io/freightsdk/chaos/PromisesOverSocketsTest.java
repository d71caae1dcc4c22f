package io.freightsdk.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.simulation.Mutant;
import io.freightsdk.simulation.Violation;
import io.freightsdk.testing.H2Process;
import io.freightsdk.testing.HardStopDatabase;
import io.freightsdk.testing.SharedDatabase;
import io.freightsdk.testsupport.ExpectedWarnings;
import io.freightsdk.testsupport.Seeds;
import io.freightsdk.testsupport.Thorough;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the simulator promises of one thread is kept over real sockets and processes: eight client
 * processes share books in a database and reach the standalone server through a proxy that breaks
 * connections. They are killed and started again, the database is stopped hard twice and its
 * connections are cut, two clocks are two hours off, billing fails, money runs out, prices change.
 * The judges are the simulator's.
 *
 * <p>A build does short runs, counted in calls; {@code -Dfreight.chaos.seconds=120} does long ones
 * of fresh seeds, of at most 600 seconds each, {@code -Dfreight.chaos.seed} names one.
 */
@Timeout(value = 24, unit = TimeUnit.HOURS) // A long run outlives the bound of every other test.
@ExpectedWarnings("io.freightsdk.spend: the balance is")
class PromisesOverSocketsTest {
  private static final int SECONDS = Integer.getInteger("freight.chaos.seconds", 0);
  private static final long SEED =
      Long.getLong("freight.chaos.seed", SECONDS > 0 ? System.nanoTime() : Seeds.orFresh(1));

  private static final int PROCESSES = 8;
  private static final int CALLS = 1_000;
  private static final int DEATHS = 6;
  private static final int STOPS = 2;
  private static final int CUTS = 20;

  /** Where a failed run leaves its whole story. */
  private static final Path STORIES = Path.of("target", "chaos");

  enum Kind {
    H2,
    POSTGRES,
    MARIADB
  }

  enum Way {
    /** Under one limit, of which all that is left can be spent in the end. */
    ONE_SCOPE,
    /** Under limits within limits, with keys that are used in several of them. */
    SEVERAL_SCOPES,
    /** The same, while prices change. */
    PRICES_CHANGE
  }

  /**
   * PostgreSQL and MariaDB where {@code with-databases.sh} gives them, else H2 as a server; long
   * runs do all that are there, in every way.
   */
  static Stream<Arguments> runs() {
    List<Arguments> runs = new ArrayList<>();
    boolean all = SECONDS > 0;
    boolean servers = HardStopDatabase.POSTGRES.isThere();
    for (Kind kind : Kind.values()) {
      boolean isThere = kind == Kind.H2 ? all || !servers : servers;
      if (!isThere) continue;
      Set<Way> ofABuild =
          switch (kind) {
            case H2 -> EnumSet.of(Way.SEVERAL_SCOPES);
            case POSTGRES -> EnumSet.of(Way.ONE_SCOPE, Way.SEVERAL_SCOPES);
            case MARIADB -> EnumSet.of(Way.PRICES_CHANGE);
          };
      Set<Way> ways = all ? EnumSet.allOf(Way.class) : ofABuild;
      for (Way way : ways) runs.add(Arguments.of(kind, way));
    }
    return runs.stream();
  }

  private static SharedDatabase database(Kind kind, Path folder) throws Exception {
    return switch (kind) {
      case H2 -> new H2Process(folder);
      case POSTGRES -> HardStopDatabase.POSTGRES;
      case MARIADB -> HardStopDatabase.MARIADB;
    };
  }

  @Thorough(
      "starts and kills processes; the simulator and the tests of freight-spend kill cheaper ones")
  @Test
  void areKeptByTwoProcessesOfWhichOneIsKilled(@TempDir Path folder) throws Exception {
    keptBy(Kind.H2, new ChaosPlan(SEED, 2, 60, 0, false, false, 1, 0, 3, Mutant.NONE), folder);
  }

  @Thorough("starts and kills many processes")
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("runs")
  void areKept(Kind kind, Way way, @TempDir Path folder) throws Exception {
    assertThat(SECONDS).as("seconds: the service's ledger is bounded").isLessThanOrEqualTo(600);
    ChaosPlan plan =
        new ChaosPlan(
            SEED,
            PROCESSES,
            CALLS,
            SECONDS,
            way == Way.PRICES_CHANGE,
            way == Way.ONE_SCOPE,
            DEATHS,
            STOPS,
            CUTS,
            Mutant.NONE);
    keptBy(kind, plan, folder);
  }

  private static void keptBy(Kind kind, ChaosPlan plan, Path folder) throws Exception {
    try (SharedDatabase database = database(kind, folder);
        ChaosRun run = new ChaosRun(plan, database, folder)) {
      List<Violation> violations = run.run();
      System.out.println(kind + ": " + run.summary());
      if (!violations.isEmpty()) keep(kind + "-" + plan.seed() + "-" + plan.calls(), run);
      assertThat(violations).as(run::told).isEmpty();
    }
  }

  private static void keep(String name, ChaosRun run) throws Exception {
    Files.createDirectories(STORIES);
    Files.writeString(STORIES.resolve(name + ".txt"), run.wholeStory(), StandardCharsets.UTF_8);
  }

  /** Judges who find nothing would be worthless. */
  @Thorough("starts and kills many processes")
  @ParameterizedTest
  @CsvSource({
    "TAKES_UNKNOWN_FOR_FREE, A_CALL_THAT_COST_NOTHING_MOVED_NO_MONEY",
    "MAKES_A_KEY_PER_ATTEMPT, A_KEY_IS_DEBITED_ONCE",
    "SENDS_A_READ_TWICE, A_CALL_PAYS_ONCE",
    "FORGETS_HALF_A_WINDOW, NO_LIMIT_IS_PASSED",
    "NEVER_ENDS_DEAD_HOLDS, EVERY_HOLD_ENDS",
    "LOSES_CALLS_AT_CLOSE, EVERY_CALL_ENDS"
  })
  void aFaultOfTheClientIsFound(Mutant mutant, Violation.Rule rule, @TempDir Path folder)
      throws Exception {
    int deaths = mutant == Mutant.NEVER_ENDS_DEAD_HOLDS ? 10 : 0;
    ChaosPlan plan =
        new ChaosPlan(SECONDS > 0 ? SEED : 1, 3, 400, 0, false, false, deaths, 0, 0, mutant);
    try (SharedDatabase database = new H2Process(folder);
        ChaosRun run = new ChaosRun(plan, database, folder)) {
      List<Violation> violations = run.run();
      System.out.println(mutant + ": " + run.summary() + "; found " + violations);
      assertThat(violations).as(run::told).extracting(Violation::rule).contains(rule);
    }
  }
}
