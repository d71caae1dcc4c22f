package io.freightsdk.spend.jdbc;

import io.freightsdk.internal.spend.Times;
import java.time.Clock;
import javax.sql.DataSource;

/** Opens books in a database that go by a clock of the test. */
public final class JdbcTestStores {
  private JdbcTestStores() {}

  public static JdbcSpendStore open(DataSource dataSource, String book, Clock clock) {
    return JdbcSpendStore.open(
        dataSource, book, JdbcSpendStore.SchemaMode.CREATE, () -> Times.micros(clock.instant()));
  }
}
