package io.freightsdk.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.LogThatThrows;
import io.freightsdk.testing.SampleLoads;
import org.junit.jupiter.api.Test;

class GuardedToolIT {
  /** An exception would be a reason for a framework to call again, and to pay again. */
  @Test
  void aFaultAfterTheChargeIsAnsweredThoughTheLogThrows() {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("1.00");
      try (FreightClient client =
          FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
        String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
        ToolBody reading =
            call -> {
              client.getLoadPosition(call.loadNumber());
              throw new IllegalStateException("a fault of the tool");
            };
        GuardedTool tool =
            new GuardedTool(
                ToolDefinition.of("get_load_position"), reading, new Prices(client, Waits.MACHINE));

        ToolResult told;
        try (LogThatThrows log = LogThatThrows.ofThisThread()) {
          told = tool.invoke("{\"loadNumber\":\"" + load + "\"}", null);
          assertThat(log.lines()).isOne();
        }

        assertThat(told.error().code()).isEqualTo("INTERNAL");
        assertThat(told.error().retry()).isEqualTo(Retry.NEVER);
        assertThat(told.charge()).isEqualTo(Charge.UNKNOWN);
        assertThat(broker.debitsFor(load)).hasSize(2);
      }
    }
  }
}
