package io.freightsdk.server.http;

import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.http.engine.HttpEngine;
import io.freightsdk.server.http.engine.Request;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.web.live.EventStreams;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import java.util.function.Supplier;

/** Handles every request: finds its route, answers it, records it. */
final class Front implements HttpEngine.Handler {
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

  /**
   * Headers that stop a browser from running or framing an answer; pages have their own policies.
   */
  private static final String[][] GUARDS = {
    {"X-Content-Type-Options", "nosniff"},
    {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "geolocation=()"},
  };

  private static final int WRONG_BY = 16;
  private static final int PIECES = 20;
  private static final int NO_HTTP_BYTES = 256;

  private final VirtualClock clock;
  private final Supplier<String> requestIds;
  private final Router router;
  private final Recorder recorder;
  private final FaultStage faults;
  private volatile FormattedDate latest = new FormattedDate(Long.MIN_VALUE, "");

  Front(
      VirtualClock clock,
      Supplier<String> requestIds,
      Router router,
      Recorder recorder,
      FaultStage faults) {
    this.faults = faults;
    this.clock = clock;
    this.requestIds = requestIds;
    this.router = router;
    this.recorder = recorder;
  }

  @Override
  public void handle(Request request, Response response) throws IOException {
    clock.settle();
    Call call = new Call(request, requestIds.get(), clock.now());
    Router.Match match = router.find(request.method(), request.rawPath());
    Answer answer = answer(call, match);
    // Recorded before the answer is sent: a client that has it may read the journal at once.
    if (match.route().inJournal()) recorder.record(call, answer);
    send(request, response, call, answer, clock.now());
  }

  private Answer answer(Call call, Router.Match match) throws IOException {
    try {
      call.parameters(match.parameters());
      return match.route().handler().handle(call);
    } catch (RefusedException e) {
      return ErrorTable.answer(e.refusal());
    } catch (RuntimeException | Error e) {
      Log.LOGGER.log(System.Logger.Level.ERROR, "request " + call.requestId() + " failed", e);
      return ErrorTable.plain(500, "Internal error; see the server's log");
    }
  }

  /** The {@code Date} header of server time, formatted once a second. */
  String date() {
    return date(clock.now());
  }

  /**
   * Sends an answer.
   *
   * @throws IOException also when the answer says that the connection is to close early: the engine
   *     then closes it and forgets it
   */
  private void send(Request request, Response response, Call call, Answer answer, Instant now)
      throws IOException {
    switch (answer.delivery()) {
      case NONE -> throw new IOException("closed by a fault");
      case RESET -> {
        request.reset();
        throw new IOException("reset by a fault");
      }
      case NO_HTTP -> {
        response.sendRaw(noHttp(answer));
        throw new IOException("spoilt by a fault");
      }
      default -> {}
    }

    // The rest of the body must be read, or the next request on this connection starts in its
    // middle.
    request.skipBody();
    response.header("Date", date(now));
    response.header("X-Request-Id", call.requestId());
    response.header("Content-Type", answer.contentType());
    response.header("Cache-Control", "no-store");
    for (String[] header : GUARDS) response.header(header[0], header[1]);
    answer.headers().forEach(response::header);

    EventStreams.Stream stream = answer.stream();
    if (stream != null) {
      try (OutputStream out = response.stream(answer.status())) {
        if (!request.method().equals("HEAD")) stream.writeTo(out);
      }
    } else if (answer.delivery() == Answer.Delivery.TRUNCATED) {
      byte[] body = answer.body();
      response.sendCutOff(answer.status(), body.length, body, body.length / 2);
      throw new IOException("cut off by a fault");
    } else if (answer.delivery() == Answer.Delivery.TOO_SHORT) {
      byte[] body = answer.body();
      response.sendCutOff(answer.status(), body.length + WRONG_BY, body, body.length);
      throw new IOException("announced wrongly by a fault");
    } else if (answer.delivery() == Answer.Delivery.DRIBBLED) {
      dribble(response, call, answer);
    } else {
      response.send(answer.status(), answer.parts().toArray(new byte[0][]));
    }
  }

  /** The whole body in at most {@link #PIECES} pieces over the time of the fault. */
  private void dribble(Response response, Call call, Answer answer) throws IOException {
    Fault fault = call.fault();
    Duration pause = fault == null ? Duration.ZERO : fault.delay().dividedBy(PIECES);
    byte[] body = answer.body();
    int size = Math.max(1, (body.length + PIECES - 1) / PIECES);
    response.sendInPieces(answer.status(), body, size, () -> faults.hold(pause));
  }

  /** The same for the same answer, so that a test can be repeated. */
  private static byte[] noHttp(Answer answer) {
    byte[] bytes = new byte[NO_HTTP_BYTES];
    new Random(answer.length()).nextBytes(bytes);
    // The first byte of an answer is an H.
    bytes[0] = 0;
    return bytes;
  }

  private String date(Instant now) {
    long second = now.getEpochSecond();
    FormattedDate current = latest;
    if (current.second != second) {
      current = new FormattedDate(second, HTTP_DATE.format(now));
      latest = current;
    }
    return current.text;
  }

  /** Created for the first log line: looking for a logger would slow down a cold start. */
  private static final class Log {
    static final System.Logger LOGGER = System.getLogger(Front.class.getName());
  }

  private record FormattedDate(long second, String text) {}
}
