package io.freightsdk.internal.spend;

import io.freightsdk.spend.TestDatabase;
import io.freightsdk.spend.jdbc.JdbcTestStores;
import io.freightsdk.testing.MovableClock;
import java.sql.SQLException;
import java.util.UUID;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;
import net.jqwik.api.state.ActionChain;
import org.jspecify.annotations.Nullable;

/** Random commands on books in databases, against a naive service that keeps every charge. */
class MoneyRulesInDatabasesTest {
  /** Closed after each chain; opened again by the next. */
  private @Nullable TestDatabase postgres;

  @Property(tries = 40, shrinking = ShrinkingMode.OFF)
  void noLimitIsPassedByTheServicesLedgerInH2(@ForAll("inH2") ActionChain<SpendWorld> all) {
    all.run().audit();
  }

  @Property(tries = 25, shrinking = ShrinkingMode.OFF)
  @Tag("thorough")
  @AddLifecycleHook(NeedsPostgres.class)
  void noLimitIsPassedByTheServicesLedgerInPostgres(
      @ForAll("inPostgres") ActionChain<SpendWorld> all) throws SQLException {
    try {
      all.run().audit();
    } finally {
      if (postgres != null) postgres.close();
    }
  }

  @Provide
  Arbitrary<ActionChain<SpendWorld>> inH2() {
    TestDatabase database =
        new TestDatabase("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    return MoneyCommands.chains(() -> inDatabase(database));
  }

  @Provide
  Arbitrary<ActionChain<SpendWorld>> inPostgres() {
    String url = System.getenv(TestDatabase.POSTGRES);
    TestDatabase database = new TestDatabase(url == null ? "" : url);
    postgres = database;
    return MoneyCommands.chains(() -> inDatabase(database));
  }

  private static SpendWorld inDatabase(TestDatabase database) {
    MovableClock clock = new MovableClock();
    String book = UUID.randomUUID().toString();
    MovableClock ofDatabase = new MovableClock();
    return new SpendWorld(JdbcTestStores.open(database, book, ofDatabase), clock, ofDatabase);
  }

  static final class NeedsPostgres implements SkipExecutionHook {
    @Override
    public SkipResult shouldBeSkipped(LifecycleContext context) {
      return System.getenv(TestDatabase.POSTGRES) == null
          ? SkipResult.skip(
              "needs a PostgreSQL: run with sdk-integrations/freight-jdbc/src/test/scripts/with-databases.sh")
          : SkipResult.doNotSkip();
    }
  }
}
