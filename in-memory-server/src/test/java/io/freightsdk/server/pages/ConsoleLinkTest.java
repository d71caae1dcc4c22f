package io.freightsdk.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Service;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Who may open a page. */
class ConsoleLinkTest {
  @AutoClose private final Service service = Service.start();

  @Test
  void aLinkToTheConsoleMayStandAnywhereButNoFrameOfIt() {
    assertThat(consoleFrom("navigate", "document", "/__admin/")).isEqualTo(200);
    assertThat(consoleFrom("navigate", "iframe", "/__admin/")).isEqualTo(403);
    assertThat(consoleFrom("no-cors", "document", "/__admin/")).isEqualTo(403);
    assertThat(consoleFrom("navigate", "document", "/__admin/brokers")).isEqualTo(403);
  }

  private int consoleFrom(String mode, String destination, String path) {
    return service
        .anyone()
        .get(
            path,
            "Sec-Fetch-Site",
            "cross-site",
            "Sec-Fetch-Mode",
            mode,
            "Sec-Fetch-Dest",
            destination)
        .status();
  }
}
