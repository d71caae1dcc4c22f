/** The whole service in one JVM, for tests. */
@SuppressWarnings("module") // The console need not be there.
@org.jspecify.annotations.NullMarked
module io.freightsdk.server {
  requires transitive io.freightsdk.models;
  requires static transitive org.jspecify;
  // Not transitive, because applications without them would not compile.
  requires static org.junit.jupiter.api;
  requires static org.assertj.core;

  uses io.freightsdk.server.ServerRoutes;

  provides io.freightsdk.server.ServerRoutes with
      io.freightsdk.server.admin.AdminRoutes;

  exports io.freightsdk.server;
  exports io.freightsdk.server.assertj;
  exports io.freightsdk.server.fault;
  exports io.freightsdk.server.geo;
  exports io.freightsdk.server.junit;
  exports io.freightsdk.server.view;
  exports io.freightsdk.server.domain.eta to
      io.freightsdk.server.console;
  exports io.freightsdk.server.domain.geocode to
      io.freightsdk.server.console;
  exports io.freightsdk.server.domain.track to
      io.freightsdk.server.console;
  exports io.freightsdk.server.domain.trip to
      io.freightsdk.server.console;
  exports io.freightsdk.server.http to
      io.freightsdk.server.console;
  exports io.freightsdk.server.http.engine to
      io.freightsdk.server.console;
  exports io.freightsdk.server.service to
      io.freightsdk.server.console;
  exports io.freightsdk.server.service.refusal to
      io.freightsdk.server.console;
  exports io.freightsdk.server.time to
      io.freightsdk.server.console;
}
