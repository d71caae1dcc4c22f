package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.TestBuilders;
import io.freightsdk.TopUpPolicy;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.VirtualWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Calls that wait for a top-up, and the one poller of the balance. */
class TopUpPollerIT extends MoneyOverSocketsTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final VirtualWorld world = new VirtualWorld().holdTime();

  /** Not enough for a load. */
  private final Broker poor = server.createBroker("0.30");

  @Test
  void onePollerServesAllAsFarAsTheBalanceReaches() {
    TestGuard guard = guard();
    FreightClient client =
        client(inHeldTime().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)).spendGuard(guard));
    List<CompletableFuture<CreateLoadOutcome>> loads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      loads.add(client.async().createLoad(Loads.twoStops(), key("order-" + i)));
      awaitWaits(i + 1);
    }
    assertThat(guard.heldUsd()).as("who waits has nothing set aside").isZero();
    long before = arrived(Operation.GET_BALANCE);
    poor.credit("1.70"); // 2.00: three loads
    world.advance(Duration.ofSeconds(1));
    Eventually.until(
        () -> loads.stream().filter(CompletableFuture::isDone).count() == 3,
        () -> poor.debits() + "");
    assertThat(arrived(Operation.GET_BALANCE) - before).isEqualTo(1);
    assertThat(poor.debits()).hasSize(3);

    poor.credit("20.00");
    world.advance(Duration.ofSeconds(30));
    loads.forEach(CallStyle::join);
    assertThat(createdKeys()).hasSize(8).doesNotHaveDuplicates();
    assertThat(guard.chargedUsd()).isEqualByComparingTo("5.20");
  }

  /** Time passes only as the test says, so that nobody polls. */
  private FreightClientBuilder inHeldTime() {
    return TestBuilders.inWorld(builder().agentKey(poor.agentKey()), world.environment());
  }

  /** Until so many calls wait: each for the longest wait of the policy, and for its own. */
  private void awaitWaits(int calls) {
    Eventually.until(
        () -> Collections.frequency(world.waits(), LONG) >= 2 * calls, () -> "" + world.waits());
  }

  private List<String> createdKeys() {
    return poor.debits().stream().map(LedgerEntry::idempotencyKey).toList();
  }
}
