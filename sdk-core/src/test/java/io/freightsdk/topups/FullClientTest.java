package io.freightsdk.topups;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client with {@code maxPendingCalls} calls still reads the price or balance that they wait for.
 */
class FullClientTest {
  private final World world = new World();
  private final InMemoryFreightServer server = WorldServer.in(world);
  private final Broker broker = server.createBroker("0.65");

  @AfterEach
  void stop() {
    world.close();
    server.close();
  }

  private FreightClient.Builder builder() {
    return world.builder().agentKey(broker.agentKey());
  }

  @ParameterizedTest
  @EnumSource
  void fullClientContinuesAfterATopUp(CallStyle style) {
    RetryPolicy wait = RetryPolicy.builder().maxTopUpWait(Duration.ofMinutes(10)).build();
    FreightClient client = world.client(builder().maxPendingCalls(4).retryPolicy(wait));
    String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
    List<Caller<LoadPosition>> reads = new ArrayList<>();
    for (int i = 0; i < 4; i++) reads.add(world.start(() -> style.getLoadPosition(client, load)));
    reads.forEach(world::runUntilWaiting);
    assertThat(Activity.of(client).calls()).isEqualTo(4);

    broker.credit("5000.00");
    world.advance(Duration.ofSeconds(5));
    world.settle();

    for (Caller<LoadPosition> read : reads) {
      assertThat(read).isCompleted();
      assertThat(CallStyle.join(read).loadNumber()).isEqualTo(load);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void asManyCallsAsPendingCallsStartUnderALimit(int places) {
    for (CallStyle style : CallStyle.values()) {
      broker.credit("500.00");
      FreightClient client =
          world.client(builder().maxPendingCalls(places).spendGuard(TestGuard.of("100.00")));
      List<Caller<CreateLoadOutcome>> loads = new ArrayList<>();
      for (int i = 0; i < places; i++) {
        loads.add(world.start(() -> style.createLoad(client, SampleLoads.twoStops())));
      }
      loads.forEach(load -> assertThat(CallStyle.join(load).loadNumber()).isNotBlank());
    }
  }
}
