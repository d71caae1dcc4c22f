package io.freightsdk.examples.benchmarks.peer;

import io.freightsdk.FreightClient;
import java.util.concurrent.CompletableFuture;

/** The SDK with everything it does by default: retries, deadline, charges. */
final class FreightPeer implements Peer {
  private final FreightClient client;
  private final boolean async;

  FreightPeer(String baseUrl, int atOnce, boolean async) {
    this.client =
        FreightClient.builder()
            .baseUrl(baseUrl)
            .agentKey(KEY)
            .allowInsecureHttp()
            .maxConcurrentRequests(atOnce)
            .build();
    this.async = async;
  }

  @Override
  public Object balance() throws Exception {
    return async ? client.async().getBalance().get() : client.getBalance();
  }

  @Override
  public Object position() throws Exception {
    return async ? client.async().getLoadPosition(LOAD).get() : client.getLoadPosition(LOAD);
  }

  @Override
  public CompletableFuture<?> balanceLater() {
    return client.async().getBalance();
  }

  @Override
  public void close() {
    client.close();
  }
}
