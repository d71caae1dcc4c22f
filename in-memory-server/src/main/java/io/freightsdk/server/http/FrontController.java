package io.freightsdk.server.http;

import io.freightsdk.server.http.Endpoint.Handler;
import io.freightsdk.server.http.engine.Request;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.http.engine.Response.Later;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.service.refusal.RefusedException;
import io.freightsdk.server.time.VirtualClock;
import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Handles every request: finds its route, responds and records it. Routes of the agent API start at
 * {@link AgentAuthorizer}. {@link RefusedException} has the responses for refusals.
 */
final class FrontController {
  private static final DateTimeFormatter RFC_1123_DATE =
      DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

  /**
   * Headers that stop a browser from running or framing a response. Pages have their own policies.
   */
  private static final String[][] SECURITY_HEADERS = {
    {"X-Content-Type-Options", "nosniff"},
    {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "geolocation=()"},
  };

  private static final String UNRECORDED = "for a page or the test control";

  private final VirtualClock clock;
  private final Router router;
  private final JournalWriter journalWriter;
  private final LinkBaseUrl linkBase;
  private final AtomicLong requests = new AtomicLong();

  FrontController(VirtualClock clock, Router router, RequestJournal journal, LinkBaseUrl linkBase) {
    this.clock = clock;
    this.router = router;
    this.journalWriter = new JournalWriter(journal);
    this.linkBase = linkBase;
  }

  Response handle(Request request) throws IOException {
    clock.runDueTasks();
    Router.Match match = router.resolve(request.method(), request.rawPath());
    // Pages and the test control take no request id, because this would change the state.
    boolean inJournal = match.endpoint().recorded();
    String requestId = inJournal ? "req_" + requests.incrementAndGet() : UNRECORDED;
    RequestContext context =
        new RequestContext(request, requestId, clock.now(), match.parameters(), linkBase);
    return respond(context, inJournal, match.endpoint().handler());
  }

  private Response respond(RequestContext context, boolean inJournal, Handler handler)
      throws IOException {
    Response response = process(context, handler);
    Later later = response.later();
    if (later != null) {
      return Response.after(
          later.time(), () -> respond(context, inJournal, same -> later.work().run()));
    }
    // Recorded before the response is sent, because its client may read the journal immediately.
    if (inJournal) journalWriter.record(context, response);
    // The headers of a planned fault replace the server's headers, in any case.
    Map<String, String> headers =
        context.fault() == null
            ? new LinkedHashMap<>()
            : new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.put("Date", date());
    if (inJournal) headers.put("X-Request-Id", context.requestId());
    headers.put("Cache-Control", "no-store");
    for (String[] guard : SECURITY_HEADERS) headers.put(guard[0], guard[1]);
    response.headers().forEach(headers::put);
    return response.withOnlyHeaders(headers);
  }

  private Response process(RequestContext context, Handler handler) throws IOException {
    try {
      return handler.handle(context);
    } catch (RefusedException e) {
      return JsonText.response(e);
    } catch (OutOfMemoryError e) {
      // The state may be incomplete, so the server must not continue with it.
      throw e;
    } catch (RuntimeException | Error e) {
      Log.LOGGER.log(System.Logger.Level.ERROR, "request " + context.requestId() + " failed", e);
      return JsonText.error(500, "Internal error; see the server's log");
    }
  }

  /** The {@code Date} header of server time. */
  String date() {
    String text = RFC_1123_DATE.format(clock.now());
    // Days from 1 to 9 have two digits in HTTP (RFC 9110, 5.6.7), but one in the JDK.
    int day = text.indexOf(' ') + 1;
    return text.charAt(day + 1) == ' ' ? new StringBuilder(text).insert(day, '0').toString() : text;
  }

  /** Created for the first log line, because finding a logger slows down a cold start. */
  private static final class Log {
    static final System.Logger LOGGER = System.getLogger(FrontController.class.getName());
  }
}
