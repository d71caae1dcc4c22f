package io.freightsdk.prices;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.Seeds;
import io.freightsdk.testing.ServerFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The first calls of a client and the first read of its prices run in any order over a few
 * connections. Each call reports its charge.
 */
class ColdStartTest extends ServerFixture {
  private static final int CLIENTS = 20;
  private static final int LATEST_MILLIS = 30;

  private final long seed = Seeds.givenOr(1);
  private final Random random = new Random(seed);

  @ParameterizedTest
  @EnumSource
  void everyFirstCallReportsItsCharge(CallStyle style) {
    for (int i = 0; i < CLIENTS; i++) {
      Broker rich = server.createBroker("5.00");
      delay(rich, Operation.GET_PRICING);
      delay(rich, Operation.CREATE_LOAD);
      int places = 1 + random.nextInt(4);
      try (FreightClient client =
          builder().agentKey(rich.agentKey()).maxConcurrentRequests(places).build()) {
        List<CompletableFuture<CreateLoadOutcome>> made = new ArrayList<>();
        for (int calls = random.nextInt(5); calls >= 0; calls--) {
          made.add(world.start(() -> style.createLoad(client, SampleLoads.twoStops())));
        }
        for (CompletableFuture<CreateLoadOutcome> call : made) {
          Charge reported = CallStyle.join(call).charge();
          assertThat(reported.amountUsd()).as("client %d of seed %d", i, seed).isEqualTo(CREATE);
        }
      }
    }
  }

  private void delay(Broker of, Operation operation) {
    if (random.nextBoolean()) return;
    Duration late = Duration.ofMillis(random.nextInt(LATEST_MILLIS));
    server.faults().forBroker(of.brokerId()).next(operation, Fault.delay(late));
  }
}
