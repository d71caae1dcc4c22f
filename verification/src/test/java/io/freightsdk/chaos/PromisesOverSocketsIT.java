package io.freightsdk.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.simulation.Violation;
import io.freightsdk.testing.DatabaseServer;
import io.freightsdk.testing.H2Process;
import io.freightsdk.testing.HardStopDatabase;
import io.freightsdk.testing.Seeds;
import io.freightsdk.testing.ThreadLeakCheck;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules of the simulation hold over real sockets and processes. Eight client processes share a
 * ledger in a database, and reach the standalone server through a proxy that breaks connections.
 * Processes are killed and restarted, the database is stopped hard twice and its connections are
 * cut, billing fails, and the balance runs out.
 *
 * <p>A build makes short runs, measured in calls. {@code -Dfreight.chaos.seconds=120} makes long
 * ones with new seeds, of at most 600 seconds each. {@code -Dfreight.chaos.seed} sets the seed.
 */
@ExtendWith(ThreadLeakCheck.class)
@Timeout(value = 24, unit = TimeUnit.HOURS) // A long run takes longer than any other test.
class PromisesOverSocketsIT {
  private static final int SECONDS = Integer.getInteger("freight.chaos.seconds", 0);
  private static final long SEED =
      Long.getLong("freight.chaos.seed", SECONDS > 0 ? System.nanoTime() : Seeds.givenOr(1));

  private static final int PROCESSES = 8;
  private static final int CALLS = 1_000;
  private static final int KILLS = 6;
  private static final int STOPS = 2;
  private static final int CUTS = 20;

  /** The folder for the complete log of a failed run. */
  private static final Path LOGS = Path.of("target", "chaos");

  enum Kind {
    H2,
    POSTGRES,
    MARIADB
  }

  /**
   * PostgreSQL and MariaDB if {@code with-databases.sh} provides them, else H2 as a server. Long
   * runs use all of them.
   */
  static Stream<Kind> databases() {
    boolean hasServers = HardStopDatabase.POSTGRES.isThere();
    if (!hasServers) return Stream.of(Kind.H2);
    return SECONDS > 0 ? Stream.of(Kind.values()) : Stream.of(Kind.POSTGRES, Kind.MARIADB);
  }

  private static DatabaseServer database(Kind kind, Path folder) throws Exception {
    return switch (kind) {
      case H2 -> new H2Process(folder);
      case POSTGRES -> HardStopDatabase.POSTGRES;
      case MARIADB -> HardStopDatabase.MARIADB;
    };
  }

  @Test
  void promisesHoldWhenOneOfTwoProcessesIsKilled(@TempDir Path folder) throws Exception {
    checkRun(Kind.H2, new ChaosPlan(SEED, 2, 60, 0, 1, 0, 3), folder);
  }

  @Tag("slow") // starts and kills many processes
  @ParameterizedTest
  @MethodSource("databases")
  void promisesHold(Kind kind, @TempDir Path folder) throws Exception {
    assertThat(SECONDS).as("seconds: the service's ledger is bounded").isLessThanOrEqualTo(600);
    checkRun(kind, new ChaosPlan(SEED, PROCESSES, CALLS, SECONDS, KILLS, STOPS, CUTS), folder);
  }

  private static void checkRun(Kind kind, ChaosPlan plan, Path folder) throws Exception {
    try (DatabaseServer database = database(kind, folder);
        ChaosRun run = new ChaosRun(plan, database, folder)) {
      List<Violation> violations = run.run();
      System.out.println(kind + ": " + run.summary());
      if (!violations.isEmpty()) writeLog(kind + "-" + plan.seed() + "-" + plan.calls(), run);
      assertThat(violations).as(run::violationReport).isEmpty();
    }
  }

  private static void writeLog(String name, ChaosRun run) throws Exception {
    Files.createDirectories(LOGS);
    Files.writeString(LOGS.resolve(name + ".txt"), run.fullLog(), StandardCharsets.UTF_8);
  }
}
