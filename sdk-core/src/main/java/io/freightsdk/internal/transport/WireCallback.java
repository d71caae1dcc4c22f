package io.freightsdk.internal.transport;

/** Hears the end of one wire request: exactly one of the two methods is called, exactly once. */
public interface WireCallback {
  /** The answer came whole, up to the cap of its body. */
  void answered(WireAnswer answer);

  /** No whole answer came. */
  void failed(WireFailure failure);
}
