/** Loads watched over a {@code FreightClient}. */
@org.jspecify.annotations.NullMarked
module io.freightsdk.watch {
  requires transitive io.freightsdk.core;
  requires transitive io.freightsdk.spend;
  requires transitive io.freightsdk.sql;
  requires com.squareup.moshi;
  requires static transitive org.jspecify;

  exports io.freightsdk.watch;
}
