package io.freightsdk.spend;

import io.freightsdk.testing.Needs;
import io.freightsdk.testing.PooledDataSource;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** The contract of a ledger, in PostgreSQL. */
@Needs(Needs.Program.POSTGRES)
@Tag("slow") // needs PostgreSQL
class PostgresLedgerIT extends LedgerContract {
  private final PooledDataSource database =
      new PooledDataSource(Needs.Program.POSTGRES.urlOrSkip());

  @AfterEach
  void closeDatabase() throws SQLException {
    database.close();
  }

  @Override
  protected TestStorage storage() {
    return TestStorage.jdbc(database, UUID.randomUUID().toString());
  }
}
