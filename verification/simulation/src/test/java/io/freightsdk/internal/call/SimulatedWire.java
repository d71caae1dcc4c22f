package io.freightsdk.internal.call;

import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.SimulatedExchange;
import java.time.Duration;
import java.util.function.Consumer;

/** What carries the requests of simulated calls, and hears of them. */
public interface SimulatedWire {
  /** A request that was sent and has not ended. */
  interface Sending {
    /** Gives it up: it ends soon, with its answer if that is there already. */
    void abandon();
  }

  /**
   * A call begins; what it says stands for the call from now on.
   *
   * @param callId as its guard is told
   * @param isOwn whether the client makes it for itself
   */
  Object begun(CallSpec<?> spec, String callId, boolean isOwn);

  /**
   * Sends one attempt.
   *
   * @param call what {@link #begun} said
   * @param ended hears once how it ended
   */
  Sending send(
      Object call, SimulatedExchange exchange, Duration timeout, Consumer<Exchange.Result> ended);

  /** Code of the call runs from now on. */
  void running(Object call);

  /**
   * Where the call is now.
   *
   * @param atMost how long it waits there, or its request may take
   */
  void at(Object call, Stage stage, Duration atMost);

  /** What a call does, or waits for. */
  enum Stage {
    PRICING,
    QUEUED,
    SENDING,
    PAUSED,
    AWAITING_TOP_UP,
    /** It is clear how it ends, and its guard hears of it. */
    BOOKING,
    ENDED
  }

  /** The call has ended: the result, or what it failed with. */
  void ended(Object call, Object outcome);
}
