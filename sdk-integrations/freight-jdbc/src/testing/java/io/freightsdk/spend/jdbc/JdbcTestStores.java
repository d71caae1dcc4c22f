package io.freightsdk.spend.jdbc;

import io.freightsdk.internal.spend.Times;
import io.freightsdk.spend.SpendStore;
import java.time.Clock;
import javax.sql.DataSource;

/** Opens books in a database that go by a clock of the test. */
public final class JdbcTestStores {
  private JdbcTestStores() {}

  public static SpendStore open(DataSource dataSource, String book, Clock clock) {
    return JdbcSpendStore.open(
        dataSource, book, JdbcSpendStore.SchemaMode.CREATE, () -> Times.micros(clock.instant()));
  }

  /** The same on connections that begin with an isolation level. */
  public static SpendStore openAt(int isolation, DataSource dataSource, String book, Clock clock) {
    FaultyDatabase database = new FaultyDatabase(dataSource);
    database.isolation = isolation;
    return open(database.dataSource(), book, clock);
  }
}
