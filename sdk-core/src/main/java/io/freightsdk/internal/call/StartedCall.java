package io.freightsdk.internal.call;

import io.freightsdk.internal.concurrent.OwnedFuture;
import java.time.Duration;

/** The future of a call. Ending it from outside, as by {@code cancel}, ends the call. */
public abstract class StartedCall<R> extends OwnedFuture<R> {
  /** How long it has waited for top-ups, with the wait that has not ended. */
  public abstract Duration waitedForMoney();

  /**
   * Ends the call for whom it was made, and leaves the future to tell how it ended. A request that
   * is out is left to bring its answer, but nothing is sent after it.
   *
   * @return what it has come to: if nothing is out, it costs no more than that
   */
  public abstract SoFar leave();

  /** A call that could not begin. */
  static <R> StartedCall<R> refused(Throwable why) {
    Refused<R> refused = new Refused<>();
    refused.end(null, why);
    return refused;
  }

  private static final class Refused<R> extends StartedCall<R> {
    @Override
    public Duration waitedForMoney() {
      return Duration.ZERO;
    }

    @Override
    public SoFar leave() {
      return SoFar.NOTHING;
    }

    @Override
    protected void endedByOthers(String how) {}
  }
}
