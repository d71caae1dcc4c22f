/** A span of each attempt of a client and of each call of a tool, and its context on the wire. */
@org.jspecify.annotations.NullMarked
module io.freightsdk.opentelemetry {
  requires transitive io.freightsdk.core;
  requires static io.freightsdk.agent;
  requires transitive io.opentelemetry.api;
  requires transitive io.opentelemetry.context;
  requires kotlin.stdlib;
  requires static transitive org.jspecify;

  exports io.freightsdk.opentelemetry;
}
