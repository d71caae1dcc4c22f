package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.spend.SpendStore;
import io.freightsdk.testing.MovableClock;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.state.ActionChain;

/**
 * Random commands against a naive service that keeps every charge for ever: 100,000 of them in a
 * build. The storage in databases has its share of them.
 */
class MoneyRulesModelTest {
  /** Found by the commands below: one call of the key was charged, the other speaks last. */
  @Example
  void aSleeperThatCostNothingTakesNoChargeFromAnotherCallOfItsKey() {
    SpendWorld world = new SpendWorld(SpendStore.inMemory(), new MovableClock(), null);
    world.reconcile(0);
    world.call(0, 0, 0);
    world.call(0, 0, 0);
    world.serve(1, false);
    world.pass(4);
    world.reconcile(0);
    world.settle(1, true);
    world.settle(0, false);
    world.audit();
  }

  /** Found by the commands below: the price of a call had come from no list, and the first rose. */
  @Example
  void aFirstReadingCountsForWhatIsHeldAtAnotherPrice() {
    SpendWorld world = new SpendWorld(SpendStore.inMemory(), new MovableClock(), null);
    world.price(4);
    world.call(0, 0, 0);
    world.limit(0, 2);
    world.reconcile(0);
    world.call(0, 0, 1);
    world.serve(0, false);
    world.call(0, 0, 6);
    world.audit();
  }

  @Property(tries = 500, shrinking = ShrinkingMode.BOUNDED)
  void noLimitIsPassedByTheServicesLedgerInMemory(@ForAll("inMemory") ActionChain<SpendWorld> all) {
    all.run().audit();
    assertThat(all.transformations()).hasSize(MoneyCommands.COMMANDS);
  }

  @Provide
  Arbitrary<ActionChain<SpendWorld>> inMemory() {
    return MoneyCommands.chains(
        () -> new SpendWorld(SpendStore.inMemory(), new MovableClock(), null));
  }
}
