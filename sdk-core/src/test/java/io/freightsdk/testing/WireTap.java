package io.freightsdk.testing;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;

/**
 * Counts at the level of the network what a client really does, as an event listener of the
 * caller's OkHttpClient: requests written, connections taken and given back, calls begun and ended.
 */
public final class WireTap extends EventListener {
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger callsOpen = new AtomicInteger();
  private final AtomicInteger connectionsTaken = new AtomicInteger();

  @Override
  public void callStart(Call call) {
    callsOpen.incrementAndGet();
  }

  @Override
  public void callEnd(Call call) {
    callsOpen.decrementAndGet();
  }

  @Override
  public void callFailed(Call call, IOException e) {
    callsOpen.decrementAndGet();
  }

  @Override
  public void requestHeadersStart(Call call) {
    requests.incrementAndGet();
  }

  @Override
  public void connectionAcquired(Call call, Connection connection) {
    connectionsTaken.incrementAndGet();
  }

  @Override
  public void connectionReleased(Call call, Connection connection) {
    connectionsTaken.decrementAndGet();
  }

  /** Requests whose headers were written. */
  public int requests() {
    return requests.get();
  }

  /** Calls that have begun and not ended: an answer that nobody read keeps one open. */
  int callsOpen() {
    return callsOpen.get();
  }

  /** Connections that a call holds. */
  int connectionsTaken() {
    return connectionsTaken.get();
  }
}
