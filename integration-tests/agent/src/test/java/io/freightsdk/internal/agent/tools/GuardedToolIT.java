package io.freightsdk.internal.agent.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.internal.agent.approval.Prices;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.SampleLoads;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GuardedToolIT {
  static Stream<Throwable> faults() {
    return Stream.of(
        new IllegalStateException("a fault of the tool"),
        new NoClassDefFoundError("a class of the host"),
        new StackOverflowError());
  }

  @SuppressWarnings("unchecked") // As code of a host in Kotlin does it.
  private static <T extends Throwable> void fail(Throwable fault) throws T {
    throw (T) fault;
  }

  /** An exception would be a reason for a framework to call again, and to pay again. */
  @ParameterizedTest
  @MethodSource("faults")
  void faultAfterTheChargeReturnsAnError(Throwable fault) {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("1.00");
      try (FreightClient client =
          FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
        String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
        ToolHandler reading =
            call -> {
              client.getLoadPosition(call.loadNumber());
              GuardedToolIT.<RuntimeException>fail(fault);
              throw new AssertionError("not reached");
            };
        GuardedTool tool =
            new GuardedTool(
                ToolDefinition.of("get_load_position"),
                reading,
                new Prices(client, TimeSource.MACHINE),
                TimeSource.MACHINE);

        ToolResult result = tool.invoke("{\"loadNumber\":\"" + load + "\"}", null);

        assertThat(result.error().code()).isEqualTo("INTERNAL");
        assertThat(result.error().retry()).isEqualTo(Retry.NEVER);
        assertThat(result.charge()).isEqualTo(Charge.UNKNOWN);
        assertThat(broker.debitsFor(load)).hasSize(2);
      }
    }
  }
}
