package io.freightsdk.internal.call;

import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.internal.transport.Exchange;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Where one call lives while nobody runs it: the thread of its caller, the threads of the client,
 * or a simulated process. Everything else about calls is the same for all three.
 */
public interface Home {
  /** Runs the next step of the call, on a thread that may be blocked. */
  void execute(Runnable task);

  /** Runs a task after the delay, like {@link #execute}. At most one wait of a call is open. */
  Cancellable after(Duration delay, Runnable task);

  /** Sends a request; {@code done} hears once how it ended, on this thread or another. */
  void send(Exchange exchange, Duration timeout, Consumer<Exchange.Result> done);

  /**
   * Whether a step may run here and now.
   *
   * @param blocks whether it may wait for the wire or for a database
   */
  boolean mayRun(boolean blocks);

  /** Gives up a request that may be out: it ends soon, with its answer if that is complete. */
  default void abandon(Exchange exchange) {
    exchange.abandon();
  }

  /** The call has ended and is booked. */
  default void ended() {}

  /** Makes the home of a call. */
  @FunctionalInterface
  interface Factory {
    Home of(Call<?> call);
  }
}
