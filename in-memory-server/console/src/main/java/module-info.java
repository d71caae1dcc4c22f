/** Pages for people: the console, and what the links of a load show. */
@org.jspecify.annotations.NullMarked
module io.freightsdk.server.console {
  requires io.freightsdk.server;
  requires okio;
  requires static org.jspecify;

  provides io.freightsdk.server.ServerRoutes with
      io.freightsdk.server.pages.ForPeople;
}
