package io.freightsdk.internal.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.spend.MoneyModel;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testing.FaultyDatabase;
import io.freightsdk.testing.TestDatabase;
import io.freightsdk.testsupport.AlsoThorough;
import io.freightsdk.testsupport.EmptyDatabase;
import io.freightsdk.testsupport.Size;
import java.time.Clock;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The model of the money, with its rows in a database. */
@AlsoThorough("on PostgreSQL and MariaDB")
class MoneyInDatabasesTest {
  private static final String EVERY_DATABASE =
      "io.freightsdk.testsupport.EmptyDatabase#ofThisBuild";

  private static JdbcStorage open(DataSource database, String name, Clock clock) {
    return JdbcStorage.open(database, name, SchemaMode.CREATE, clock);
  }

  private static long programs(EmptyDatabase kind, int inEachBuild, int thorough) {
    return Size.of(inEachBuild, kind == EmptyDatabase.H2 ? thorough : thorough / 5);
  }

  /** Two processes take turns, and make a change that failed once more. */
  private static final class TwoProcesses implements Storage {
    private static final int ONE_OF = 20;
    private final FaultyDatabase database;
    private final Storage[] both;
    private final Random random;

    TwoProcesses(FaultyDatabase database, String name, Clock clock, Random random) {
      this.database = database;
      this.random = random;
      this.both =
          new Storage[] {
            open(database.dataSource(), name, clock), open(database.dataSource(), name, clock)
          };
    }

    @Override
    public <T> T change(Function<Rows, T> work) {
      if (random.nextInt(ONE_OF) == 0) database.answersLost.set(1 + random.nextInt(6));
      if (random.nextInt(ONE_OF) == 0) database.commitsLost.set(1 + random.nextInt(6));
      try {
        while (true) {
          try {
            return both[random.nextInt(2)].change(work);
          } catch (SpendLedgerException e) {
            assertThat(e.isPassing()).isTrue();
          }
        }
      } finally {
        database.answersLost.set(0);
        database.commitsLost.set(0);
      }
    }

    @Override
    public <T> T look(Function<Rows, T> work) {
      return both[random.nextInt(2)].look(work);
    }

    @Override
    public boolean mayBlock() {
      return true;
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void noProgramOfTwoProcessesWhoseCommitsAreLostPassesALimitOrLosesMoney(EmptyDatabase kind)
      throws Exception {
    try (TestDatabase real = new TestDatabase(kind.make())) {
      for (long seed = 0; seed < programs(kind, 20, 500); seed++) {
        FaultyDatabase database = new FaultyDatabase(real);
        Random random = new Random(seed);
        String name = UUID.randomUUID().toString();
        new MoneyModel(seed, clock -> new TwoProcesses(database, name, clock, random)).run();
      }
    }
  }
}
