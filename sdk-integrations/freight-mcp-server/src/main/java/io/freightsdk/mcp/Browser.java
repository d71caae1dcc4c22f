package io.freightsdk.mcp;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Shows an address to the person, with the command of the system or that of {@code
 * FREIGHT_MCP_BROWSER}.
 */
record Browser(List<String> command) implements Predicate<URI> {
  private static final long SECONDS = 5;

  static Browser of(Map<String, String> environment) {
    String chosen = environment.get("FREIGHT_MCP_BROWSER");
    if (chosen != null && !chosen.isBlank()) return new Browser(List.of(chosen));
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    if (os.startsWith("windows")) {
      return new Browser(List.of("rundll32", "url.dll,FileProtocolHandler"));
    }
    return new Browser(List.of(os.startsWith("mac") ? "open" : "xdg-open"));
  }

  @Override
  public boolean test(URI address) {
    List<String> all = new ArrayList<>(command);
    all.add(address.toString());
    try {
      Process process =
          new ProcessBuilder(all)
              .redirectInput(ProcessBuilder.Redirect.PIPE)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      // Some commands stay as long as the browser is open.
      return !process.waitFor(SECONDS, TimeUnit.SECONDS) || process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
