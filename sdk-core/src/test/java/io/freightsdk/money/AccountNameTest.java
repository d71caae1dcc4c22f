package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CreateLoadOutcome.Created;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.server.Broker;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.TestGuard;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The account that a guard is told is a name for address and agent key, which hides the key. */
class AccountNameTest extends MoneyTest {
  private final TestGuard guard = guard();

  private List<String> accounts() {
    return guard.asked().stream().map(Purchase::account).toList();
  }

  @ParameterizedTest
  @EnumSource
  void itIsTheSameForTheSameKeyAtTheSameAddress(CallStyle style) {
    FreightClient first = guarded(guard);
    style.createLoad(first, Loads.twoStops());
    style.createLoad(first, Loads.twoStops());
    style.createLoad(guarded(guard), Loads.twoStops());

    assertThat(accounts()).hasSize(3).containsOnly(accounts().get(0));
  }

  @ParameterizedTest
  @EnumSource
  void itChangesWithTheKeyAndWithTheAddress(CallStyle style) {
    Broker other = server.createBroker("5.00");
    try (Gateway gateway = Gateway.in(world, server)) {
      style.createLoad(guarded(guard), Loads.twoStops());
      style.createLoad(
          client(builder().agentKey(other.agentKey()).spendGuard(guard)), Loads.twoStops());
      style.createLoad(
          client(builder().baseUrl(gateway.baseUrl()).spendGuard(guard)), Loads.twoStops());
    }
    assertThat(accounts()).hasSize(3).doesNotHaveDuplicates();
  }

  /** Not a part of the key, in no notation that it could be read from. */
  @ParameterizedTest
  @EnumSource
  void itDoesNotTellTheKey(CallStyle style) {
    style.createLoad(guarded(guard), Loads.twoStops());

    assertThat(accounts().get(0)).matches("[0-9a-f]{64}").doesNotContain(broker.agentKey());
  }

  /** A key that was rotated pays from another account, as far as the client can know. */
  @ParameterizedTest
  @EnumSource
  void itFollowsARotatedKey(CallStyle style) {
    AtomicReference<String> key = new AtomicReference<>(broker.agentKey());
    FreightClient client = client(builder().agentKey(key::get).spendGuard(guard));
    style.createLoad(client, Loads.twoStops(), key("order-1"));
    key.set(server.createBroker("5.00").agentKey());

    Created load = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));

    assertThat(accounts()).hasSize(2).doesNotHaveDuplicates();
    assertThat(load.replayed()).as("the key of another account is another key").isFalse();
    assertThat(load.charge().amountUsd()).isEqualByComparingTo(CREATE);
  }

  /** Also in what the guard is given as a whole, which it may log. */
  @ParameterizedTest
  @EnumSource
  void nothingThatAGuardIsToldHoldsTheKey(CallStyle style) {
    Created load = (Created) style.createLoad(guarded(guard), Loads.twoStops());
    style.getLoadPosition(guarded(guard), load.loadNumber());

    assertThat(guard.entries()).allMatch(entry -> !entry.toString().contains(broker.agentKey()));
  }
}
