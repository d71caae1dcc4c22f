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
 * The network between processes and the service: it takes its time, and in every attempt one thing
 * may go wrong. Requests that are out go on even when nobody waits for them any more.
 */
final class Network {
  /** No request arrives later than this after it was sent. */
  static final Duration LATEST = Duration.ofSeconds(20);

  static final Fault[] ATTEMPT_FAULTS =
      Arrays.stream(Fault.values()).filter(Fault::strikesAttempts).toArray(Fault[]::new);

  private static final byte[] PAGE = ascii("<html><body><h1>Request blocked</h1></body></html>");
  private static final byte[] BUSY = ascii("{\"error\":\"slow down\"}");
  private static final byte[] BROKEN = ascii("{\"error\":\"internal error\"}");

  private static final byte[] BILLING_DOWN =
      ascii("{\"error\":\"billing is down\",\"code\":\"BILLING_UNAVAILABLE\"}");

  /** What looks like a word of the service, but for its status or its code. */
  private static final ServiceResponse[] ALMOST_THE_SERVICE = {
    new ServiceResponse(403, ascii("{\"error\":\"Request blocked\",\"code\":\"WAF_17\"}")),
    new ServiceResponse(402, ascii("{\"error\":\"Payment required\"}")),
    new ServiceResponse(409, ascii("{\"error\":\"Conflict\"}")),
    new ServiceResponse(422, ascii("{\"error\":\"Blocked\",\"code\":\"POLICY\"}")),
  };

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private final SimulatedWorld world;

  /** What has not ended. */
  private final List<RequestInFlight> flights = new ArrayList<>();

  Network(SimulatedWorld world) {
    this.world = world;
  }

  SentRequest send(SimulatedProcess process, Request request, Duration timeout, Events events) {
    process.lives();
    CallLog.Attempt attempt = world.attempted(process, request, timeout);
    process.out++;
    RequestInFlight flight = new RequestInFlight(process, attempt, request, events);
    flights.add(flight);
    flight.begin(timeout);
    return flight;
  }

  /** A process was killed: whoever waits there for an answer ends. */
  void drop(SimulatedProcess process) {
    for (RequestInFlight flight : List.copyOf(flights)) if (flight.process == process) flight.drop();
  }

  /** A broken connection; where in the simulator it was made says nothing and costs time. */
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

  /** One attempt on its way. */
  private final class RequestInFlight implements SentRequest {
    private final SimulatedProcess process;
    private final CallLog.Attempt attempt;
    private final Request request;
    private final Events events;
    private final Dice dice;
    private final Operation operation;
    private final Fault fault;
    private Timeline.ScheduledTask timeUp;
    private boolean over;

    RequestInFlight(SimulatedProcess process, CallLog.Attempt attempt, Request request, Events events) {
      this.process = process;
      this.attempt = attempt;
      this.request = request;
      this.events = events;
      this.operation = attempt.call.operation();
      this.dice = Dice.of(attempt.call.dice, attempt.call.attempts.size());
      this.fault = drawn();
    }

    private Fault drawn() {
      if (operation == Operation.GET_PRICING && world.pricesAreAway()) {
        Fault away = dice.pick(Fault.CONNECT_REFUSED, Fault.REQUEST_LOST, Fault.ANSWER_LATE);
        world.struck(away, attempt);
        return away;
      }
      WorldTraits habits = world.habits;
      boolean isRepeat = attempt.call.attempts.size() > 1 && habits.onRepeat() != null;
      Fault usual = isRepeat ? habits.onRepeat() : habits.usual();
      int least = isRepeat ? 70 : usual == null ? 0 : 40;
      boolean strikes = dice.percent(Math.max(least, world.settings.faults()));
      Fault drawn = usual != null && dice.percent(70) ? usual : dice.pick(ATTEMPT_FAULTS);
      while (!drawn.fits(operation)) drawn = dice.pick(ATTEMPT_FAULTS);
      if (!strikes || world.calm) return null;
      world.struck(drawn, attempt);
      return drawn;
    }

    private boolean is(Fault one) {
      return fault == one;
    }

    void begin(Duration timeout) {
      timeUp =
          world.time.after(
              timeout.toNanos(),
              () -> {
                attempt.timedOut = true;
                end(givenUp(), null, "timed out", events::timedOut);
              });
      long now = world.time.now();
      if (is(Fault.NAMES_HANG)) process.namesHangUntil = now + dice.upToMillis(60_000);
      long connected = Math.max(dice.upToMillis(20), process.namesHangUntil - now);
      if (is(Fault.CONNECT_REFUSED)) {
        later(connected, () -> broken(new ConnectException("simulated")));
      } else {
        later(connected, this::write);
      }
    }

    private void write() {
      if (over || !process.isAlive() || !events.writes()) return;
      if (is(Fault.BROKEN_WHILE_WRITING)) {
        later(dice.upToMillis(20), () -> broken(new BrokenConnectionException("simulated")));
        return;
      }
      // The last byte of a request without a body is in its headers.
      boolean isShort = request.method().equals("GET");
      if (isShort) handOver();
      else later(dice.upToMillis(10), this::handOver);
    }

    private void handOver() {
      if (over || !process.isAlive()) return;
      byte @Nullable [] body = body();
      if (body == null) return;
      attempt.handedOver = true;
      // Without a fault by its last case.
      switch (fault == null ? Fault.DATABASE_AWAY : fault) {
        case REQUEST_LOST -> {}
        case REQUEST_RESET -> later(dice.upToMillis(200), () -> broken(new BrokenConnectionException("simulated")));
        case GATEWAY_REFUSES ->
            later(dice.upToMillis(100), () -> stranger(400, 403, 404, 407, 502));
        case GATEWAY_BUSY -> later(dice.upToMillis(100), this::busy);
        case ASKED_TO_WAIT -> later(dice.upToMillis(100), this::askToWait);
        case SERVICE_FAILS_BEFORE ->
            later(
                dice.upToMillis(100), () -> answer(new ServiceResponse(500, BROKEN), AttemptResult.LOST));
        case REQUEST_LATE ->
            outside(dice.upToMillis((int) LATEST.toMillis()), () -> process(request, body, true));
        case REQUEST_TWICE -> {
          long first = dice.upToMillis(2_000);
          outside(first, () -> process(request, body, false));
          outside(first + dice.upToMillis(2_000), () -> process(request, body, true));
        }
        default -> outside(dice.upToMillis(100), () -> process(request, body, true));
      }
    }

    /** The bytes of its body, whose last one is handed over; null when it was given up before. */
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

    private void busy() {
      int status = dice.pick(408, 429, 503);
      answer(
          new ServiceResponse(status, BUSY),
          status == 429 ? AttemptResult.NOT_PROCESSED : AttemptResult.LOST);
    }

    /** Sometimes for longer than any client waits. */
    private void askToWait() {
      String seconds = dice.pick("1", "2", "5", "20", "90");
      ServiceResponse said =
          dice.percent(50)
              ? new ServiceResponse(429, BUSY, seconds)
              : new ServiceResponse(503, BILLING_DOWN, seconds);
      answer(said, AttemptResult.NOT_PROCESSED);
    }

    private void stranger(Integer... statuses) {
      boolean almost = dice.percent(50);
      if (!almost) {
        page(dice.pick(statuses));
        return;
      }
      ServiceResponse said = dice.pick(ALMOST_THE_SERVICE);
      // To a key it says that the first request is in work.
      boolean isInWork = said.status() == 409 && attempt.call.onceChargedKey() != null;
      answer(said, isInWork ? AttemptResult.LOST : AttemptResult.NOT_THE_SERVICE);
    }

    private void page(int status) {
      // Whoever says that the server failed, it may have done its work.
      answer(
          new ServiceResponse(status, PAGE),
          status >= 500 ? AttemptResult.LOST : AttemptResult.NOT_THE_SERVICE);
    }

    /** The service does its work, whether anybody waits for it or not. */
    private void process(Request request, byte[] body, boolean answers) {
      ServiceResponse answered = world.serve(attempt, request, body);
      attempt.processedAt = world.time.now();
      if (!answers) return;
      long back = dice.upToMillis(100);
      // Without a fault by its last case.
      switch (fault == null ? Fault.DATABASE_AWAY : fault) {
        case ANSWER_LOST -> {}
        case ANSWER_RESET -> later(back, () -> broken(new BrokenConnectionException("simulated")));
        case ANSWER_CUT -> later(back, () -> cut(answered));
        case ANSWER_LATE ->
            later(
                dice.upToMillis((int) LATEST.toMillis()),
                () -> answer(answered, AttemptResult.of(answered)));
        case ANSWER_GARBLED -> later(back, () -> garbled(answered));
        case ANSWER_IS_A_PAGE -> later(back, () -> page(200));
        case GATEWAY_FORBIDS -> later(back, () -> stranger(403, 401, 404, 422));
        case SERVICE_FAILS_AFTER ->
            later(back, () -> answer(new ServiceResponse(500, BROKEN), AttemptResult.LOST));
        default -> later(back, () -> answerOfTheService(answered));
      }
    }

    /** A part of the body, which may name the load already. */
    private void garbled(ServiceResponse answered) {
      ServiceResponse part = answered.cut(dice.below(answered.body().length));
      answer(part, AttemptResult.ofAPart(part));
    }

    private void answerOfTheService(ServiceResponse answered) {
      if (!over && process.isAlive()) attempt.answeredWith = answered.status();
      answer(answered, AttemptResult.of(answered));
    }

    private void answer(ServiceResponse seen, AttemptResult result) {
      answer(seen, result, new Buffer().write(seen.body()), "HTTP " + seen.status());
    }

    /** The headers come, and a part of the body, and then nothing. */
    private void cut(ServiceResponse answered) {
      Buffer part = new Buffer().write(answered.body(), 0, answered.body().length / 2);
      BufferedSource breaks =
          Okio.buffer(
              new ForwardingSource(part) {
                @Override
                public long read(Buffer sink, long byteCount) throws IOException {
                  if (part.exhausted()) throw new BrokenConnectionException("unexpected end of stream");
                  return super.read(sink, byteCount);
                }
              });
      answer(answered, AttemptResult.LOST, breaks, "HTTP " + answered.status() + ", cut off");
    }

    private void answer(ServiceResponse seen, AttemptResult result, BufferedSource body, String said) {
      MediaType type = MediaType.get(seen.body() == PAGE ? "text/html" : "application/json");
      Response.Builder answer =
          new Response.Builder()
              .request(request)
              .protocol(Protocol.HTTP_1_1)
              .code(seen.status())
              .message("")
              .header("Content-Type", type.toString())
              .header("X-Request-Id", Integer.toString(attempt.id))
              .body(ResponseBody.create(body, type, -1));
      if (seen.asksToWait() != null) answer.header("Retry-After", seen.asksToWait());
      boolean isWhole = body instanceof Buffer;
      end(result, isWhole ? seen : null, said, () -> events.responded(answer.build()));
    }

    private AttemptResult givenUp() {
      return attempt.handedOver ? AttemptResult.LOST : AttemptResult.NEVER_SENT;
    }

    private void broken(IOException how) {
      end(givenUp(), null, how.toString(), () -> events.failed(how));
    }

    private void later(long nanos, Runnable what) {
      world.time.after(nanos, what);
    }

    private void outside(long nanos, Runnable what) {
      world.time.after(nanos, what);
    }

    /**
     * @param answered what came; null for no whole answer
     * @param told tells the client
     */
    private void end(
        AttemptResult result, @Nullable ServiceResponse answered, String said, Runnable told) {
      if (over || !process.isAlive()) return;
      over = true;
      flights.remove(this);
      process.out--;
      timeUp.drop();
      world.attemptEnded(attempt, result, answered);
      world.tell(
          () ->
              attempt.call
                  + ": attempt "
                  + attempt.call.attempts.size()
                  + " ends: "
                  + said
                  + (result == AttemptResult.NEVER_SENT ? ", surely not sent" : ""));
      told.run();
    }

    private void drop() {
      over = true;
      flights.remove(this);
      timeUp.drop();
      events.failed(new BrokenConnectionException("killed"));
    }

    @Override
    public void abort() {
      AttemptResult result = givenUp();
      later(
          dice.upToMillis(20),
          () -> {
            BrokenConnectionException how = new BrokenConnectionException("Canceled");
            end(result, null, how.toString(), () -> events.failed(how));
          });
    }
  }
}
