package io.freightsdk.internal.client;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.call.CallsInProgress;

/**
 * The calls and requests of a client at one moment, including its own requests for prices and the
 * balance.
 *
 * @param calls calls in progress
 * @param requests requests in flight
 * @param waiting requests that wait because of {@code maxConcurrentRequests}
 */
public record Activity(int calls, int requests, int waiting) {
  public static Activity of(FreightClient client) {
    ClientCore core = ((BlockingClient) client).core;
    return CallsInProgress.of(core.calls);
  }
}
