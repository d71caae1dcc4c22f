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
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Asks the person in the browser, for hosts that cannot ask: one page for one call, on the loopback
 * address, whose address nobody can guess and the model is never told. The server listens from the
 * first question on. A page decides once; it is void when the approval has expired.
 *
 * <p>Commands, and with them the address, are in the list of processes, which every user sees. So
 * the address opens the page once: the first browser gets a cookie, and the page needs that from
 * then on. Whoever comes second makes the page void. Where the system tells whose a connection is,
 * other users are refused at once.
 */
final class ApprovalPages implements AutoCloseable {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int MAX_FORM_BYTES = 100;
  private static final String PATH = "/approve/";
  private static final String COOKIE = "freight-approval=";
  private static final long LOOK_MILLIS = 1000;

  /** Hosts give up after a minute: the model is told that a page is open, and calls again. */
  static final Duration PATIENCE = Duration.ofSeconds(40);

  /** What a person may say. */
  private enum Decision {
    APPROVED,
    REFUSED,
    /** Nobody knows who has looked at the page. */
    VOID
  }

  /**
   * A question with a page of its own.
   *
   * @param secret its address
   * @param cookie what the browser has that came first; null before it
   */
  private record Page(
      ApprovalRequest request,
      String secret,
      AtomicReference<@Nullable String> cookie,
      CompletableFuture<Decision> decision) {
    boolean isVoid() {
      return decision.getNow(null) == Decision.VOID;
    }
  }

  private final Predicate<URI> browser;
  private final Duration patience;
  private final Clock clock;
  private final ZoneId zone;
  private final Map<String, Page> byToken = new ConcurrentHashMap<>();
  private final Map<String, Page> bySecret = new ConcurrentHashMap<>();
  private @Nullable HttpServer server;

  /**
   * @param browser shows an address to the person; false if it cannot
   * @param patience how long a call waits for the person
   * @param clock the time of day, in the person's zone
   */
  ApprovalPages(Predicate<URI> browser, Duration patience, Clock clock) {
    this.clock = clock;
    this.zone = clock.getZone();
    this.browser = browser;
    this.patience = patience;
  }

  /** Shows the page, unless it is open already, and waits a while for the answer. */
  Approval ask(ApprovalRequest request, BooleanSupplier cancelled) {
    byToken.values().removeIf(page -> page.isVoid() || isOver(page));
    bySecret.values().removeIf(this::isOver);
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
        return switch (decision) {
          case APPROVED -> Approval.APPROVED;
          case REFUSED -> Approval.DENIED;
          case VOID -> Approval.UNANSWERED;
        };
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
    Page page = new Page(request, random(), new AtomicReference<>(), new CompletableFuture<>());
    try {
      int port = port();
      byToken.put(request.token(), page);
      bySecret.put(page.secret(), page);
      if (browser.test(URI.create("http://127.0.0.1:" + port + PATH + page.secret()))) return page;
    } catch (IOException e) {
      // Then nobody can be asked.
    }
    byToken.remove(request.token());
    bySecret.remove(page.secret());
    return null;
  }

  private static String random() {
    byte[] bits = new byte[16];
    RANDOM.nextBytes(bits);
    return HexFormat.of().formatHex(bits);
  }

  private synchronized int port() throws IOException {
    HttpServer listening = server;
    if (listening == null) {
      listening =
          HttpServer.create(
              new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
      listening.createContext("/", this::handle);
      listening.start();
      server = listening;
    }
    return listening.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      String host = exchange.getRequestHeaders().getFirst("Host");
      String path = exchange.getRequestURI().getPath();
      int port = exchange.getLocalAddress().getPort();
      String own = "127.0.0.1:" + port;
      String origin = exchange.getRequestHeaders().getFirst("Origin");
      String method = exchange.getRequestMethod();
      Page page = path.startsWith(PATH) ? bySecret.get(path.substring(PATH.length())) : null;
      boolean foreign = origin != null && !origin.equals("http://" + own);
      if (!own.equals(host) || page == null) {
        answer(exchange, 404, ApprovalHtml.said("There is no such question, or it is over."));
      } else if (Peer.isAnotherUser(port, exchange.getRemoteAddress().getPort())) {
        answer(exchange, 403, ApprovalHtml.said("Not allowed."));
      } else if (isOver(page) && !page.decision().isDone()) {
        answer(exchange, 410, ApprovalHtml.said("This question has expired. Nothing was sent."));
      } else if (method.equals("GET") && mayLook(exchange, page)) {
        Decision made = page.decision().getNow(null);
        answer(exchange, 200, made == null ? ApprovalHtml.of(page.request(), zone) : said(made));
      } else if (method.equals("GET")) {
        page.decision().complete(Decision.VOID);
        answer(exchange, 403, said(page.decision().join()));
      } else if (method.equals("POST") && !foreign && hasCookie(exchange, page)) {
        decide(exchange, page);
      } else {
        answer(exchange, 403, ApprovalHtml.said("Not allowed."));
      }
    } finally {
      exchange.close();
    }
  }

  /** Whether this browser was the first; then it has the page's cookie from now on. */
  private static boolean mayLook(HttpExchange exchange, Page page) {
    if (hasCookie(exchange, page)) return true;
    String given = random();
    if (!page.cookie().compareAndSet(null, given)) return false;
    exchange
        .getResponseHeaders()
        .set(
            "Set-Cookie",
            COOKIE + given + "; HttpOnly; SameSite=Strict; Path=" + PATH + page.secret());
    return true;
  }

  private static boolean hasCookie(HttpExchange exchange, Page page) {
    String expected = page.cookie().get();
    if (expected == null) return false;
    return exchange.getRequestHeaders().getOrDefault("Cookie", List.of()).stream()
        .flatMap(line -> Arrays.stream(line.split(";", -1)))
        .anyMatch(
            one ->
                MessageDigest.isEqual(
                    one.strip().getBytes(StandardCharsets.UTF_8),
                    (COOKIE + expected).getBytes(StandardCharsets.UTF_8)));
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
        switch (made) {
          case APPROVED -> "Approved. Tell your agent to go on; you can close this page.";
          case REFUSED -> "Refused. Nothing is sent; you can close this page.";
          case VOID ->
              "This page was opened twice, so nobody can decide on it. Nothing is sent. Tell your"
                  + " agent to go on, and a new page opens.";
        });
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
  }
}
