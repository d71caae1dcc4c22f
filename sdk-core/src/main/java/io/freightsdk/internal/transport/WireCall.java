package io.freightsdk.internal.transport;

import okhttp3.Call;

/** A wire request under way. */
public final class WireCall {
  private final Call call;
  private final WireTrace trace;

  WireCall(Call call, WireTrace trace) {
    this.call = call;
    this.trace = trace;
  }

  /**
   * Ends the request at once. True when the service certainly does not get it; false when it may
   * have it already.
   */
  public boolean abandon() {
    boolean neverSent = trace.abandon();
    call.cancel();
    return neverSent;
  }
}
