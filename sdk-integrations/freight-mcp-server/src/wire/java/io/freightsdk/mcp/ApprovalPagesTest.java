package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.agent.Approval;
import io.freightsdk.agent.ApprovalRequest;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  /** What a browser gets. */
  private record Answer(String status, String cookie, String html) {}

  /** The answer to a request under this name of a host, with this cookie. */
  private static Answer send(URI page, String method, String host, String cookie, String form)
      throws IOException {
    try (Socket browser = new Socket(InetAddress.getLoopbackAddress(), page.getPort())) {
      String head =
          "%s %s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
              .formatted(method, page.getPath(), host, cookie, form.length());
      browser.getOutputStream().write((head + form).getBytes(StandardCharsets.US_ASCII));
      String answer = new String(browser.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Matcher given = Pattern.compile("(?i)set-cookie: ([^;]+);(.*)").matcher(answer);
      String made = given.find() ? given.group(1) : "";
      if (!made.isEmpty()) {
        assertThat(given.group(2))
            .contains("HttpOnly", "SameSite=Strict", "Path=" + page.getPath());
      }
      return new Answer(answer.split(" ", 3)[1], made, answer);
    }
  }

  private static Answer look(URI page, String cookie) throws IOException {
    return send(page, "GET", page.getAuthority(), cookie, "");
  }

  private static String approve(URI page, String cookie) throws IOException {
    return send(page, "POST", page.getAuthority(), cookie, "answer=approve").status();
  }

  /** A web page may have its own name lead to this machine. */
  @Test
  void underAnotherNameOfThisMachineThereIsNoPage() throws IOException {
    assertThat(ask()).isEqualTo(Approval.PENDING);
    URI page = shown.get(0);
    String other = "pages.example:" + page.getPort();
    assertThat(send(page, "GET", other, "", "").status()).isEqualTo("404");
    assertThat(send(page, "POST", other, "", "answer=approve").status()).isEqualTo("404");
    assertThat(ask()).isEqualTo(Approval.PENDING);

    Answer seen = look(page, "");
    assertThat(seen.status()).isEqualTo("200");
    assertThat(look(page, "a=b; " + seen.cookie()).status()).as("loaded again").isEqualTo("200");
    assertThat(approve(page, seen.cookie())).isEqualTo("200");
    assertThat(ask()).isEqualTo(Approval.APPROVED);
  }

  @Test
  void whoHasTheAddressOnlyCannotDecide() throws IOException {
    ask();
    URI page = shown.get(0);
    assertThat(approve(page, "")).as("nobody has looked yet").isEqualTo("403");
    String cookie = look(page, "").cookie();
    assertThat(approve(page, "")).isEqualTo("403");
    assertThat(approve(page, "freight-approval=")).isEqualTo("403");
    assertThat(approve(page, cookie.substring(0, cookie.length() - 1))).isEqualTo("403");
    assertThat(ask()).isEqualTo(Approval.PENDING);
  }

  @Test
  void aPageThatIsOpenedTwiceIsVoidAndTheNextCallOpensANewOne() throws IOException {
    ask();
    URI page = shown.get(0);
    String first = look(page, "").cookie();
    Answer second = look(page, "");
    assertThat(second.status()).isEqualTo("403");
    assertThat(second.cookie()).isEmpty();
    assertThat(second.html()).contains("opened twice").doesNotContain("Text the driver");
    assertThat(approve(page, first)).as("it is decided").isEqualTo("200");

    assertThat(ask()).isEqualTo(Approval.PENDING);
    assertThat(shown).hasSize(2);
    String own = look(shown.get(1), "").cookie();
    assertThat(approve(shown.get(1), own)).isEqualTo("200");
    assertThat(ask()).isEqualTo(Approval.APPROVED);
  }
}
