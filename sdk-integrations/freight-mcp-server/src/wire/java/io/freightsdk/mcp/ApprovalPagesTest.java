package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.agent.Approval;
import io.freightsdk.agent.ApprovalRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may see and decide a question on its page. */
class ApprovalPagesTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private final List<URI> shown = new ArrayList<>();
  private final ApprovalPages pages =
      new ApprovalPages(shown::add, Duration.ZERO, Clock.fixed(NOW, ZoneOffset.UTC));
  private final ApprovalRequest request =
      new ApprovalRequest(
          "create_load",
          "Text the driver",
          new BigDecimal("0.65"),
          "digest",
          null,
          NOW.plusSeconds(600),
          "token",
          Map.of());

  @AfterEach
  void close() {
    pages.close();
  }

  private Approval ask() {
    return pages.ask(request, () -> false);
  }

  private URI page() throws IOException {
    String file = Files.readString(Path.of(shown.get(0)));
    return URI.create(file.replaceAll("(?s).*href=\"([^\"]+)\".*", "$1"));
  }

  /** The status of the answer to a request under this name of a host. */
  private static String status(URI page, String method, String host, String form)
      throws IOException {
    try (Socket browser = new Socket(InetAddress.getLoopbackAddress(), page.getPort())) {
      String head =
          "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
              .formatted(method, page.getPath(), host, form.length());
      browser.getOutputStream().write((head + form).getBytes(StandardCharsets.US_ASCII));
      return new BufferedReader(
              new InputStreamReader(browser.getInputStream(), StandardCharsets.US_ASCII))
          .readLine()
          .split(" ", -1)[1];
    }
  }

  /** A web page may have its own name lead to this machine. */
  @Test
  void underAnotherNameOfThisMachineThereIsNoPage() throws IOException {
    assertThat(ask()).isEqualTo(Approval.PENDING);
    URI page = page();
    String other = "pages.example:" + page.getPort();
    assertThat(status(page, "GET", other, "")).isEqualTo("404");
    assertThat(status(page, "POST", other, "answer=approve")).isEqualTo("404");
    assertThat(ask()).isEqualTo(Approval.PENDING);

    assertThat(status(page, "GET", page.getAuthority(), "")).isEqualTo("200");
    assertThat(status(page, "POST", page.getAuthority(), "answer=approve")).isEqualTo("200");
    assertThat(ask()).isEqualTo(Approval.APPROVED);
  }
}
