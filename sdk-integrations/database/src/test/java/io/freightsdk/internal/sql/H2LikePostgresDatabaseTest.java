package io.freightsdk.internal.sql;

/** The contract in H2, opened as applications do that have PostgreSQL elsewhere. */
class H2LikePostgresDatabaseTest extends H2DatabaseTest {
  @Override
  String mode() {
    return ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE";
  }
}
