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

/** A browser window, and the errors in it. */
final class BrowserSession implements AutoCloseable {
  /** Long, because a page may take many seconds on a busy machine. */
  static final int BOUND_MILLIS = 60_000;

  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  /** The style that Playwright adds for a picture; the page's policy forbids it. */
  private static final String STYLE_OF_PICTURES =
      "sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=";

  private final BrowserContext context;
  private final Page page;
  private final List<String> errors = new ArrayList<>();

  private BrowserSession(Browser.NewContextOptions options, String server) {
    context = TestBrowser.browser().newContext(options);
    context.setDefaultTimeout(BOUND_MILLIS);
    context.onConsoleMessage(
        message -> {
          boolean harmless = message.type().equals("log") || message.type().equals("info");
          if (!harmless) addError("console " + message.type() + ": " + message.text());
        });
    context.onWebError(error -> addError("error: " + error.error()));
    context.onRequest(
        request -> {
          boolean own = request.url().startsWith(server) || request.url().startsWith("data:");
          if (!own) errors.add("request to " + request.url());
        });
    context.onDialog(
        dialog -> {
          errors.add("dialog: " + dialog.message());
          dialog.dismiss();
        });
    page = context.newPage();
  }

  private void addError(String text) {
    if (!text.contains(STYLE_OF_PICTURES)) errors.add(text);
  }

  static BrowserSession desktop(String server) {
    return new BrowserSession(size(1280, 900), server);
  }

  static BrowserSession wide(String server) {
    return new BrowserSession(size(1500, 1180), server);
  }

  static BrowserSession phone(String server) {
    return new BrowserSession(size(390, 844).setDeviceScaleFactor(2).setHasTouch(true), server);
  }

  Page page() {
    return page;
  }

  BrowserContext context() {
    return context;
  }

  BrowserSession open(String link) {
    page.navigate(link);
    return this;
  }

  /** Writes the visible page to {@code target/screenshots}. */
  void screenshot(String name) {
    page.screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
  }

  /** Fails on a console error, a request to another server, a dialog or a violated page policy. */
  void assertNoErrors() {
    assertThat(errors).isEmpty();
  }

  /** As {@link #assertNoErrors}, but allows responses with this status, which the browser logs. */
  void assertNoErrorsExcept(String status) {
    assertThat(errors).allSatisfy(text -> assertThat(text).contains("status of " + status));
  }

  /** Fails on every accessibility problem that axe finds. */
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
    try (InputStream in = BrowserSession.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
