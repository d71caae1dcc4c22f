package io.freightsdk.internal.call;

import io.freightsdk.internal.call.Call.Step;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.call.CallRunner.RunningCall;
import io.freightsdk.internal.call.Event.End;
import io.freightsdk.internal.call.SimulatedWire.Stage;
import io.freightsdk.internal.call.Timer.Cancellable;
import io.freightsdk.internal.concurrent.OwnedFuture;
import io.freightsdk.internal.transport.Limiter;
import io.freightsdk.internal.transport.SimulatedExchange;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The third driver of a {@link Call}: it waits in simulated time, and its wire is a {@link
 * SimulatedWire}. Like {@link AsyncDriver} it has the call in one hand at a time; unlike it, it
 * needs no thread to send.
 */
public final class SimulatedDriver<T, R> implements RunningCall<R> {
  private final CallRunner runner;
  private final Call<T> call;
  private final Function<CallResult<T>, R> form;
  private final SimulatedWire wire;
  private final Set<SimulatedDriver<?, ?>> open;
  private final Object name;
  private final OwnFuture future = new OwnFuture();

  private @Nullable Wait wait;
  private SimulatedWire.@Nullable Sending sending;

  private SimulatedDriver(
      CallRunner runner,
      CallSpec<T> spec,
      Function<CallResult<T>, R> form,
      SimulatedWire wire,
      Set<SimulatedDriver<?, ?>> open) {
    this.runner = runner;
    this.call = new Call<>(runner, spec, 1, true);
    this.form = form;
    this.wire = wire;
    this.open = open;
    this.name = wire.begun(spec);
    call.onAbandon = this::abandoned;
  }

  /**
   * Starts a call.
   *
   * @param open the calls of one client under way; it is among them until it ends
   */
  public static <T, R> RunningCall<R> start(
      CallRunner runner,
      CallSpec<T> spec,
      Function<CallResult<T>, R> form,
      SimulatedWire wire,
      Set<SimulatedDriver<?, ?>> open) {
    SimulatedDriver<T, R> driver = new SimulatedDriver<>(runner, spec, form, wire, open);
    open.add(driver);
    if (driver.call.mayBlock()) {
      driver.hop(() -> driver.call.on(null));
    } else {
      driver.go(() -> driver.call.on(null));
    }
    return driver;
  }

  @Override
  public CompletableFuture<R> future() {
    return future;
  }

  @Override
  public int attempts() {
    return call.attempts();
  }

  @Override
  public void abandon() {
    call.abandon(new End("the future was cancelled"));
  }

  @Override
  public void expire(Duration deadline) {
    call.abandon(new End("the deadline has passed", deadline));
  }

  /** Ends the call because its client is closed. */
  public void close() {
    call.abandon(new End("the client was closed"));
  }

  /** On another thread of the client. */
  private void hop(Supplier<@Nullable Step> next) {
    runner.execute(() -> go(next));
  }

  /** Goes on with the call; a step that is null goes on by itself. */
  private void go(Supplier<@Nullable Step> next) {
    Step step = guarded(next);
    End end = call.end();
    if (step != null && !(step instanceof Step.Done) && end != null) {
      boolean queued = step instanceof Step.Send;
      step = guarded(() -> call.on(end.unsent(queued)));
    }
    if (step instanceof Step.Done) {
      deliver();
    } else if (step != null) {
      Step now = step;
      if (guarded(() -> await(now)) instanceof Step.Done) deliver();
    }
  }

  private @Nullable Step guarded(Supplier<@Nullable Step> next) {
    wire.running(name);
    try {
      return next.get();
    } catch (Throwable fault) {
      return call.on(new Event.Threw("the client", fault));
    }
  }

  private @Nullable Step await(Step step) {
    if (step instanceof Step.Send send) {
      enter(send);
      return null;
    }
    if (step instanceof Step.Pause pause) {
      wire.at(name, Stage.PAUSED);
      Supplier<Step> waited = () -> call.on(new Event.Waited());
      wait = new Wait(pause.delay(), waited, waited, end -> call.on(end.unsent(false)));
      return null;
    }
    Step.Await awaited = (Step.Await) step;
    CompletableFuture<?> source = awaited.future();
    wire.at(name, call.attempts() == 0 ? Stage.PRICING : Stage.AWAITING_TOP_UP);
    Wait until =
        new Wait(
            awaited.atMost(),
            () -> call.awaited(source),
            () -> call.awaited(source),
            end -> {
              source.cancel(false);
              return call.on(end.unsent(false));
            });
    wait = until;
    CompletableFuture<?> unused = source.whenComplete((value, thrown) -> until.happened());
    return null;
  }

  private void enter(Step.Send send) {
    long queued = runner.nanos.getAsLong();
    Admission admission = new Admission();
    Limiter.Ticket ticket = runner.transport.limiter.enter(admission);
    if (ticket.isAdmitted()) {
      exchange(send, ticket, queued);
      return;
    }
    wire.at(name, Stage.QUEUED);
    Wait inLine =
        new Wait(
            call.left(),
            () -> {
              Step now = call.turn(send);
              if (now instanceof Step.Send next) {
                exchange(next, ticket, queued);
                return null;
              }
              ticket.leave();
              return now;
            },
            () -> {
              ticket.leave();
              return call.on(new Event.TimeUp());
            },
            end -> {
              ticket.leave();
              return call.on(end.unsent(true));
            });
    wait = inLine;
    admission.inLine = inLine;
  }

  /** Tells a wait, which is there only after the line was entered, that its turn has come. */
  private final class Admission implements Runnable {
    private @Nullable Wait inLine;

    @Override
    public void run() {
      Wait waits = inLine;
      if (waits != null) waits.happened();
    }
  }

  private void exchange(Step.Send send, Limiter.Ticket ticket, long queued) {
    wire.at(name, Stage.SENDING);
    call.sending(send);
    sending =
        wire.send(
            name,
            SimulatedExchange.of(send.exchange()),
            send.timeout(),
            queued,
            result -> {
              sending = null;
              ticket.leave();
              go(() -> call.sent(result, call.end()));
            });
    if (call.end() != null) sending.abandon();
  }

  /** One wait: whoever claims it first goes on with the call. */
  private final class Wait {
    private final Supplier<@Nullable Step> event;
    private final Function<End, Step> ended;
    private final Cancellable timer;
    private boolean claimed;

    Wait(
        Duration atMost,
        Supplier<@Nullable Step> event,
        Supplier<@Nullable Step> timeUp,
        Function<End, Step> ended) {
      this.event = event;
      this.ended = ended;
      this.timer = runner.timer.after(atMost, () -> end(timeUp));
    }

    void happened() {
      end(event);
    }

    private void end(Supplier<@Nullable Step> next) {
      if (claim()) hop(next);
    }

    void abandon(End end) {
      if (!claim()) return;
      if (call.mayBlock()) {
        hop(() -> ended.apply(end));
      } else {
        go(() -> ended.apply(end));
      }
    }

    private boolean claim() {
      if (claimed) return false;
      claimed = true;
      wait = null;
      timer.cancel();
      return true;
    }
  }

  private void abandoned() {
    SimulatedWire.Sending running = sending;
    Wait waiting = wait;
    if (running != null) running.abandon();
    if (waiting != null) waiting.abandon(Objects.requireNonNull(call.end()));
  }

  private void deliver() {
    open.remove(this);
    wire.at(name, Stage.ENDED);
    CallResult<T> result = call.result();
    Throwable failure = call.failure();
    wire.ended(name, result != null ? result : failure);
    runner.execute(() -> tell(result, failure));
  }

  private void tell(@Nullable CallResult<T> result, @Nullable Throwable failure) {
    boolean lost = result == null && failure == null;
    try {
      future.told(
          result == null ? null : form.apply(result),
          lost ? new IllegalStateException("no result") : failure);
    } catch (Throwable thrown) {
      future.told(null, thrown);
    }
  }

  /** Whoever ends it from outside ends the call too. */
  private final class OwnFuture extends OwnedFuture<R> {
    @Override
    protected void endedByOthers(String how) {
      call.abandon(new End(how));
    }

    void told(@Nullable R value, @Nullable Throwable failure) {
      end(value, failure);
    }
  }
}
