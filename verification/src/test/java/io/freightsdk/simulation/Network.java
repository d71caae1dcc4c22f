package io.freightsdk.simulation;

import io.freightsdk.model.Operation;
import io.freightsdk.simulation.SimulatedService.ServiceResponse;
import io.freightsdk.testing.SimulatedNetwork.Events;
import io.freightsdk.testing.SimulatedNetwork.SentRequest;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import org.jspecify.annotations.Nullable;

/**
 * The network between processes and the service. It delays messages, and each attempt may meet one
 * fault. A request that was sent continues even if nobody waits for it any more.
 */
final class Network {
  /** Maximum time between the sending of a request and its arrival. */
  static final Duration MAX_DELAY = Duration.ofSeconds(20);

  static final Fault[] ATTEMPT_FAULTS =
      Arrays.stream(Fault.values()).filter(Fault::affectsAttempts).toArray(Fault[]::new);

  private static final byte[] HTML_PAGE =
      ascii("<html><body><h1>Request blocked</h1></body></html>");
  private static final byte[] BUSY_BODY = ascii("{\"error\":\"slow down\"}");
  private static final byte[] SERVER_ERROR_BODY = ascii("{\"error\":\"internal error\"}");

  private static final byte[] BILLING_UNAVAILABLE_BODY =
      ascii("{\"error\":\"billing is down\",\"code\":\"BILLING_UNAVAILABLE\"}");

  /** Responses of a gateway that look like responses of the service, except for status or code. */
  private static final ServiceResponse[] SIMILAR_RESPONSES = {
    new ServiceResponse(403, ascii("{\"error\":\"Request blocked\",\"code\":\"WAF_17\"}")),
    new ServiceResponse(402, ascii("{\"error\":\"Payment required\"}")),
    new ServiceResponse(409, ascii("{\"error\":\"Conflict\"}")),
    new ServiceResponse(422, ascii("{\"error\":\"Blocked\",\"code\":\"POLICY\"}")),
  };

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private final SimulatedWorld world;

  /** Requests that have not ended. */
  private final List<RequestInFlight> inFlight = new ArrayList<>();

  Network(SimulatedWorld world) {
    this.world = world;
  }

  SentRequest send(SimulatedProcess process, Request request, Duration timeout, Events events) {
    process.requireAlive();
    RecordedCall.Attempt attempt = world.startAttempt(process, request, timeout);
    process.openRequests++;
    RequestInFlight flight = new RequestInFlight(process, attempt, request, events);
    inFlight.add(flight);
    flight.start(timeout);
    return flight;
  }

  /** Ends all requests of a process that was killed. */
  void dropRequestsOf(SimulatedProcess process) {
    for (RequestInFlight flight : List.copyOf(inFlight))
      if (flight.process == process) flight.drop();
  }

  /** A broken connection. It has no stack trace, which would only cost time. */
  private static final class BrokenConnectionException extends IOException {
    private static final long serialVersionUID = 1;

    BrokenConnectionException(String message) {
      super(message);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  /** An attempt that has not ended. */
  private final class RequestInFlight implements SentRequest {
    private final SimulatedProcess process;
    private final RecordedCall.Attempt attempt;
    private final Request request;
    private final Events events;
    private final Dice dice;
    private final Operation operation;
    private final Fault fault;
    private Timeline.ScheduledTask timeoutTask;
    private boolean hasEnded;

    RequestInFlight(
        SimulatedProcess process, RecordedCall.Attempt attempt, Request request, Events events) {
      this.process = process;
      this.attempt = attempt;
      this.request = request;
      this.events = events;
      this.operation = attempt.call.operation();
      this.dice = Dice.of(attempt.call.randomSeed, attempt.call.attempts.size());
      this.fault = randomFault();
    }

    private Fault randomFault() {
      if (operation == Operation.GET_PRICING && world.isPriceListUnavailable()) {
        Fault outage = dice.pick(Fault.CONNECT_REFUSED, Fault.REQUEST_LOST, Fault.RESPONSE_DELAYED);
        world.logFault(outage, attempt);
        return outage;
      }
      WorldTraits traits = world.traits;
      boolean isRepeat = attempt.call.attempts.size() > 1 && traits.repeatFault() != null;
      Fault frequent = isRepeat ? traits.repeatFault() : traits.frequentFault();
      int minPercent = isRepeat ? 70 : frequent == null ? 0 : 40;
      boolean fails = dice.chance(Math.max(minPercent, world.settings.faultPercent()));
      Fault random = frequent != null && dice.chance(70) ? frequent : dice.pick(ATTEMPT_FAULTS);
      while (!random.affects(operation)) random = dice.pick(ATTEMPT_FAULTS);
      if (!fails || world.faultsEnded) return null;
      world.logFault(random, attempt);
      return random;
    }

    private boolean is(Fault other) {
      return fault == other;
    }

    void start(Duration timeout) {
      timeoutTask =
          world.time.schedule(
              timeout.toNanos(),
              () -> {
                attempt.hasTimedOut = true;
                end(resultWithoutResponse(), null, "timed out", events::timedOut);
              });
      long now = world.time.now();
      if (is(Fault.DNS_HANGS)) process.dnsHangsUntil = now + dice.nanosUpToMillis(60_000);
      long connected = Math.max(dice.nanosUpToMillis(20), process.dnsHangsUntil - now);
      if (is(Fault.CONNECT_REFUSED)) {
        after(connected, () -> fail(new ConnectException("simulated")));
      } else {
        after(connected, this::write);
      }
    }

    private void write() {
      if (hasEnded || !process.isAlive() || !events.writes()) return;
      if (is(Fault.BROKEN_WHILE_WRITING)) {
        after(dice.nanosUpToMillis(20), () -> fail(new BrokenConnectionException("simulated")));
        return;
      }
      // The last byte of a request without a body is in its headers.
      boolean isShort = request.method().equals("GET");
      if (isShort) onSent();
      else after(dice.nanosUpToMillis(10), this::onSent);
    }

    private void onSent() {
      if (hasEnded || !process.isAlive()) return;
      byte @Nullable [] body = body();
      if (body == null) return;
      attempt.wasSent = true;
      // Without a fault, the default case applies.
      switch (fault == null ? Fault.DATABASE_UNAVAILABLE : fault) {
        case REQUEST_LOST -> {}
        case REQUEST_RESET ->
            after(
                dice.nanosUpToMillis(200), () -> fail(new BrokenConnectionException("simulated")));
        case GATEWAY_REFUSES ->
            after(dice.nanosUpToMillis(100), () -> respondAsGateway(400, 403, 404, 407, 502));
        case GATEWAY_BUSY -> after(dice.nanosUpToMillis(100), this::respondBusy);
        case RETRY_AFTER -> after(dice.nanosUpToMillis(100), this::respondWithRetryAfter);
        case SERVICE_FAILS_BEFORE ->
            after(
                dice.nanosUpToMillis(100),
                () -> respond(new ServiceResponse(500, SERVER_ERROR_BODY), AttemptResult.LOST));
        case REQUEST_DELAYED ->
            after(
                dice.nanosUpToMillis((int) MAX_DELAY.toMillis()),
                () -> process(request, body, true));
        case REQUEST_DUPLICATED -> {
          long first = dice.nanosUpToMillis(2_000);
          after(first, () -> process(request, body, false));
          after(first + dice.nanosUpToMillis(2_000), () -> process(request, body, true));
        }
        default -> after(dice.nanosUpToMillis(100), () -> process(request, body, true));
      }
    }

    /** The bytes of the body; null if the request was aborted before its last byte. */
    private byte @Nullable [] body() {
      Buffer written = new Buffer();
      RequestBody body = request.body();
      try {
        if (body != null) body.writeTo(written);
      } catch (IOException givenUp) {
        return null;
      }
      return written.readByteArray();
    }

    private void respondBusy() {
      int status = dice.pick(408, 429, 503);
      respond(
          new ServiceResponse(status, BUSY_BODY),
          status == 429 ? AttemptResult.NOT_PROCESSED : AttemptResult.LOST);
    }

    /** Responds with {@code Retry-After}, sometimes for longer than any client waits. */
    private void respondWithRetryAfter() {
      String seconds = dice.pick("1", "2", "5", "20", "90");
      ServiceResponse response =
          dice.chance(50)
              ? new ServiceResponse(429, BUSY_BODY, seconds)
              : new ServiceResponse(503, BILLING_UNAVAILABLE_BODY, seconds);
      respond(response, AttemptResult.NOT_PROCESSED);
    }

    private void respondAsGateway(Integer... statuses) {
      boolean almost = dice.chance(50);
      if (!almost) {
        respondWithHtml(dice.pick(statuses));
        return;
      }
      ServiceResponse response = dice.pick(SIMILAR_RESPONSES);
      // With an idempotency key, a 409 means that the first request is still processed.
      boolean isInProgress = response.status() == 409 && attempt.call.keyChargedOnce() != null;
      respond(response, isInProgress ? AttemptResult.LOST : AttemptResult.NOT_THE_SERVICE);
    }

    private void respondWithHtml(int status) {
      // After a 5xx from any sender, the service may have processed the request.
      respond(
          new ServiceResponse(status, HTML_PAGE),
          status >= 500 ? AttemptResult.LOST : AttemptResult.NOT_THE_SERVICE);
    }

    /** Lets the service process the request, even if no client waits for it. */
    private void process(Request request, byte[] body, boolean responds) {
      ServiceResponse response = world.serve(attempt, request, body);
      attempt.processedAt = world.time.now();
      if (!responds) return;
      long back = dice.nanosUpToMillis(100);
      // Without a fault, the default case applies.
      switch (fault == null ? Fault.DATABASE_UNAVAILABLE : fault) {
        case RESPONSE_LOST -> {}
        case RESPONSE_RESET -> after(back, () -> fail(new BrokenConnectionException("simulated")));
        case RESPONSE_CUT -> after(back, () -> respondCut(response));
        case RESPONSE_DELAYED ->
            after(
                dice.nanosUpToMillis((int) MAX_DELAY.toMillis()),
                () -> respond(response, AttemptResult.of(response)));
        case RESPONSE_BODY_TRUNCATED -> after(back, () -> respondTruncated(response));
        case RESPONSE_IS_HTML -> after(back, () -> respondWithHtml(200));
        case GATEWAY_FORBIDS -> after(back, () -> respondAsGateway(403, 401, 404, 422));
        case SERVICE_FAILS_AFTER ->
            after(
                back,
                () -> respond(new ServiceResponse(500, SERVER_ERROR_BODY), AttemptResult.LOST));
        default -> after(back, () -> respondComplete(response));
      }
    }

    /** Sends a part of the body, which may contain the load number. */
    private void respondTruncated(ServiceResponse response) {
      ServiceResponse part = response.cut(dice.below(response.body().length));
      respond(part, AttemptResult.ofIncomplete(part));
    }

    private void respondComplete(ServiceResponse response) {
      if (!hasEnded && process.isAlive()) attempt.responseStatus = response.status();
      respond(response, AttemptResult.of(response));
    }

    private void respond(ServiceResponse response, AttemptResult result) {
      respond(response, result, new Buffer().write(response.body()), "HTTP " + response.status());
    }

    /** Sends the headers and a part of the body, then breaks the connection. */
    private void respondCut(ServiceResponse response) {
      Buffer part = new Buffer().write(response.body(), 0, response.body().length / 2);
      BufferedSource breaks =
          Okio.buffer(
              new ForwardingSource(part) {
                @Override
                public long read(Buffer sink, long byteCount) throws IOException {
                  if (part.exhausted())
                    throw new BrokenConnectionException("unexpected end of stream");
                  return super.read(sink, byteCount);
                }
              });
      respond(response, AttemptResult.LOST, breaks, "HTTP " + response.status() + ", cut off");
    }

    private void respond(
        ServiceResponse response, AttemptResult result, BufferedSource body, String text) {
      MediaType type =
          MediaType.get(response.body() == HTML_PAGE ? "text/html" : "application/json");
      Response.Builder builder =
          new Response.Builder()
              .request(request)
              .protocol(Protocol.HTTP_1_1)
              .code(response.status())
              .message("")
              .header("Content-Type", type.toString())
              .header("X-Request-Id", Integer.toString(attempt.id))
              .body(ResponseBody.create(body, type, -1));
      if (response.retryAfter() != null) builder.header("Retry-After", response.retryAfter());
      boolean isWhole = body instanceof Buffer;
      end(result, isWhole ? response : null, text, () -> events.responded(builder.build()));
    }

    private AttemptResult resultWithoutResponse() {
      return attempt.wasSent ? AttemptResult.LOST : AttemptResult.NEVER_SENT;
    }

    private void fail(IOException how) {
      end(resultWithoutResponse(), null, how.toString(), () -> events.failed(how));
    }

    private void after(long nanos, Runnable task) {
      world.time.schedule(nanos, task);
    }

    /**
     * @param response the complete response; null if there was none
     * @param notification notifies the client
     */
    private void end(
        AttemptResult result,
        @Nullable ServiceResponse response,
        String text,
        Runnable notification) {
      if (hasEnded || !process.isAlive()) return;
      hasEnded = true;
      inFlight.remove(this);
      process.openRequests--;
      timeoutTask.cancel();
      world.endAttempt(attempt, result, response);
      world.log(
          () ->
              attempt.call
                  + ": attempt "
                  + attempt.call.attempts.size()
                  + " ends: "
                  + text
                  + (result == AttemptResult.NEVER_SENT ? ", certainly not sent" : ""));
      notification.run();
    }

    private void drop() {
      hasEnded = true;
      inFlight.remove(this);
      timeoutTask.cancel();
      events.failed(new BrokenConnectionException("killed"));
    }

    @Override
    public void abort() {
      AttemptResult result = resultWithoutResponse();
      after(
          dice.nanosUpToMillis(20),
          () -> {
            BrokenConnectionException how = new BrokenConnectionException("Canceled");
            end(result, null, how.toString(), () -> events.failed(how));
          });
    }
  }
}
