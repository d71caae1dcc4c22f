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

  private static final byte[] PAGE =
      "<html><body><h1>Request blocked</h1></body></html>".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] BUSY =
      "{\"error\":\"slow down\"}".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] BROKEN =
      "{\"error\":\"internal error\"}".getBytes(StandardCharsets.US_ASCII);

  private final World world;

  Network(World world) {
    this.world = world;
  }

  Sending send(
      SimulatedProcess process,
      CallLog call,
      SimulatedExchange exchange,
      Duration promised,
      Duration timeout,
      Consumer<Exchange.Result> ended) {
    CallLog.Attempt attempt = world.attempted(call, promised);
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
      boolean strikes = dice.percent(world.settings.faults());
      Fault usual = world.habits.usual();
      Fault drawn = usual != null && dice.percent(70) ? usual : dice.pick(ATTEMPT_FAULTS);
      if (!strikes || world.calm || !drawn.fits(operation) || world.isCalm(attempt)) return null;
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
                end(WireFailure.timedOut(abandoned()));
              });
      if (isRefusedAsOwn()) {
        later(0, () -> broken(Kind.CONNECT));
        return;
      }
      long now = world.time.now();
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

    private boolean isRefusedAsOwn() {
      boolean own = operation == Operation.GET_PRICING || operation == Operation.GET_BALANCE;
      return own
          && attempt.call.act < 0
          && world.mutant == Mutant.COUNTS_ITS_OWN_READS
          && process.client.activity().calls() >= world.habits.mostCalls();
    }

    private boolean abandoned() {
      return exchange.abandon() || world.mutant == Mutant.CALLS_A_SENT_REQUEST_UNSENT;
    }

    private void write() {
      if (!process.isAlive() || !exchange.startWriting()) return;
      if (is(Fault.BROKEN_WHILE_WRITING)) {
        later(dice.upToMillis(20), () -> broken(Kind.BROKEN));
        return;
      }
      later(operation.method().equals("GET") ? 0 : dice.upToMillis(10), this::handOver);
    }

    private void handOver() {
      if (!process.isAlive()) return;
      byte[] body = exchange.writeWhole();
      if (body == null) return;
      attempt.handedOver = true;
      Request request = exchange.request();
      switch (fault == null ? Fault.CANCELLED : fault) {
        case REQUEST_LOST -> {}
        case REQUEST_RESET -> later(dice.upToMillis(200), () -> broken(Kind.BROKEN));
        case GATEWAY_REFUSES ->
            later(
                dice.upToMillis(100),
                () -> answer(new Answered(dice.pick(400, 403, 404, 407, 502), PAGE), "text/html"));
        case GATEWAY_BUSY ->
            later(
                dice.upToMillis(100),
                () -> answer(new Answered(dice.pick(408, 429, 503), BUSY), "application/json"));
        case SERVICE_FAILS_BEFORE ->
            later(
                dice.upToMillis(100), () -> answer(new Answered(500, BROKEN), "application/json"));
        case REQUEST_LATE ->
            later(dice.upToMillis((int) LATEST.toMillis()), () -> process(request, body, true));
        case REQUEST_TWICE -> {
          long first = dice.upToMillis(2_000);
          later(first, () -> process(request, body, false));
          later(first + dice.upToMillis(2_000), () -> process(request, body, true));
        }
        default -> later(dice.upToMillis(100), () -> process(request, body, true));
      }
      if (operation == Operation.GET_LOAD_POSITION && world.mutant == Mutant.SENDS_A_READ_TWICE) {
        later(dice.upToMillis(200), () -> process(request, body, false));
      }
    }

    /** The service does its work, whether anybody waits for it or not. */
    private void process(Request request, byte[] body, boolean answers) {
      Answered answered = world.serve(attempt, request, body);
      attempt.processed = true;
      if (!answers) return;
      long back = dice.upToMillis(100);
      switch (fault == null ? Fault.CANCELLED : fault) {
        case ANSWER_LOST -> {}
        case ANSWER_RESET -> later(back, () -> broken(Kind.BROKEN));
        case ANSWER_CUT ->
            later(
                back,
                () ->
                    end(
                        new WireFailure(
                            Kind.BROKEN,
                            exchange.abandon(),
                            new Broken("unexpected end of stream"),
                            "")));
        case ANSWER_LATE ->
            later(
                dice.upToMillis((int) LATEST.toMillis()),
                () -> answer(answered, "application/json"));
        case ANSWER_GARBLED ->
            later(
                back,
                () -> answer(new Answered(answered.status(), cut(answered)), "application/json"));
        case ANSWER_IS_A_PAGE -> later(back, () -> answer(new Answered(200, PAGE), "text/html"));
        case GATEWAY_FORBIDS ->
            later(
                back, () -> answer(new Answered(dice.pick(403, 401, 404, 422), PAGE), "text/html"));
        case SERVICE_FAILS_AFTER ->
            later(back, () -> answer(new Answered(500, BROKEN), "application/json"));
        case ANSWER_OF_ANOTHER ->
            later(back, () -> answer(world.positionOfAnother(), "application/json"));
        default -> later(back, () -> answerOfTheService(answered));
      }
    }

    /** A part of the body, which may name the load already. */
    private byte[] cut(Answered answered) {
      return Arrays.copyOf(answered.body(), dice.below(answered.body().length));
    }

    private void answerOfTheService(Answered answered) {
      if (!over && process.isAlive()) attempt.answeredWith = answered.status();
      boolean thrownAway = world.mutant == Mutant.GUARDS_HTTP2 && dice.percent(5);
      if (thrownAway) {
        broken(Kind.BROKEN);
      } else {
        answer(answered, "application/json");
      }
    }

    private void answer(Answered answered, String type) {
      Answered seen = world.mutant == Mutant.NONE ? answered : believed(answered);
      end(
          new WireAnswer(
              exchange.request().url(),
              seen.status(),
              Headers.of("Content-Type", type, "X-Request-Id", Integer.toString(attempt.id)),
              new Buffer().write(seen.body()),
              false));
    }

    private Answered believed(Answered answered) {
      boolean strangers = answered.status() >= 400 && answered.body() == PAGE;
      if (strangers && world.mutant == Mutant.TRUSTS_A_STRANGERS_REFUSAL) {
        return new Answered(answered.status(), BROKEN);
      }
      boolean position = operation == Operation.GET_LOAD_POSITION && answered.status() == 200;
      if (position && world.mutant == Mutant.BELIEVES_ANOTHER_LOADS_ANSWER) {
        String text = new String(answered.body(), StandardCharsets.UTF_8);
        String own = "\"loadNumber\":\"" + attempt.call.spec.loadNumber() + "\"";
        return new Answered(
            200,
            text.replaceFirst("\"loadNumber\":\"[^\"]+\"", own).getBytes(StandardCharsets.UTF_8));
      }
      return answered;
    }

    private void broken(Kind kind) {
      end(new WireFailure(kind, abandoned(), new Broken("simulated"), "freight.example:443"));
    }

    private void later(long nanos, Runnable what) {
      world.time.after(nanos, what);
    }

    private void end(Exchange.Result result) {
      boolean dead = !process.isAlive() && world.mutant != Mutant.THE_DEAD_GO_ON;
      if (over || dead) return;
      over = true;
      process.out--;
      process.gaveBackAt = world.time.now();
      later(PLACE_IS_TAKEN.toNanos(), () -> world.placesAreUsed(process));
      timeUp.drop();
      attempt.endedAt = world.time.now();
      world.tell(
          () ->
              attempt.call
                  + ": attempt "
                  + attempt.call.attempts.size()
                  + " ends: "
                  + said(result));
      boolean late = world.mutant == Mutant.GIVES_PLACES_BACK_LATE;
      if (late) {
        later(dice.upToMillis(500), () -> listener.accept(result));
      } else {
        listener.accept(result);
      }
    }

    @Override
    public void abandon() {
      boolean neverSent = abandoned();
      later(
          dice.upToMillis(20),
          () -> end(new WireFailure(Kind.BROKEN, neverSent, new Broken("Canceled"), "")));
    }
  }

  private static String said(Exchange.Result result) {
    if (result instanceof WireAnswer answer) return "HTTP " + answer.status();
    WireFailure failure = (WireFailure) result;
    return failure.kind() + (failure.neverSent() ? ", surely not sent" : ", perhaps sent");
  }
}
