package io.freightsdk.server.http;

import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.support.BareService;
import io.freightsdk.server.support.DescriptionCheck;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.SecurityHeaders;
import io.freightsdk.server.support.Service;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The security headers of the responses of every route. */
class GuardedRoutesTest {
  @AutoClose private final Service service = Service.start();

  @TestFactory
  Stream<DynamicTest> everyResponseOfEveryRouteIsGuarded() {
    return Stream.of(true, false)
        .flatMap(
            known ->
                routes()
                    .map(
                        route ->
                            DynamicTest.dynamicTest(
                                route + (known ? "" : ", unknown"), () -> check(route, known))));
  }

  /** The route tables of the server. The routes of the test control come from its description. */
  private Stream<String> routes() {
    FreightService bare = BareService.create();
    AgentAuthorizer gate = new AgentAuthorizer(bare.accounts(), new FaultInjector(new FaultPlan()));
    Stream<Endpoint> tables =
        Stream.of(
                new AgentRoutes(bare, gate).routes(),
                new ExperimentalRoutes(bare, gate).routes(),
                new PublicRoutes(bare).routes())
            .flatMap(List::stream);
    Stream<String> described =
        tables.map(one -> one.method() + " /" + String.join("/", one.template()));
    Stream<String> admin =
        DescriptionCheck.ADMIN.routes().stream().map(one -> one.replace(" /", " /__admin/"));
    return Stream.concat(Stream.concat(described, admin), Stream.of("GET /nowhere", "BREW /"));
  }

  private void check(String route, boolean known) {
    // A reset is among the routes: each check has a broker of its own.
    String agentKey = service.server().createBroker("5.00").agentKey();
    Http client = service.anyone().as(agentKey);
    String[] parts = SecurityHeaders.filled(route, client, known).split(" ", 2);
    byte[] body = (parts[0].equals("GET") ? "" : "{}").getBytes(StandardCharsets.UTF_8);
    String key = "Authorization: Bearer " + agentKey;
    SecurityHeaders.expect(client.sendOnly(parts[0], parts[1], body, key)::header, route, known);
  }
}
