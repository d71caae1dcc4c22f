package io.freightsdk.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One person's browser, and everything it complained about. */
final class Visit implements AutoCloseable {
  /** For what does not come at all: on a busy machine a page may take many seconds. */
  static final int BOUND_MILLIS = 60_000;

  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  /** What Playwright puts into a page before a picture; the page's policy forbids it. */
  private static final String STYLE_OF_PICTURES =
      "sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=";

  private final BrowserContext context;
  private final Page page;
  private final List<String> complaints = new ArrayList<>();

  private Visit(Browser.NewContextOptions options, String server) {
    context = TestBrowser.browser().newContext(options);
    context.setDefaultTimeout(BOUND_MILLIS);
    context.onConsoleMessage(
        message -> {
          boolean harmless = message.type().equals("log") || message.type().equals("info");
          if (!harmless) complain("console " + message.type() + ": " + message.text());
        });
    context.onWebError(error -> complain("error: " + error.error()));
    context.onRequest(
        request -> {
          boolean own = request.url().startsWith(server) || request.url().startsWith("data:");
          if (!own) complaints.add("request to " + request.url());
        });
    context.onDialog(
        dialog -> {
          complaints.add("dialog: " + dialog.message());
          dialog.dismiss();
        });
    page = context.newPage();
  }

  private void complain(String complaint) {
    if (!complaint.contains(STYLE_OF_PICTURES)) complaints.add(complaint);
  }

  static Visit desktop(String server) {
    return new Visit(size(1280, 900), server);
  }

  static Visit wide(String server) {
    return new Visit(size(1500, 1180), server);
  }

  static Visit phone(String server) {
    return new Visit(size(390, 844).setDeviceScaleFactor(2).setHasTouch(true), server);
  }

  Page page() {
    return page;
  }

  BrowserContext context() {
    return context;
  }

  Visit open(String link) {
    page.navigate(link);
    return this;
  }

  /** Writes what is seen now to {@code target/screenshots}. */
  void screenshot(String name) {
    page.screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
  }

  /** Fails on a console error, a request elsewhere, a dialog or a breach of the page's policy. */
  void assertNoComplaint() {
    assertThat(complaints).isEmpty();
  }

  /** As {@link #assertNoComplaint}, but for answers with this status, which the browser logs. */
  void assertNoComplaintBut(String status) {
    assertThat(complaints)
        .allSatisfy(complaint -> assertThat(complaint).contains("status of " + status));
  }

  /** Fails on any fault of accessibility that axe finds, be it minor. */
  void assertAccessible() {
    page.evaluate(axe());
    Object found =
        page.evaluate(
            "() => axe.run().then(found => found.violations"
                + ".map(fault => fault.id + ': ' + fault.nodes.map(n => n.html).join(' ')))");
    assertThat((List<?>) found).isEmpty();
  }

  @Override
  public void close() {
    context.close();
  }

  private static Browser.NewContextOptions size(int width, int height) {
    return new Browser.NewContextOptions()
        .setViewportSize(width, height)
        .setLocale("en-US")
        .setTimezoneId("America/Denver");
  }

  private static String axe() {
    try (InputStream in = Visit.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
