package io.freightsdk.server.web.browser;

import static org.junit.jupiter.api.Assumptions.abort;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The machine's own Chromium or, with {@code -Dfreight.browser=firefox}, its Firefox, driven by the
 * machine's own Node: one for all tests of a run.
 */
final class TestBrowser implements AutoCloseable {
  /** Starts it before the first class that looks at pages; it ends with the run. */
  static final class Start implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext test) {
      ExtensionContext.Store run = test.getRoot().getStore(ExtensionContext.Namespace.GLOBAL);
      shared = run.computeIfAbsent(TestBrowser.class, first -> start(), TestBrowser.class);
    }
  }

  /** Set while tests run, which they do one after another. */
  private static TestBrowser shared;

  private final Playwright playwright;
  private final Browser browser;

  private TestBrowser(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  static boolean isFirefox() {
    return "firefox".equals(System.getProperty("freight.browser"));
  }

  /** Without one the tests are skipped and say so. */
  private static TestBrowser start() {
    Path browser =
        isFirefox()
            ? find("firefox-esr", "firefox")
            : find("chromium", "chromium-browser", "google-chrome");
    Path node = find("node");
    if (browser == null || node == null) {
      String wanted = isFirefox() ? "firefox-esr" : "chromium";
      String missing = (browser == null ? wanted : "node") + " is not on the path";
      System.out.println(
          "Browser tests skipped: " + missing + " (apt-get install " + wanted + " nodejs)");
      abort(missing);
    }
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(
                    Map.of(
                        "PLAYWRIGHT_NODEJS_PATH",
                        node.toString(),
                        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                        "1")));
    PlaywrightAssertions.setDefaultAssertionTimeout(Visit.BOUND_MILLIS);
    BrowserType.LaunchOptions options =
        new BrowserType.LaunchOptions()
            .setExecutablePath(browser)
            .setTimeout(2 * Visit.BOUND_MILLIS);
    Browser launched =
        isFirefox()
            // By WebDriver BiDi: the Firefox that people have, and not one that is patched.
            ? playwright.firefox().launch(options.setChannel("moz-firefox").setEnv(ownHome()))
            : playwright.chromium().launch(options.setArgs(CHROMIUM));
    return new TestBrowser(playwright, launched);
  }

  private static final List<String> CHROMIUM =
      List.of(
          "--no-sandbox",
          // Containers have 64 MB of shared memory, which a page may exceed.
          "--disable-dev-shm-usage",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--no-first-run");

  /** Firefox does not start for root in the home of somebody else. */
  private static Map<String, String> ownHome() {
    try {
      Map<String, String> environment = new HashMap<>(System.getenv());
      Path home = Files.createDirectories(Path.of("target", "firefox"));
      environment.put("HOME", home.toAbsolutePath().toString());
      return environment;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

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
