/** What processes share in a database, and positions that they share. */
// Whom it opens its own room to need not be there.
@SuppressWarnings("module")
@org.jspecify.annotations.NullMarked
module io.freightsdk.sql {
  requires transitive io.freightsdk.core;
  requires transitive java.sql;
  requires static transitive org.jspecify;

  exports io.freightsdk.sql;
  exports io.freightsdk.watch.jdbc;
  exports io.freightsdk.internal.sql to
      io.freightsdk.spend;
}
