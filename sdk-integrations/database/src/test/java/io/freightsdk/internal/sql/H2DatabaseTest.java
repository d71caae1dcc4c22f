package io.freightsdk.internal.sql;

import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** The contract, in H2. */
class H2DatabaseTest extends DatabaseContract {
  private final JdbcDataSource h2 = new JdbcDataSource();

  String mode() {
    return "";
  }

  @Override
  DataSource source() {
    return h2;
  }

  /** A new database: H2 cannot drop a view that two have created at the same moment. */
  @Override
  void dropTables() {
    h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1" + mode());
  }

  @Override
  String timeType() {
    return "TIMESTAMP(9) WITH TIME ZONE";
  }
}
