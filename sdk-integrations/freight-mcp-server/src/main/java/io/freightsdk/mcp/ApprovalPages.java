package io.freightsdk.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.freightsdk.agent.Approval;
import io.freightsdk.agent.ApprovalRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Asks the person in the browser, for hosts that cannot ask: one page for one call, on the loopback
 * address, whose address nobody can guess and the model is never told. The server listens from the
 * first question on. A page decides once; it is void when the approval has expired.
 */
final class ApprovalPages implements AutoCloseable {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int MAX_FORM_BYTES = 100;
  private static final long LOOK_MILLIS = 1000;

  /** Hosts give up after a minute: the model is told that a page is open, and calls again. */
  static final Duration PATIENCE = Duration.ofSeconds(40);

  /** What a person may say. */
  private enum Decision {
    APPROVED,
    REFUSED
  }

  /** A question with a page of its own. */
  private record Page(
      ApprovalRequest request, String secret, CompletableFuture<Decision> decision) {}

  private final Predicate<URI> browser;
  private final Duration patience;
  private final Clock clock;
  private final Map<String, Page> byToken = new ConcurrentHashMap<>();
  private final Map<String, Page> bySecret = new ConcurrentHashMap<>();
  private @Nullable HttpServer server;
  private @Nullable Path folder;

  /**
   * @param browser shows an address to the person; false if it cannot
   * @param patience how long a call waits for the person
   * @param clock the time of day
   */
  ApprovalPages(Predicate<URI> browser, Duration patience, Clock clock) {
    this.clock = clock;
    this.browser = browser;
    this.patience = patience;
  }

  /** Shows the page, unless it is open already, and waits a while for the answer. */
  Approval ask(ApprovalRequest request, BooleanSupplier cancelled) {
    byToken.values().removeIf(page -> isOver(page) && bySecret.remove(page.secret()) != null);
    Page page = byToken.get(request.token());
    if (page == null) {
      page = open(request);
      if (page == null) return Approval.UNAVAILABLE;
    }
    Instant until = clock.instant().plus(patience);
    while (true) {
      try {
        long left = Duration.between(clock.instant(), until).toMillis();
        Decision decision =
            page.decision().get(Math.max(1, Math.min(LOOK_MILLIS, left)), TimeUnit.MILLISECONDS);
        return decision == Decision.APPROVED ? Approval.APPROVED : Approval.DENIED;
      } catch (TimeoutException e) {
        boolean over = !clock.instant().isBefore(until) || cancelled.getAsBoolean();
        if (over) return Approval.PENDING;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Approval.PENDING;
      } catch (ExecutionException e) {
        throw new AssertionError("only ever completed with a decision", e);
      }
    }
  }

  private boolean isOver(Page page) {
    return !clock.instant().isBefore(page.request().expiresAt());
  }

  private @Nullable Page open(ApprovalRequest request) {
    byte[] bits = new byte[16];
    RANDOM.nextBytes(bits);
    Page page = new Page(request, HexFormat.of().formatHex(bits), new CompletableFuture<>());
    try {
      byToken.put(request.token(), page);
      bySecret.put(page.secret(), page);
      if (browser.test(link(page).toUri())) return page;
    } catch (IOException e) {
      // Then nobody can be asked.
    }
    byToken.remove(request.token());
    bySecret.remove(page.secret());
    return null;
  }

  /**
   * A file that leads to the page. The list of processes, which every user sees, then names the
   * file, which only this user can read, and not the page.
   */
  private synchronized Path link(Page page) throws IOException {
    if (server == null) {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/", this::handle);
      server.setExecutor(null);
      server.start();
      // The platform makes it for this user alone.
      folder = Files.createTempDirectory("freight-approval-");
    }
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/approve/" + page.secret();
    Path file = Objects.requireNonNull(folder).resolve("approve.html");
    Files.writeString(
        file,
        "<!doctype html><meta charset=utf-8><meta http-equiv=refresh content=\"0;url="
            + url
            + "\"><title>Approve</title><a href=\""
            + url
            + "\">Look at what your agent wants to do</a>\n");
    return file;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      String host = exchange.getRequestHeaders().getFirst("Host");
      String path = exchange.getRequestURI().getPath();
      String own = "127.0.0.1:" + exchange.getLocalAddress().getPort();
      String origin = exchange.getRequestHeaders().getFirst("Origin");
      Page page =
          path.startsWith("/approve/") ? bySecret.get(path.substring("/approve/".length())) : null;
      boolean foreign = origin != null && !origin.equals("http://" + own);
      if (!own.equals(host) || page == null) {
        answer(exchange, 404, ApprovalHtml.said("There is no such question, or it is over."));
      } else if (isOver(page) && !page.decision().isDone()) {
        answer(exchange, 410, ApprovalHtml.said("This question has expired. Nothing was sent."));
      } else if (exchange.getRequestMethod().equals("POST") && !foreign) {
        decide(exchange, page);
      } else if (exchange.getRequestMethod().equals("GET")) {
        Decision made = page.decision().getNow(null);
        answer(exchange, 200, made == null ? ApprovalHtml.of(page.request()) : said(made));
      } else {
        answer(exchange, 403, ApprovalHtml.said("Not allowed."));
      }
    } finally {
      exchange.close();
    }
  }

  private static void decide(HttpExchange exchange, Page page) throws IOException {
    String form;
    try (InputStream body = exchange.getRequestBody()) {
      form = new String(body.readNBytes(MAX_FORM_BYTES), StandardCharsets.UTF_8);
    }
    if (form.equals("answer=approve")) page.decision().complete(Decision.APPROVED);
    else if (form.equals("answer=refuse")) page.decision().complete(Decision.REFUSED);
    Decision made = page.decision().getNow(null);
    answer(
        exchange,
        made == null ? 400 : 200,
        made == null ? ApprovalHtml.said("Choose one of the two.") : said(made));
  }

  private static String said(Decision made) {
    return ApprovalHtml.said(
        made == Decision.APPROVED
            ? "Approved. Tell your agent to go on; you can close this page."
            : "Refused. Nothing is sent; you can close this page.");
  }

  private static void answer(HttpExchange exchange, int status, String html) throws IOException {
    byte[] body = html.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Frame-Options", "DENY");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.getResponseHeaders().set("Referrer-Policy", "same-origin");
    exchange
        .getResponseHeaders()
        .set(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self';"
                + " frame-ancestors 'none'; base-uri 'none'");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public synchronized void close() {
    if (server != null) server.stop(0);
    Path made = folder;
    if (made == null) return;
    try {
      Files.deleteIfExists(made.resolve("approve.html"));
      Files.deleteIfExists(made);
    } catch (IOException e) {
      // The system empties its folder of temporary files.
    }
  }
}
