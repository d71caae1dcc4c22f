/** Meters of a client's money, and observations of its calls. */
// The module that the internal package is exported to need not be there.
@SuppressWarnings("module")
@org.jspecify.annotations.NullMarked
module io.freightsdk.micrometer {
  requires transitive io.freightsdk.core;
  requires transitive io.freightsdk.spend;
  requires static transitive io.freightsdk.jobs;
  requires transitive micrometer.core;
  requires transitive micrometer.commons;
  requires transitive micrometer.observation;
  requires static transitive org.jspecify;

  exports io.freightsdk.micrometer;
  exports io.freightsdk.internal.micrometer to
      io.freightsdk.spring.boot;
}
