package io.freightsdk.spend;

import io.freightsdk.testing.Needs;
import io.freightsdk.testing.PooledDataSource;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** The contract of a ledger, in MariaDB. */
@Needs(Needs.Program.MARIADB)
@Tag("slow") // needs MariaDB
class MariadbLedgerIT extends LedgerContract {
  private final PooledDataSource database = new PooledDataSource(Needs.Program.MARIADB.urlOrSkip());

  @AfterEach
  void closeDatabase() throws SQLException {
    database.close();
  }

  @Override
  protected TestStorage storage() {
    return TestStorage.jdbc(database, UUID.randomUUID().toString());
  }
}
