package io.freightsdk.testing;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.server.InMemoryFreightServer;
import org.junit.jupiter.api.AfterEach;

/** Money over sockets and with threads, for tests whose subject they are. */
public abstract class MoneyOverSocketsFixture extends MoneyFixture {
  protected MoneyOverSocketsFixture() {
    super(InMemoryFreightServer.start());
  }

  @Override
  @AfterEach
  protected void closeAll() {
    super.closeAll();
  }

  /** Retries come at once, so that a test of retries takes no time. */
  @Override
  protected FreightClientBuilder builder() {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .retryPolicy(quickly().build());
  }
}
