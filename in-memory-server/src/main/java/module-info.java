/** The whole service in one JVM, for tests. */
@org.jspecify.annotations.NullMarked
module io.freightsdk.server {
  requires transitive io.freightsdk.models;
  requires com.google.i18n.phonenumbers.libphonenumber;
  requires com.squareup.moshi;
  requires kotlin.stdlib;
  requires okio;
  requires static transitive org.jspecify;
  // Not transitive, because applications without them would not compile.
  requires static org.junit.jupiter.api;
  requires static org.assertj.core;

  exports io.freightsdk.server;
  exports io.freightsdk.server.assertj;
  exports io.freightsdk.server.fault;
  exports io.freightsdk.server.geo;
  exports io.freightsdk.server.junit;
  exports io.freightsdk.server.view;
}
