package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SharedReadsOnTheWireTest {
  private static final CallOptions SHARED =
      CallOptions.builder().maxAge(Duration.ofMinutes(5)).build();

  private InMemoryFreightServer server;
  private Broker broker;
  private FreightClient client;

  @BeforeEach
  void start() {
    server = InMemoryFreightServer.start();
    broker = server.createBroker("25.00");
    client = FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void aThousandThreadsThatAskForOneLoadMakeOnePaidRead(CallStyle style) throws Exception {
    String load = client.createLoad(Loads.twoStops()).loadNumber();

    List<LoadPosition> positions = atOnce(1_000, () -> style.getLoadPosition(client, load, SHARED));

    assertThat(positions).hasSize(1_000).allMatch(positions.get(0)::equals);
    assertThat(broker.debitsFor(load))
        .extracting(entry -> entry.operation().id())
        .containsExactlyInAnyOrder("createLoad", "getLoadPosition");
    assertThat(broker.balanceUsd()).isEqualByComparingTo("24.33");
  }

  private static <T> List<T> atOnce(int threads, Callable<T> call) throws Exception {
    try (ManyCallers callers = new ManyCallers(threads)) {
      List<Future<T>> calls = callers.lineUp(call);
      callers.start();
      return ManyCallers.results(calls);
    }
  }
}
