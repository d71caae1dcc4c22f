/** What the client relies on of a spend guard, as tests. */
@org.jspecify.annotations.NullMarked
module io.freightsdk.guard {
  requires transitive io.freightsdk.core;
  requires transitive org.junit.jupiter.api;
  requires org.assertj.core;
  requires static transitive org.jspecify;

  exports io.freightsdk.guard;
}
