/** Tools that models call, over a {@code FreightClient}. */
@org.jspecify.annotations.NullMarked
module io.freightsdk.agent {
  requires transitive io.freightsdk.core;
  requires transitive io.freightsdk.spend;
  requires com.squareup.moshi;
  requires okio;
  requires static transitive org.jspecify;

  exports io.freightsdk.agent;
}
