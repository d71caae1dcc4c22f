package io.freightsdk.server.pages;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.freightsdk.testing.Needs;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The machine's Chromium, driven by the machine's Node. All tests of a run share it. */
final class TestBrowser implements AutoCloseable {
  /** Starts the browser before the first class that uses it. It ends with the run. */
  static final class Start implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext test) {
      ExtensionContext.Store run = test.getRoot().getStore(ExtensionContext.Namespace.GLOBAL);
      shared = run.computeIfAbsent(TestBrowser.class, first -> start(), TestBrowser.class);
    }
  }

  /** Set while tests run, one after another. */
  private static TestBrowser shared;

  private final Playwright playwright;
  private final Browser browser;

  private TestBrowser(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  /** Skips the tests, with a reason, if the machine has no browser. */
  private static TestBrowser start() {
    Path browser = find("chromium", "chromium-browser", "google-chrome");
    Path node = find("node");
    Needs.Program.BROWSER.orSkip(browser != null && node != null);
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(
                    Map.of(
                        "PLAYWRIGHT_NODEJS_PATH",
                        node.toString(),
                        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                        "1")));
    PlaywrightAssertions.setDefaultAssertionTimeout(BrowserSession.BOUND_MILLIS);
    BrowserType.LaunchOptions options =
        new BrowserType.LaunchOptions()
            .setExecutablePath(browser)
            .setTimeout(2 * BrowserSession.BOUND_MILLIS)
            .setArgs(ARGUMENTS);
    return new TestBrowser(playwright, playwright.chromium().launch(options));
  }

  private static final List<String> ARGUMENTS =
      List.of(
          "--no-sandbox",
          // Containers have 64 MB of shared memory, which a page may exceed.
          "--disable-dev-shm-usage",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--no-first-run");

  static Browser browser() {
    return shared.browser;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }

  private static Path find(String... names) {
    for (String name : names) {
      for (String folder : System.getenv("PATH").split(File.pathSeparator, -1)) {
        Path candidate = Path.of(folder, name);
        if (Files.isExecutable(candidate)) return candidate;
      }
    }
    return null;
  }
}
