package io.freightsdk.internal.spend.jdbc;

import io.freightsdk.internal.spend.MoneyModel;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.TwoProcesses;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testing.FaultyDatabase;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The model of the money, with its rows in a database. */
class MoneyInDatabasesTest {
  private static final String EVERY_DATABASE = "io.freightsdk.internal.spend.jdbc.LedgerPlace#here";

  private static JdbcStorage open(DataSource database, String name, Clock clock) {
    return JdbcStorage.open(database, name, SchemaMode.CREATE, clock);
  }

  private static final int PROGRAMS = 30;

  @TempDir Path folder;

  /** A database that loses answers and commits now and then. */
  private static final class OnABadLine extends TwoProcesses {
    private static final int ONE_OF = 20;
    private final FaultyDatabase database;
    private final Random random;

    OnABadLine(FaultyDatabase database, String name, Clock clock, Random random) {
      super(
          open(database.dataSource(), name, clock),
          open(database.dataSource(), name, clock),
          random);
      this.database = database;
      this.random = random;
    }

    @Override
    public <T> T change(Function<Rows, T> work) {
      if (random.nextInt(ONE_OF) == 0) database.answersLost.set(1 + random.nextInt(6));
      if (random.nextInt(ONE_OF) == 0) database.commitsLost.set(1 + random.nextInt(6));
      try {
        return super.change(work);
      } finally {
        database.answersLost.set(0);
        database.commitsLost.set(0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void noProgramOfTwoProcessesWhoseCommitsAreLostPassesALimitOrLosesMoney(LedgerPlace kind)
      throws Exception {
    try (LedgerPlace.Opened real = kind.open(folder)) {
      for (long seed = 0; seed < PROGRAMS; seed++) {
        FaultyDatabase database = new FaultyDatabase(real.source());
        Random random = new Random(seed);
        String name = UUID.randomUUID().toString();
        new MoneyModel(seed, clock -> new OnABadLine(database, name, clock, random)).run();
      }
    }
  }
}
