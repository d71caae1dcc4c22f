/** The access to databases of ledgers and jobs. */
// The modules to which the package is exported may be missing.
@SuppressWarnings("module")
@org.jspecify.annotations.NullMarked
module io.freightsdk.database {
  requires transitive java.sql;
  requires transitive org.jdbi.v3.core;
  // JDBI needs it, but an automatic module cannot require it.
  requires io.leangen.geantyref;
  requires static transitive org.jspecify;

  exports io.freightsdk.internal.sql to
      io.freightsdk.jobs,
      io.freightsdk.spend;
}
