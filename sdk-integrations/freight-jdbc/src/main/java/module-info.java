/** What processes share in a database. */
// Whom it opens its own room to need not be there.
@SuppressWarnings("module")
@org.jspecify.annotations.NullMarked
module io.freightsdk.jdbc {
  requires transitive io.freightsdk.core;
  requires transitive java.sql;
  requires static transitive org.jspecify;

  exports io.freightsdk.spend.jdbc;
  exports io.freightsdk.watch.jdbc;
  exports io.freightsdk.internal.jdbc to
      io.freightsdk.mcp,
      io.freightsdk.outbox;
}
