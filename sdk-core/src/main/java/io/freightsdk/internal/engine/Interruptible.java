package io.freightsdk.internal.engine;

/** A future whose call can be told that its waiting thread was interrupted. */
public interface Interruptible {
  /** Ends the call; the future then fails with its charge, or gives a result that came first. */
  void interrupted();
}
