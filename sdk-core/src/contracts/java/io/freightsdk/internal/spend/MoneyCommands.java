package io.freightsdk.internal.spend;

import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.state.Action;
import net.jqwik.api.state.ActionChain;
import net.jqwik.api.state.Transformer;

/** What may be done to books, at random: how often, and with which numbers. */
final class MoneyCommands {
  static final int COMMANDS = 200;

  private MoneyCommands() {}

  /** So many commands on a world of its own, each time it is tried. */
  static Arbitrary<ActionChain<SpendWorld>> chains(Supplier<SpendWorld> world) {
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
        .withMaxTransformations(COMMANDS);
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
}
