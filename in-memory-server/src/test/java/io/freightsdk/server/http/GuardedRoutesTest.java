package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.pages.PageRoutes;
import io.freightsdk.server.pages.StreetTiles;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.support.BareService;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.SideCheck;
import io.freightsdk.server.support.StreetFile;
import io.freightsdk.server.support.Tree;
import io.freightsdk.server.time.VirtualClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What every route tells browsers about its answers, whatever it answers. */
class GuardedRoutesTest {
  /** They need a port or a connection that stays: {@code GuardedRoutesOnPortTest} asks them. */
  static final Set<String> ON_PORT =
      Set.of(
          "GET /__admin/events",
          "GET /__admin/forks",
          "POST /__admin/forks",
          "GET /track/{trackingToken}/events",
          "GET /driver/{driverToken}/events");

  @TempDir private static Path folder;

  @AutoClose
  private final Service service =
      Service.of(InMemoryFreightServer.builder().tiles(StreetFile.of("x").writeTo(folder)));

  @TestFactory
  Stream<DynamicTest> everyAnswerOfEveryRouteIsGuarded() {
    return Stream.of(true, false)
        .flatMap(
            known ->
                routes()
                    .filter(route -> !ON_PORT.contains(route) || isRefused(route, known))
                    .map(
                        route ->
                            DynamicTest.dynamicTest(
                                route + (known ? "" : ", unknown"), () -> check(route, known))));
  }

  /** Whoever names no load is answered at once. */
  private static boolean isRefused(String route, boolean known) {
    return !known && route.contains("Token}");
  }

  /** The tables of the server; what the test control describes is held to its own table. */
  private Stream<String> routes() {
    FreightService bare = BareService.create();
    AgentGate gate = new AgentGate(bare.accounts(), new FaultStage(new FaultPlan()));
    VirtualClock clock = new VirtualClock(Instant.EPOCH, 0, System::nanoTime);
    StreetTiles streets = StreetTiles.open(StreetFile.of("x").writeTo(folder));
    try (streets) {
      PageRoutes pages = new PageRoutes(bare.tracking(), clock, true, streets);
      List<Endpoint> tables =
          Stream.of(
                  new AgentRoutes(bare, gate).routes(),
                  new CatalogRoutes(bare, gate).routes(),
                  new PublicRoutes(bare).routes(),
                  pages.routes())
              .flatMap(List::stream)
              .toList();
      Stream<String> described =
          tables.stream().map(one -> one.method() + " /" + String.join("/", one.template()));
      Stream<String> admin =
          SideCheck.ADMIN.routes().stream().map(one -> one.replace(" /", " /__admin/"));
      return Stream.concat(Stream.concat(described, admin), Stream.of("GET /nowhere", "BREW /"));
    }
  }

  private void check(String route, boolean known) {
    // A reset is among the routes: each check has a broker of its own.
    String agentKey = service.server().createBroker("5.00").agentKey();
    Http client = service.anyone().as(agentKey);
    String[] parts = filled(route, client, known).split(" ", 2);
    byte[] body = (parts[0].equals("GET") ? "" : "{}").getBytes(StandardCharsets.UTF_8);
    String key = "Authorization: Bearer " + agentKey;
    expectGuards(client.sendOnly(parts[0], parts[1], body, key)::header, route, known);
  }

  /** What every answer says, by its headers. */
  static void expectGuards(UnaryOperator<String> header, String route, boolean known) {
    assertThat(header.apply("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(header.apply("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
    assertThat(header.apply("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
    assertThat(header.apply("Cache-Control")).isEqualTo("no-store");
    assertThat(header.apply("Content-Security-Policy"))
        .startsWith("default-src 'none'")
        .doesNotContain("unsafe", "*", "http:", "https:");
    boolean mayLocate = known && route.equals("GET /driver/{driverToken}");
    assertThat(header.apply("Permissions-Policy"))
        .startsWith(mayLocate ? "geolocation=(self)" : "geolocation=()");
  }

  static String filled(String route, Http client, boolean known) {
    Tree load = client.post("/v1/agent/loads", Orders.TWO_STOPS).json();
    Map<String, String> values =
        known
            ? Map.of(
                "{loadNumber}", load.text("loadNumber"),
                "{trackingToken}", token(load, "trackingLink"),
                "{driverToken}", token(load, "driverWebLink"),
                "{sequence}", "1")
            : Map.of();
    String path = route;
    for (Map.Entry<String, String> value : values.entrySet()) {
      path = path.replace(value.getKey(), value.getValue());
    }
    return path.replaceAll("\\{[^}]+}", "unknown");
  }

  private static String token(Tree load, String link) {
    return load.text(link).replaceFirst(".*/", "");
  }
}
