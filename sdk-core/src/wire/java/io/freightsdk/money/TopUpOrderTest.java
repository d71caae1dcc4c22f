package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.TestBuilders;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.VirtualWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Calls that wait for a top-up stand in line. */
class TopUpOrderTest extends MoneyOverSocketsTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final VirtualWorld world = new VirtualWorld().holdTime();

  /** Not enough for a load. */
  private final Broker poor = server.createBroker("0.30");

  @Test
  void onePollerServesAllAndSendsThemInOrderAsFarAsTheBalanceReaches() {
    FreightClient client = client(inHeldTime().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    List<CompletableFuture<CreateLoadOutcome>> loads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      loads.add(client.async().createLoad(Loads.twoStops(), key("order-" + i)));
      awaitPlaces(i + 1);
    }
    long before = arrived(Operation.GET_BALANCE);
    poor.credit("1.70"); // 2.00: three loads
    client.toppedUp();
    for (int i = 0; i < 3; i++) CallStyle.join(loads.get(i));
    assertThat(arrived(Operation.GET_BALANCE) - before).isLessThanOrEqualTo(4);
    assertThat(loads.subList(3, 8)).noneMatch(CompletableFuture::isDone);

    poor.credit("20.00");
    client.toppedUp();
    loads.forEach(CallStyle::join);
    assertThat(createdKeys()).hasSize(8).doesNotHaveDuplicates();
    assertThat(createdKeys().subList(0, 3))
        .containsExactlyInAnyOrder("order-0", "order-1", "order-2");
  }

  /** Time passes only as the test says, so that nobody polls. */
  private FreightClientBuilder inHeldTime() {
    return TestBuilders.inWorld(builder().agentKey(poor.agentKey()), world.environment());
  }

  /**
   * Waits until so many calls wait for a top-up, in held time: each has its place before it sets
   * two timers, one for the longest wait of its place and one for its own.
   */
  private void awaitPlaces(int calls) {
    Eventually.until(
        () -> Collections.frequency(world.waits(), LONG) >= 2 * calls, () -> "" + world.waits());
  }

  private List<String> createdKeys() {
    return poor.debits().stream().map(LedgerEntry::idempotencyKey).toList();
  }
}
