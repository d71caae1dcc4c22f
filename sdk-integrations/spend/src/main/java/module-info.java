/** What calls cost and how much may be spent: limits, scopes, and the ledger. */
// Whom it opens its own room to need not be there.
@SuppressWarnings("module")
@org.jspecify.annotations.NullMarked
module io.freightsdk.spend {
  requires transitive io.freightsdk.core;
  requires transitive java.sql;
  requires org.jdbi.v3.core;
  requires static transitive org.jspecify;

  exports io.freightsdk.spend;
  exports io.freightsdk.internal.ledger.sqlite to
      io.freightsdk.mcp;
}
