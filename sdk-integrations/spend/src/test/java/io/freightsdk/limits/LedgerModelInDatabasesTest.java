package io.freightsdk.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.store.DatabaseThread;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.testing.FaultyDatabase;
import io.freightsdk.testing.LedgerPlace;
import io.freightsdk.testing.Seeds;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The model of the money, in databases that lose commits and answers. */
@Tag("slow") // LedgerModelTest plays the rules in memory
class LedgerModelInDatabasesTest {
  private static final int PROGRAMS = 15;
  private static final int ONE_OF = 20;

  @TempDir Path folder;

  /** A change of which a commit, or its response, is lost now and then. */
  private record OnABadLine(SqlStorage real, FaultyDatabase database, Random random)
      implements LedgerStorage {
    @Override
    public <T> T change(Function<LedgerRows, T> work, Duration atMost) {
      if (random.nextInt(ONE_OF) == 0) database.lostResponses.set(1);
      if (random.nextInt(ONE_OF) == 0) database.commitsLost.set(1);
      try {
        return real.change(work, atMost);
      } finally {
        database.lostResponses.set(0);
        database.commitsLost.set(0);
      }
    }

    @Override
    public <T> T storeOutcome(
        Function<LedgerRows, T> work, Duration atMost, Consumer<Throwable> lost) {
      return real.storeOutcome(work, atMost, lost);
    }

    @Override
    public <T> T read(Function<LedgerRows, T> work) {
      return real.read(work);
    }

    @Override
    public void close() {
      real.close();
    }
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.LedgerPlace#here")
  void noProgramExceedsALimitOrLosesMoney(LedgerPlace kind) throws Exception {
    long first = Seeds.givenOr(5) * 1_000_000;
    try (LedgerPlace.Opened database = kind.open(folder)) {
      SqlStorage.createTables(database.source());
      for (long seed = first; seed < first + PROGRAMS; seed++) {
        String name = UUID.randomUUID().toString();
        Random random = new Random(seed);
        new LedgerModel(seed, clock -> open(database, name, clock, random)).run();
      }
    }
    assertThat(LedgerModel.OBSERVED_SCENES)
        .containsKeys("change repeated", "reopened", "settled", "compared");
  }

  private static LedgerStorage open(
      LedgerPlace.Opened database, String name, Clock clock, Random random) {
    FaultyDatabase faulty = new FaultyDatabase(database.source());
    SqlStorage ledger =
        SqlStorage.open(faulty.dataSource(), name, clock, Duration.ZERO, DatabaseThread.EXTRA_TIME);
    return new OnABadLine(ledger, faulty, random);
  }
}
