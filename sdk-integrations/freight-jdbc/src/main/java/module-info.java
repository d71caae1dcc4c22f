/** What processes share in a database. */
@org.jspecify.annotations.NullMarked
module io.freightsdk.jdbc {
  requires transitive io.freightsdk.core;
  requires transitive java.sql;
  requires static transitive org.jspecify;

  exports io.freightsdk.spend.jdbc;
  exports io.freightsdk.watch.jdbc;
}
