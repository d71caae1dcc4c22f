/** Tries a set-up of the client's users: their database, pool, limits and options. */
@org.jspecify.annotations.NullMarked
module io.freightsdk.verify {
  requires transitive io.freightsdk.spend;
  requires io.freightsdk.server;
  requires static transitive org.jspecify;
  // Not transitive, because applications without it would not compile.
  requires static org.junit.jupiter.api;

  exports io.freightsdk.verify;
}
