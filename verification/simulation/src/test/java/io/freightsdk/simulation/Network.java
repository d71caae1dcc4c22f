package io.freightsdk.simulation;

import io.freightsdk.internal.call.SimulatedWire.Sending;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.SimulatedExchange;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.internal.transport.WireFailure.Kind;
import io.freightsdk.model.Operation;
import io.freightsdk.simulation.Service.Answered;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import okhttp3.Headers;
import okhttp3.Request;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The network between processes and the service: it takes its time, and in every attempt one thing
 * may go wrong. Requests that are out go on even when nobody waits for them any more.
 */
final class Network {
  /** No request arrives later than this after it was sent. */
  static final Duration LATEST = Duration.ofSeconds(20);

  /** So long after an answer, whoever waited for its place has taken it. */
  static final Duration PLACE_IS_TAKEN = Duration.ofMillis(5);

  static final Fault[] ATTEMPT_FAULTS =
      Arrays.stream(Fault.values())
          .filter(Fault::strikesAttempts)
          .filter(fault -> fault != Fault.KEY_SUPPLIER_THROWS)
          .toArray(Fault[]::new);

  private static final byte[] PAGE = ascii("<html><body><h1>Request blocked</h1></body></html>");
  private static final byte[] BUSY = ascii("{\"error\":\"slow down\"}");
  private static final byte[] BROKEN = ascii("{\"error\":\"internal error\"}");

  /** What looks like a word of the service, but for its status or its code. */
  private static final Answered[] ALMOST_THE_SERVICE = {
    new Answered(403, ascii("{\"error\":\"Request blocked\",\"code\":\"WAF_17\"}")),
    new Answered(402, ascii("{\"error\":\"Payment required\"}")),
    new Answered(409, ascii("{\"error\":\"Conflict\"}")),
    new Answered(422, ascii("{\"error\":\"Blocked\",\"code\":\"POLICY\"}")),
  };

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private final World world;

  Network(World world) {
    this.world = world;
  }

  Sending send(
      SimulatedProcess process,
      CallLog call,
      SimulatedExchange exchange,
      Duration timeout,
      Consumer<Exchange.Result> ended) {
    CallLog.Attempt attempt = world.attempted(call, timeout);
    process.out++;
    Flight flight = new Flight(process, attempt, exchange, ended);
    flight.begin(timeout);
    return flight;
  }

  /** A broken connection; where in the simulator it was made says nothing and costs time. */
  private static final class Broken extends IOException {
    private static final long serialVersionUID = 1;

    Broken(String message) {
      super(message);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  /** One attempt on its way. */
  private final class Flight implements Sending {
    private final SimulatedProcess process;
    private final CallLog.Attempt attempt;
    private final SimulatedExchange exchange;
    private final Consumer<Exchange.Result> listener;
    private final Dice dice;
    private final Operation operation;
    private final Fault fault;
    private Timeline.Due timeUp;
    private boolean over;

    Flight(
        SimulatedProcess process,
        CallLog.Attempt attempt,
        SimulatedExchange exchange,
        Consumer<Exchange.Result> listener) {
      this.process = process;
      this.attempt = attempt;
      this.exchange = exchange;
      this.listener = listener;
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
      Habits habits = world.habits;
      boolean isRepeat = attempt.call.attempts.size() > 1 && habits.onRepeat() != null;
      Fault usual = isRepeat ? habits.onRepeat() : habits.usual();
      int least = isRepeat ? 70 : usual == null ? 0 : 40;
      boolean strikes = dice.percent(Math.max(least, world.settings.faults()));
      Fault drawn = usual != null && dice.percent(70) ? usual : dice.pick(ATTEMPT_FAULTS);
      while (!drawn.fits(operation)) drawn = dice.pick(ATTEMPT_FAULTS);
      if (!strikes || world.calm || world.isCalm(attempt)) return null;
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
                broken(WireFailure.timedOut(exchange.abandon()));
              });
      long now = world.time.nanos();
      if (is(Fault.NAMES_HANG)) process.namesHangUntil = now + dice.upToMillis(60_000);
      long connected = Math.max(dice.upToMillis(20), process.namesHangUntil - now);
      if (is(Fault.CONNECT_REFUSED)) {
        later(connected, () -> broken(Kind.CONNECT));
      } else if (is(Fault.TLS_FAILED)) {
        later(connected, () -> broken(Kind.TLS));
      } else {
        later(connected, this::write);
      }
    }

    private void write() {
      if (!process.isAlive() || !exchange.startWriting()) return;
      if (is(Fault.BROKEN_WHILE_WRITING)) {
        later(dice.upToMillis(20), () -> broken(Kind.BROKEN));
        return;
      }
      boolean isShort = exchange.request().method().equals("GET");
      later(isShort ? 0 : dice.upToMillis(10), this::handOver);
    }

    private void handOver() {
      if (!process.isAlive()) return;
      byte[] body = exchange.writeWhole();
      if (body == null) return;
      attempt.handedOver = true;
      Request request = exchange.request();
      // Without a fault by its last case.
      switch (fault == null ? Fault.DATABASE_AWAY : fault) {
        case REQUEST_LOST -> {}
        case REQUEST_RESET -> later(dice.upToMillis(200), () -> broken(Kind.BROKEN));
        case GATEWAY_REFUSES ->
            later(dice.upToMillis(100), () -> stranger(400, 403, 404, 407, 502));
        case GATEWAY_BUSY -> later(dice.upToMillis(100), this::busy);
        case ASKED_TO_WAIT -> later(dice.upToMillis(100), this::askToWait);
        case SERVICE_FAILS_BEFORE ->
            later(dice.upToMillis(100), () -> answer(new Answered(500, BROKEN), Heard.LOST));
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

    private void busy() {
      int status = dice.pick(408, 429, 503);
      answer(new Answered(status, BUSY), status == 429 ? Heard.NOT_PROCESSED : Heard.LOST);
    }

    /** Sometimes for longer than any client waits. */
    private void askToWait() {
      String seconds = dice.pick("1", "2", "5", "20", "90");
      answer(new Answered(429, BUSY, seconds), Heard.NOT_PROCESSED);
    }

    private void stranger(Integer... statuses) {
      boolean almost = dice.percent(50);
      if (almost) answer(dice.pick(ALMOST_THE_SERVICE), Heard.STRANGER);
      else page(dice.pick(statuses));
    }

    private void page(int status) {
      // Whoever says that the server failed, it may have done its work.
      answer(new Answered(status, PAGE), status >= 500 ? Heard.LOST : Heard.STRANGER);
    }

    /** The service does its work, whether anybody waits for it or not. */
    private void process(Request request, byte[] body, boolean answers) {
      Answered answered = world.serve(attempt, request, body);
      attempt.processedAt = world.time.now();
      if (!answers) return;
      long back = dice.upToMillis(100);
      // Without a fault by its last case.
      switch (fault == null ? Fault.DATABASE_AWAY : fault) {
        case ANSWER_LOST -> {}
        case ANSWER_RESET -> later(back, () -> broken(Kind.BROKEN));
        case ANSWER_CUT ->
            later(
                back,
                () ->
                    broken(
                        new WireFailure(
                            Kind.BROKEN,
                            exchange.abandon(),
                            new Broken("unexpected end of stream"),
                            "")));
        case ANSWER_LATE ->
            later(
                dice.upToMillis((int) LATEST.toMillis()),
                () -> answer(answered, Heard.of(answered)));
        case ANSWER_GARBLED -> later(back, () -> garbled(answered));
        case ANSWER_IS_A_PAGE -> later(back, () -> page(200));
        case GATEWAY_FORBIDS -> later(back, () -> stranger(403, 401, 404, 422));
        case SERVICE_FAILS_AFTER ->
            later(back, () -> answer(new Answered(500, BROKEN), Heard.LOST));
        case ANSWER_OF_ANOTHER ->
            later(back, () -> answer(world.positionOfAnother(), Heard.UNREADABLE));
        case LOAD_OF_ANOTHER -> later(back, () -> ofAnother(answered));
        default -> later(back, () -> answerOfTheService(answered));
      }
    }

    /** A part of the body, which may name the load already. */
    private void garbled(Answered answered) {
      Answered part = answered.cut(dice.below(answered.body().length));
      answer(part, Heard.ofAPart(part));
    }

    /** A creation, whole or not, with the number of a load that nobody has made. */
    private void ofAnother(Answered answered) {
      if (answered.status() != 201) {
        answerOfTheService(answered);
        return;
      }
      Answered other = answered.of("LD-2025-" + attempt.id);
      if (dice.percent(50)) answer(other, Heard.SUCCESS);
      else garbled(other);
    }

    private void answerOfTheService(Answered answered) {
      if (!over && process.isAlive()) attempt.answeredWith = answered.status();
      answer(answered, Heard.of(answered));
    }

    private void answer(Answered seen, Heard heard) {
      Headers.Builder headers =
          new Headers.Builder()
              .add("Content-Type", seen.body() == PAGE ? "text/html" : "application/json")
              .add("X-Request-Id", Integer.toString(attempt.id));
      if (seen.asksToWait() != null) headers.add("Retry-After", seen.asksToWait());
      end(
          new WireAnswer(
              exchange.request().url(),
              seen.status(),
              headers.build(),
              new Buffer().write(seen.body()),
              false),
          heard,
          seen);
    }

    private void broken(Kind kind) {
      broken(
          new WireFailure(
              kind, exchange.abandon(), new Broken("simulated"), "freight.example:443"));
    }

    private void broken(WireFailure failure) {
      end(failure, failure.neverSent() ? Heard.NEVER_SENT : Heard.LOST, null);
    }

    private void later(long nanos, Runnable what) {
      world.time.after(nanos, what);
    }

    private void outside(long nanos, Runnable what) {
      world.time.outsideAfter(nanos, what);
    }

    private void end(Exchange.Result result, Heard heard, @Nullable Answered answered) {
      if (over || !process.isAlive()) return;
      over = true;
      process.out--;
      world.placeIsGivenBack(process);
      boolean unused = timeUp.drop();
      world.attemptEnded(attempt, heard, answered);
      world.tell(
          () ->
              attempt.call
                  + ": attempt "
                  + attempt.call.attempts.size()
                  + " ends: "
                  + said(result));
      listener.accept(result);
    }

    @Override
    public void abandon() {
      boolean neverSent = exchange.abandon();
      later(
          dice.upToMillis(20),
          () -> broken(new WireFailure(Kind.BROKEN, neverSent, new Broken("Canceled"), "")));
    }
  }

  private static String said(Exchange.Result result) {
    if (result instanceof WireAnswer answer) return "HTTP " + answer.status();
    WireFailure failure = (WireFailure) result;
    return failure.kind() + (failure.neverSent() ? ", surely not sent" : ", perhaps sent");
  }
}
