package io.freightsdk.internal.call;

import io.freightsdk.internal.concurrent.OwnedFuture;

/** The future of a call. Ending it from outside, as by {@code cancel}, ends the call. */
public abstract class StartedCall<R> extends OwnedFuture<R> {
  /**
   * Wire attempts begun so far. Zero after {@link #abandon} means that nothing was sent, and that
   * nothing will be.
   */
  public abstract int attempts();

  /** Ends the call, and leaves the future to tell how it ended, and what it may have cost. */
  public final void abandon() {
    endedByOthers("the future was cancelled");
  }

  /** A call that could not begin. */
  static <R> StartedCall<R> refused(Throwable why) {
    Refused<R> refused = new Refused<>();
    refused.end(null, why);
    return refused;
  }

  private static final class Refused<R> extends StartedCall<R> {
    @Override
    public int attempts() {
      return 0;
    }

    @Override
    protected void endedByOthers(String how) {}
  }
}
