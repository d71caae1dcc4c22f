/** What calls cost, how much may be spent, and positions that processes share. */
@org.jspecify.annotations.NullMarked
module io.freightsdk.spend {
  requires transitive io.freightsdk.core;
  requires transitive java.sql;
  requires org.jdbi.v3.core;
  requires static transitive org.jspecify;

  exports io.freightsdk.spend;
  exports io.freightsdk.spend.positions;
}
