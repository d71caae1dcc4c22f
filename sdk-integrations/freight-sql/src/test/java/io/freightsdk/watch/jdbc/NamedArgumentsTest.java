package io.freightsdk.watch.jdbc;

import io.freightsdk.model.LoadPosition;
import io.freightsdk.testing.LoadPositions;
import io.freightsdk.testsupport.NamedNulls;
import java.time.Instant;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class NamedArgumentsTest {
  @Test
  void everyNullIsRefusedByItsName() throws Exception {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:arguments;DB_CLOSE_DELAY=-1");
    LoadPosition position = LoadPositions.moving("LD-1", Instant.EPOCH, 1);
    NamedNulls.of(JdbcPositionCache.class)
        .with(DataSource.class, () -> database)
        .with(JdbcPositionCache.class, () -> JdbcPositionCache.open(database, "account"))
        .with(LoadPosition.class, () -> position)
        .areRefused();
  }
}
