package io.freightsdk.internal.call;

import io.freightsdk.internal.concurrent.OwnedFuture;

/** The future of a call. Ending it from outside, as by {@code cancel}, ends the call. */
public abstract class StartedCall<R> extends OwnedFuture<R> {
  /** What it has come to. */
  public abstract SoFar soFar();

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
    public SoFar soFar() {
      return SoFar.NOTHING;
    }

    @Override
    public SoFar leave() {
      return SoFar.NOTHING;
    }

    @Override
    protected void endedByOthers(String how) {}
  }
}
