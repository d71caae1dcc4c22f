package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.TestDatabase;
import io.freightsdk.spend.jdbc.JdbcTestStores;
import io.freightsdk.testing.MovableClock;
import java.sql.SQLException;
import java.util.UUID;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;
import net.jqwik.api.state.Action;
import net.jqwik.api.state.ActionChain;
import net.jqwik.api.state.Transformer;
import org.jspecify.annotations.Nullable;

/**
 * Random commands against a naive service that keeps every charge for ever: 100,000 of them in a
 * build over memory, a share over databases.
 */
class MoneyRulesModelTest {
  /** Closed after each chain; opened again by the next. */
  private @Nullable TestDatabase postgres;

  private static final int COMMANDS = 200;

  /** Found by the commands below: one call of the key was charged, the other speaks last. */
  @Example
  void aSleeperThatCostNothingTakesNoChargeFromAnotherCallOfItsKey() {
    SpendWorld world = new SpendWorld(SpendStore.inMemory(), new MovableClock(), false);
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

  @Property(tries = 500, shrinking = ShrinkingMode.BOUNDED)
  void noLimitIsPassedByTheServicesLedgerInMemory(@ForAll("inMemory") ActionChain<SpendWorld> all) {
    all.run().audit();
    assertThat(all.transformations()).hasSize(COMMANDS);
  }

  @Property(tries = 40, shrinking = ShrinkingMode.OFF)
  void noLimitIsPassedByTheServicesLedgerInH2(@ForAll("inH2") ActionChain<SpendWorld> all) {
    all.run().audit();
  }

  @Property(tries = 25, shrinking = ShrinkingMode.OFF)
  @AddLifecycleHook(NeedsPostgres.class)
  void noLimitIsPassedByTheServicesLedgerInPostgres(
      @ForAll("inPostgres") ActionChain<SpendWorld> all) throws SQLException {
    try {
      all.run().audit();
    } finally {
      if (postgres != null) postgres.close();
    }
  }

  @Provide
  Arbitrary<ActionChain<SpendWorld>> inMemory() {
    return chains(() -> new SpendWorld(SpendStore.inMemory(), new MovableClock(), false), COMMANDS);
  }

  @Provide
  Arbitrary<ActionChain<SpendWorld>> inH2() {
    TestDatabase database =
        new TestDatabase("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    return chains(() -> inDatabase(database), COMMANDS);
  }

  @Provide
  Arbitrary<ActionChain<SpendWorld>> inPostgres() {
    String url = System.getenv(TestDatabase.POSTGRES);
    TestDatabase database = new TestDatabase(url == null ? "" : url);
    postgres = database;
    return chains(() -> inDatabase(database), COMMANDS);
  }

  private static SpendWorld inDatabase(TestDatabase database) {
    MovableClock clock = new MovableClock();
    String book = UUID.randomUUID().toString();
    return new SpendWorld(JdbcTestStores.open(database, book, clock), clock, true);
  }

  private static Arbitrary<ActionChain<SpendWorld>> chains(
      Supplier<SpendWorld> world, int commands) {
    return ActionChain.startWith(world)
        .withAction(
            30,
            command(
                "call", 2, SpendWorld.SCOPES, SpendWorld.KEYS + 6, (w, a, b, c) -> w.call(a, b, c)))
        .withAction(25, command("serve", 8, 4, 1, (w, a, b, c) -> w.serve(a, b == 0)))
        .withAction(25, command("settle", 8, 4, 1, (w, a, b, c) -> w.settle(a, b == 0)))
        .withAction(6, command("renew", 8, 3, 1, (w, a, b, c) -> w.renew(a, b == 0)))
        .withAction(1, command("topUp", 2, 1, 1, (w, a, b, c) -> w.topUp(a)))
        .withAction(10, command("die", 8, 1, 1, (w, a, b, c) -> w.die(a)))
        .withAction(8, command("wake", 8, 2, 1, (w, a, b, c) -> w.wake(a, b == 0)))
        .withAction(8, command("pass", SpendWorld.TIMES.size(), 1, 1, (w, a, b, c) -> w.pass(a)))
        .withAction(2, command("price", SpendWorld.PRICES.size(), 1, 1, (w, a, b, c) -> w.price(a)))
        .withAction(
            3,
            command(
                "limit",
                SpendWorld.SCOPES,
                SpendWorld.LIMITS.size(),
                1,
                (w, a, b, c) -> w.limit(a, b)))
        .withAction(1, command("step", 5, 1, 1, (w, a, b, c) -> w.step(a - 2)))
        .withAction(1, command("forget", SpendWorld.SCOPES, 1, 1, (w, a, b, c) -> w.forget(a)))
        .withAction(1, command("purge", SpendWorld.TIMES.size(), 1, 1, (w, a, b, c) -> w.purge(a)))
        .withAction(3, command("read", 2, 1, 1, (w, a, b, c) -> w.read(a)))
        .withAction(6, command("reconcile", 2, 1, 1, (w, a, b, c) -> w.reconcile(a)))
        .withMaxTransformations(commands);
  }

  private interface Step {
    void on(SpendWorld world, int a, int b, int c);
  }

  /** A command with up to three numbers, each from 0 to below its bound. */
  private static Action.Independent<SpendWorld> command(
      String name, int as, int bs, int cs, Step step) {
    Arbitrary<Transformer<SpendWorld>> transformers =
        Combinators.combine(below(as), below(bs), below(cs))
            .as(
                (a, b, c) ->
                    Transformer.mutate(
                        "%s(%d, %d, %d)".formatted(name, a, b, c),
                        world -> step.on(world, a, b, c)));
    return () -> transformers;
  }

  private static Arbitrary<Integer> below(int bound) {
    return Arbitraries.integers().between(0, bound - 1);
  }

  static final class NeedsPostgres implements SkipExecutionHook {
    @Override
    public SkipResult shouldBeSkipped(LifecycleContext context) {
      return System.getenv(TestDatabase.POSTGRES) == null
          ? SkipResult.skip("needs a PostgreSQL: run with src/test/scripts/with-databases.sh")
          : SkipResult.doNotSkip();
    }
  }
}
