package io.freightsdk.internal.call;

import io.freightsdk.internal.call.SimulatedWire.Sending;
import io.freightsdk.internal.call.SimulatedWire.Stage;
import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.SimulatedExchange;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The home of a call in a simulated process: its threads, its time and its network. */
public final class SimulatedHome implements Home {
  private final Call<?> call;
  private final SimulatedWire wire;
  private final Object name;
  private @Nullable Sending sending;

  /** Ended while its request was about to go out. */
  private boolean abandoned;

  /** Whether a step runs on a thread of the process, and not on one that ends the call. */
  private boolean inside;

  private SimulatedHome(Call<?> call, SimulatedWire wire) {
    this.call = call;
    this.wire = wire;
    String callId = Long.toString(call.number, Character.MAX_RADIX);
    this.name = wire.begun(call.spec, callId, !call.counted);
    wire.running(name);
  }

  /** Homes in the process that has this wire. */
  public static Home.Factory in(SimulatedWire wire) {
    return call -> new SimulatedHome(call, wire);
  }

  private void run(Runnable step) {
    wire.running(name);
    inside = true;
    try {
      step.run();
    } finally {
      inside = false;
    }
  }

  private Stage waitsFor() {
    Steps.Event event = call.event();
    if (event == Steps.Event.PLACE) return Stage.QUEUED;
    if (event == Steps.Event.PAUSE) return Stage.PAUSED;
    if (event == Steps.Event.BOOKING) return Stage.BOOKING;
    return event == Steps.Event.TOP_UP ? Stage.AWAITING_TOP_UP : Stage.PRICING;
  }

  @Override
  public void execute(Runnable task) {
    call.runner.execute(() -> run(task));
  }

  @Override
  public Cancellable after(Duration delay, Runnable task) {
    Stage stage = waitsFor();
    wire.at(name, stage, delay);
    return call.runner.timer.after(delay, () -> run(task));
  }

  @Override
  public void send(Exchange exchange, Duration timeout, Consumer<Exchange.Result> done) {
    wire.at(name, Stage.SENDING, timeout);
    Sending out =
        wire.send(
            name,
            SimulatedExchange.of(exchange),
            timeout,
            result -> {
              sending = null;
              run(() -> done.accept(result));
            });
    sending = out;
    if (abandoned) out.abandon();
    abandoned = false;
  }

  @Override
  public void abandon(Exchange exchange) {
    Sending out = sending;
    if (out != null) {
      out.abandon();
    } else {
      exchange.abandon();
      abandoned = true;
    }
  }

  @Override
  public boolean mayRun(boolean blocks) {
    wire.running(name);
    return !blocks || inside;
  }

  @Override
  public void ended() {
    wire.at(name, Stage.ENDED, Duration.ZERO);
    Object result = call.result();
    wire.ended(name, result != null ? result : Objects.requireNonNull(call.failure()));
  }
}
