package io.freightsdk.internal.call;

import io.freightsdk.internal.client.Activity;

/** Counts what a client is doing, where its calls are. */
public final class CallsInProgress {
  private CallsInProgress() {}

  public static Activity of(CallRunner calls) {
    // Requests are read first, so that a call that ends meanwhile is no request without a call.
    int requests = calls.transport.slots.inUse();
    int waiting = calls.transport.slots.waiting();
    return new Activity(calls.pending.get(), requests, waiting);
  }
}
