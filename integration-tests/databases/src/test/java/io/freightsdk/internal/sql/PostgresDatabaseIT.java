package io.freightsdk.internal.sql;

import io.freightsdk.testing.Needs;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.postgresql.ds.PGSimpleDataSource;

/** The contract, in PostgreSQL. */
@Needs(Needs.Program.POSTGRES)
@Tag("slow") // needs PostgreSQL
class PostgresDatabaseIT extends DatabaseContract {
  @Override
  DataSource source() {
    PGSimpleDataSource postgres = new PGSimpleDataSource();
    postgres.setUrl(Needs.Program.POSTGRES.urlOrSkip());
    return postgres;
  }

  @Override
  String timeType() {
    return "TIMESTAMP WITH TIME ZONE";
  }
}
