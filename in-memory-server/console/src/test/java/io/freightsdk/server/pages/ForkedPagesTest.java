package io.freightsdk.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.LoadView;
import io.freightsdk.server.support.Service;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Pages of a fork, which are below a path of its server. */
class ForkedPagesTest {
  /** What the console puts behind the address of its own server. */
  private static final Set<String> OF_THE_CONSOLE =
      Set.of("/track/", "/driver/", "/v1/", "/v1/agent/loads", "/v1/agent/loads/");

  @AutoClose private final Service service = Service.start();
  private final InMemoryFreightServer server = service.server();

  /** Else a page of a fork would show, or change, what its server has. */
  @Test
  void pagesOfAForkLeadToNothingOutsideIt() {
    String load = service.createLoad();
    server.fork();
    LoadView view = server.load(load).view();
    Pattern path = Pattern.compile("(?<=[\"'`])/(track|driver|api|v1|__admin)[^\"'`]*");
    for (String page :
        List.of("/track/" + view.trackingToken(), "/driver/" + view.driverToken(), "/__admin/")) {
      assertThat(service.anyone().get("/__forks/1" + page).status()).as(page).isEqualTo(200);
      String text = service.anyone().get("/__forks/1" + page).text();
      Set<String> allowed = page.startsWith("/__admin") ? OF_THE_CONSOLE : Set.of();
      assertThat(path.matcher(text).results().map(MatchResult::group))
          .as(page)
          .allMatch(allowed::contains);
      assertThat(text).as(page).doesNotContain("location.origin");
    }
  }
}
