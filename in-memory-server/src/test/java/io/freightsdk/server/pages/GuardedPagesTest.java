package io.freightsdk.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.admin.AdminContext;
import io.freightsdk.server.http.Endpoint;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.SecurityHeaders;
import io.freightsdk.server.support.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The security headers of every page. */
class GuardedPagesTest {
  @AutoClose private final Service service = Service.start();

  @TestFactory
  Stream<DynamicTest> everyResponseOfEveryPageIsGuarded() {
    List<String> routes = routes();
    assertThat(routes).contains("GET /__admin/", "GET /track/{trackingToken}");
    return Stream.of(true, false)
        .flatMap(
            known ->
                routes.stream()
                    .map(
                        route ->
                            DynamicTest.dynamicTest(
                                route + (known ? "" : ", unknown"), () -> check(route, known))));
  }

  private List<String> routes() {
    AdminContext admin = ServerInProcess.adminContext(service.server());
    List<Endpoint> tables =
        new ArrayList<>(new PageRoutes(admin.service().linkAccess(), admin.clock()).links());
    tables.add(PageRoutes.console());
    return tables.stream()
        .map(one -> one.method() + " /" + String.join("/", one.template()))
        .toList();
  }

  private void check(String route, boolean known) {
    Http client = service.client();
    String[] parts = SecurityHeaders.filled(route, client, known).split(" ", 2);
    SecurityHeaders.expect(client.sendOnly(parts[0], parts[1], new byte[0])::header, route, known);
  }
}
