package io.freightsdk.outbox;

import io.freightsdk.FreightClient;
import io.freightsdk.testsupport.NamedNulls;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class NamedArgumentsTest {
  @Test
  void everyNullIsRefusedByItsName() throws Exception {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:arguments;DB_CLOSE_DELAY=-1");
    try (FreightClient client =
        FreightClient.builder()
            .baseUrl("http://127.0.0.1:1")
            .agentKey("agentkey-0123456789abcdef")
            .build()) {
      NamedNulls.of(Outbox.class)
          .with(DataSource.class, () -> database)
          .with(FreightClient.class, () -> client)
          .areRefused();
    }
  }
}
