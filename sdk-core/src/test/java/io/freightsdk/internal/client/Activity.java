package io.freightsdk.internal.client;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.call.CallsInProgress;

/**
 * What a client is doing at one moment, with the requests for prices and the balance, which it
 * makes for itself.
 *
 * @param calls in progress
 * @param requests in flight
 * @param waiting requests in line for a place on the wire
 */
public record Activity(int calls, int requests, int waiting) {
  public static Activity of(FreightClient client) {
    ClientCore core = ((BlockingClient) client).core;
    return CallsInProgress.of(core.calls);
  }
}
