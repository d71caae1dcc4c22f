package io.freightsdk.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerBuilder;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client creates loads after its server was reset or restarted. */
class RestartedServerIT {
  private static final String KEY = "agentkey-of-the-test";

  private static ServerBuilder server() {
    return InMemoryFreightServer.builder()
        .broker(BrokerSettings.DEFAULT.withBalance("25.00").withAgentKey(KEY));
  }

  private static FreightClient client(InMemoryFreightServer server) {
    return FreightClient.builder().baseUrl(server.baseUrl()).agentKey(KEY).build();
  }

  private static void assertCreates(
      FreightClient client, CallStyle style, InMemoryFreightServer server) {
    BigDecimal unused = client.price(Operation.CREATE_LOAD);
    BigDecimal before = server.brokers().get(0).balanceUsd();
    for (String reference : List.of("PO-1", "PO-2")) {
      CallOptions key = CallOptions.builder().idempotencyKey("key-" + reference).build();
      CreateLoadOutcome load =
          style.createLoad(
              client, SampleLoads.twoStops().toBuilder().customerRef(reference).build(), key);
      assertThat(load.charge()).isEqualTo(Charge.charged("0.65"));
    }
    assertThat(server.brokers().get(0).balanceUsd())
        .isEqualByComparingTo(before.subtract(new BigDecimal("1.30")));
  }

  @ParameterizedTest
  @EnumSource
  void clientCreatesLoadsAfterAReset(CallStyle style) {
    try (InMemoryFreightServer server = server().start();
        FreightClient client = client(server)) {
      for (int life = 0; life < 3; life++) {
        assertCreates(client, style, server);
        server.reset();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void clientCreatesLoadsAfterARestart(CallStyle style) {
    InMemoryFreightServer first = server().start();
    try (FreightClient client = client(first)) {
      assertCreates(client, style, first);
      first.close();
      try (InMemoryFreightServer second = server().port(first.port()).start()) {
        assertCreates(client, style, second);
      }
    }
  }
}
