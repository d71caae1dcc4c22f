package io.freightsdk.internal.call;

/** Something under way that can be ended early. Ending it twice, or too late, does nothing. */
@FunctionalInterface
public interface Cancellable {
  /** Nothing is under way. */
  Cancellable NOTHING = () -> {};

  void cancel();
}
