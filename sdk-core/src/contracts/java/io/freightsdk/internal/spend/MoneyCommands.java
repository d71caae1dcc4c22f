package io.freightsdk.internal.spend;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.state.Action;
import net.jqwik.api.state.ActionChain;
import net.jqwik.api.state.ActionChainArbitrary;
import net.jqwik.api.state.Transformer;

/** What may be done to books, at random: how often, and with which numbers. */
final class MoneyCommands {
  static final int COMMANDS = 200;

  private MoneyCommands() {}

  private interface Step {
    void on(SpendWorld world, int a, int b, int c);
  }

  /** A command with up to three numbers, each from 0 to below its bound. */
  private record Command(String name, int weight, int as, int bs, int cs, Step step) {
    Transformer<SpendWorld> with(int a, int b, int c) {
      return Transformer.mutate(
          "%s(%d, %d, %d)".formatted(name, a, b, c), world -> step.on(world, a, b, c));
    }
  }

  private static final int SCOPES = SpendWorld.SCOPES;
  private static final int TIMES = SpendWorld.TIMES.size();
  private static final int KEYS = SpendWorld.KEYS + 6;

  private static final List<Command> ALL =
      List.of(
          new Command("call", 30, 2, SCOPES, KEYS, SpendWorld::call),
          new Command("serve", 25, 8, 4, 1, (w, a, b, c) -> w.serve(a, b == 0)),
          new Command("settle", 25, 8, 4, 1, (w, a, b, c) -> w.settle(a, b == 0)),
          new Command("renew", 6, 8, 3, 1, (w, a, b, c) -> w.renew(a, b == 0)),
          new Command("topUp", 1, 2, 1, 1, (w, a, b, c) -> w.topUp(a)),
          new Command("die", 10, 8, 1, 1, (w, a, b, c) -> w.die(a)),
          new Command("wake", 8, 8, 2, 1, (w, a, b, c) -> w.wake(a, b == 0)),
          new Command("pass", 8, TIMES, 1, 1, (w, a, b, c) -> w.pass(a)),
          new Command("price", 2, SpendWorld.PRICES.size(), 1, 1, (w, a, b, c) -> w.price(a)),
          new Command(
              "limit", 3, SCOPES, SpendWorld.LIMITS.size(), 1, (w, a, b, c) -> w.limit(a, b)),
          new Command("step", 1, 5, 1, 1, (w, a, b, c) -> w.step(a - 2)),
          new Command("jump", 2, 2, SCOPES, KEYS, SpendWorld::jump),
          new Command("forgetKey", 1, SpendWorld.KEYS, 1, 1, (w, a, b, c) -> w.forgetKey(a)),
          new Command("echo", 1, 8, 1, 1, (w, a, b, c) -> w.echo(a)),
          new Command("forget", 1, SCOPES, 1, 1, (w, a, b, c) -> w.forget(a)),
          new Command("purge", 1, TIMES, 1, 1, (w, a, b, c) -> w.purge(a)),
          new Command("read", 3, 2, 1, 1, (w, a, b, c) -> w.read(a)),
          new Command("reconcile", 6, 2, 1, 1, (w, a, b, c) -> w.reconcile(a)));

  /** Seldom: what it misleads is not judged any more. */
  private static final Command OTHERS =
      new Command("others", 1, 40, 1, 1, (w, a, b, c) -> othersMove(w, a));

  private static void othersMove(SpendWorld world, int which) {
    if (which < 2) world.others(which);
  }

  /** So many commands on a world of its own, each time it is tried. */
  static Arbitrary<ActionChain<SpendWorld>> chains(Supplier<SpendWorld> world) {
    ActionChainArbitrary<SpendWorld> chains = ActionChain.startWith(world);
    for (Command command : ALL) {
      // Told at ERROR each time, which only a run without a log bears.
      if (command.name.equals("forgetKey") || command.name.equals("echo")) continue;
      chains = chains.withAction(command.weight, action(command));
    }
    return chains.withAction(1, action(OTHERS)).withMaxTransformations(COMMANDS);
  }

  private static Action.Independent<SpendWorld> action(Command command) {
    Arbitrary<Transformer<SpendWorld>> transformers =
        Combinators.combine(below(command.as), below(command.bs), below(command.cs))
            .as(command::with);
    return () -> transformers;
  }

  private static Arbitrary<Integer> below(int bound) {
    return Arbitraries.integers().between(0, bound - 1);
  }

  /** The same without shrinking, a hundred times as fast. */
  static void play(SpendWorld world, Random random) {
    int weights = ALL.stream().mapToInt(Command::weight).sum();
    List<String> done = new ArrayList<>();
    try {
      for (int i = 0; i < COMMANDS; i++) {
        int at = random.nextInt(weights);
        int chosen = 0;
        while (at >= ALL.get(chosen).weight) at -= ALL.get(chosen++).weight;
        Command command = ALL.get(chosen);
        int a = random.nextInt(command.as);
        int b = random.nextInt(command.bs);
        int c = random.nextInt(command.cs);
        done.add("%s(%d, %d, %d)".formatted(command.name, a, b, c));
        command.step.on(world, a, b, c);
      }
      world.audit();
    } catch (AssertionError broken) {
      throw new AssertionError(broken.getMessage() + " after " + String.join(", ", done), broken);
    }
  }
}
