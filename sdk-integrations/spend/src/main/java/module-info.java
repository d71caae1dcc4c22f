/** What calls cost, how much may be spent, and positions that processes share. */
// Whom it opens its own room to need not be there.
@SuppressWarnings("module")
@org.jspecify.annotations.NullMarked
module io.freightsdk.spend {
  requires transitive io.freightsdk.core;
  requires transitive java.sql;
  requires org.jdbi.v3.core;
  requires static transitive org.jspecify;

  exports io.freightsdk.spend;
  exports io.freightsdk.spend.positions;
  exports io.freightsdk.internal.ledger.sqlite to
      io.freightsdk.mcp;
}
