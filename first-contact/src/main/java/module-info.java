/** The program that checks a service on the first day with a key. It exports nothing. */
@org.jspecify.annotations.NullMarked
module io.freightsdk.contact {
  requires io.freightsdk.core;
  requires io.freightsdk.server;
  requires io.freightsdk.spend;
  requires com.networknt.schema;
  requires okio;
  requires tools.jackson.databind;
  requires tools.jackson.dataformat.yaml;
  requires static org.jspecify;
}
