package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.admin.AdminRoutes;
import io.freightsdk.server.http.Endpoint;
import io.freightsdk.server.support.DescriptionCheck;
import io.freightsdk.server.support.Service;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The description of the test control, compared with the route table. */
class AdminDescriptionTest {
  @AutoClose private final Service service = Service.start();

  @Test
  void descriptionHasExactlyTheRoutes() {
    assertThat(DescriptionCheck.ADMIN.routes()).containsExactlyInAnyOrderElementsOf(routes());
    assertThat(service.admin("GET", "openapi.yaml", null).text()).startsWith("openapi: 3.1.0");
  }

  /** The client compares each response with the description. */
  @Test
  void everyErrorOfABodyOrQueryIsDescribed() {
    String load = service.createLoad();
    String large = "[" + " ".repeat(1 << 20) + "]";
    for (String route : DescriptionCheck.ADMIN.routes()) {
      String method = route.substring(0, route.indexOf(' '));
      String path =
          ("/__admin" + route.substring(route.indexOf(' ') + 1))
              .replace("{loadNumber}", load)
              .replace("{sequence}", "1")
              .replace("brokers/{id}", "brokers/" + service.broker().brokerId())
              .replaceAll("\\{[^}]+}", "1");
      if (path.endsWith("/reset") || method.equals("DELETE")) continue;
      if (method.equals("GET")) {
        for (String parameter : DescriptionCheck.ADMIN.parameters(route)) {
          service.anyone().get(path + "?" + parameter + "=%00");
        }
        continue;
      }
      assertThat(service.anyone().send(method, path, "a=b", "Content-Type", "text/plain").status())
          .as(route)
          .isLessThan(500);
      assertThat(service.anyone().send(method, path, "{").status()).as(route).isLessThan(500);
      assertThat(service.anyone().send(method, path, large).status()).as(route).isLessThan(500);
    }
  }

  /** The methods and path templates of the route table, such as {@code GET /health}. */
  private List<String> routes() {
    List<Endpoint> guarded = AdminRoutes.of(ServerInProcess.adminContext(service.server()));
    return Stream.concat(guarded.stream(), Stream.of(AdminRoutes.health()))
        .map(route -> route.method() + " /" + String.join("/", route.template()))
        .map(route -> route.replace(" /__admin", " "))
        .toList();
  }
}
