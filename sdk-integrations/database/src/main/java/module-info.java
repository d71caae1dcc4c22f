/** What spending and jobs need of a database. */
// The modules that its package is exported to need not be there.
@SuppressWarnings("module")
@org.jspecify.annotations.NullMarked
module io.freightsdk.database {
  requires transitive java.sql;
  requires transitive org.jdbi.v3.core;
  // JDBI needs it, and as an automatic module cannot say so.
  requires io.leangen.geantyref;
  requires static transitive org.jspecify;

  exports io.freightsdk.internal.sql to
      io.freightsdk.jobs,
      io.freightsdk.spend;
}
