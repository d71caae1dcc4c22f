package io.freightsdk.server.standalone;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.http.JsonText;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of the runnable jar. Exits with code 0 on SIGTERM, 2 for an invalid option, 3
 * when memory is exhausted, 1 otherwise.
 */
public final class Main {
  private static final int BAD_OPTION = 2;
  private static final int FAILED = 1;
  private static final int OUT_OF_MEMORY = 3;
  private static final int HEALTH_TIMEOUT_MILLIS = 5_000;

  private static final int HTTP_OK = 200;

  private Main() {}

  public static void main(String[] arguments) {
    int code = run(List.of(arguments), System.out, System.err);
    if (code != 0) System.exit(code);
  }

  /** Runs the server until a signal, or prints help or checks health. Returns the exit code. */
  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    Options options;
    try {
      options = Options.parse(arguments);
    } catch (IllegalArgumentException e) {
      return reportBadOption(e.getMessage(), err);
    }
    if (options.help) {
      out.print(Options.HELP);
      return 0;
    }
    if (options.healthUrl != null) return checkHealth(options.healthUrl, err);
    return serve(options, out, err);
  }

  private static int reportBadOption(@Nullable String why, PrintStream err) {
    err.println(why);
    err.println("Try --help.");
    return BAD_OPTION;
  }

  /**
   * Checks the health of a server, for images without a shell. No planned fault affects this
   * request, and no journal shows it.
   */
  private static int checkHealth(String url, PrintStream err) {
    try {
      URLConnection connection =
          URI.create(url).resolve("/__admin/health").toURL().openConnection();
      connection.setConnectTimeout(HEALTH_TIMEOUT_MILLIS);
      connection.setReadTimeout(HEALTH_TIMEOUT_MILLIS);
      int status = ((HttpURLConnection) connection).getResponseCode();
      if (status == HTTP_OK) return 0;
      err.println("--health: " + url + " responded with status " + status);
      return FAILED;
    } catch (IllegalArgumentException | ClassCastException noUrl) {
      err.println("--health: " + url + " is not a URL such as http://127.0.0.1:8080");
      return BAD_OPTION;
    } catch (IOException e) {
      err.println("--health: no response from " + url + ": " + e.getMessage());
      return FAILED;
    }
  }

  private static int serve(Options options, PrintStream out, PrintStream err) {
    InMemoryFreightServer server;
    try {
      server = options.toBuilder().start();
    } catch (IllegalArgumentException e) {
      return reportBadOption(e.getMessage(), err);
    } catch (UncheckedIOException e) {
      err.println(e.getMessage() + "; set another --port (0 picks a free one) or --host");
      return FAILED;
    }
    Broker broker = server.initialBrokers().get(0);
    stopOnSignal(server);
    exitOnOutOfMemory(err);
    out.println(readyMessage(options, server, broker));
    out.flush();
    return waitForSignal();
  }

  /**
   * All threads of a server are daemon threads. This thread keeps the program running until the
   * shutdown hook ends it.
   */
  private static int waitForSignal() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  /** With only a shutdown hook, the exit code would be 143, as for a killed program. */
  private static void stopOnSignal(InMemoryFreightServer server) {
    Thread end =
        new Thread(
            () -> {
              server.close();
              Runtime.getRuntime().halt(0);
            },
            "freight-server-end");
    Runtime.getRuntime().addShutdownHook(end);
  }

  /** Without memory, some calls would hang. So the program exits, and a container restarts it. */
  private static void exitOnOutOfMemory(PrintStream err) {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, thrown) -> {
          if (!(thrown instanceof OutOfMemoryError)) {
            thrown.printStackTrace(err);
            return;
          }
          try {
            err.println("Out of memory: raise -Xmx, or reset the server from time to time.");
          } finally {
            Runtime.getRuntime().halt(OUT_OF_MEMORY);
          }
        });
  }

  private static String readyMessage(Options options, InMemoryFreightServer server, Broker broker) {
    String token = server.adminToken();
    if (options.json) {
      Map<String, @Nullable Object> line =
          JsonText.object(
              "baseUrl", server.baseUrl(),
              "agentKey", broker.agentKey(),
              "brokerId", broker.brokerId());
      if (!server.publicUrl().equals(server.baseUrl())) line.put("publicUrl", server.publicUrl());
      if (token != null) line.put("adminToken", token);
      return new String(JsonText.write(line), StandardCharsets.UTF_8);
    }
    return String.format(
        Locale.ROOT,
        """
        In-memory server ready at %s

          FREIGHT_BASE_URL=%s
          FREIGHT_AGENT_KEY=%s%s

        Broker %s holds %s USD. Console: %s/__admin/
        Stop with Ctrl-C.""",
        server.baseUrl(),
        server.publicUrl(),
        broker.agentKey(),
        token == null ? "" : "\n  FREIGHT_ADMIN_TOKEN=" + token,
        broker.brokerId(),
        broker.balanceUsd().toPlainString(),
        server.baseUrl());
  }
}
