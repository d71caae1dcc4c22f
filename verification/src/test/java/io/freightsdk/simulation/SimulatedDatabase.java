package io.freightsdk.simulation;

import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.MemoryStorage;
import io.freightsdk.spend.SpendLedgerException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The database that processes share, one transaction after another. It can be away, and lose the
 * answer to a commit. What it keeps survives every process.
 */
final class SimulatedDatabase {
  private static final Throwable NO_CONNECTION = new IllegalStateException("no connection");
  private static final int KEPT = 100_000;

  private final SimulatedWorld world;
  private final MemoryStorage kept;
  private Fault trouble;

  SimulatedDatabase(SimulatedWorld world) {
    this.world = world;
    this.kept = new MemoryStorage(world.clock(), KEPT);
  }

  void meets(Fault fault) {
    trouble = fault;
  }

  void works() {
    trouble = null;
  }

  /** One process's way to it. */
  LedgerStorage of(SimulatedProcess process) {
    return new Connected(process);
  }

  private final class Connected implements LedgerStorage {
    private final SimulatedProcess process;

    Connected(SimulatedProcess process) {
      this.process = process;
    }

    /** Whoever asks it waits while it is slow, and no longer than he has time. */
    private void takesItsTime(Duration atMost) {
      process.lives();
      if (trouble != Fault.DATABASE_SLOW) return;
      struck(Fault.DATABASE_SLOW);
      long takes = process.dice().upToMillis(process.dice().pick(50, 2_000, 20_000));
      process.sleep(Math.min(takes, atMost.toNanos()));
      if (takes > atMost.toNanos()) throw failed("the database said nothing", NO_CONNECTION);
    }

    private void struck(Fault fault) {
      world.tell(() -> "Process " + process.number + " meets " + fault);
    }

    @Override
    public <T> T change(Function<LedgerRows, T> work, Duration atMost) {
      takesItsTime(atMost);
      if (trouble == Fault.DATABASE_AWAY) {
        struck(Fault.DATABASE_AWAY);
        throw failed("the database is away", NO_CONNECTION);
      }
      process.mayDie();
      T result = kept.change(work);
      world.livingOnly(process, "changed its ledger");
      process.mayDie();
      if (trouble != Fault.COMMIT_UNANSWERED) return result;

      struck(Fault.COMMIT_UNANSWERED);
      // The storage makes a transaction again; sometimes that, too, is not answered.
      if (process.dice().percent(50)) {
        return kept.change(work);
      }
      throw failed("the answer to a commit was lost", new IllegalStateException());
    }

    /** Tried once: a real storage tries longer, and may fail as well. */
    @Override
    public <T> T storeOutcome(
        Function<LedgerRows, T> work, Duration atMost, Consumer<Throwable> lost) {
      try {
        return change(work, atMost);
      } catch (SpendLedgerException failure) {
        lost.accept(failure);
        throw failure;
      }
    }

    @Override
    public <T> T read(Function<LedgerRows, T> work) {
      takesItsTime(TIME_LIMIT);
      if (trouble == Fault.DATABASE_AWAY) throw failed("the database is away", NO_CONNECTION);
      return kept.read(work);
    }

    @Override
    public void close() {
      // It survives every process.
    }
  }

  private static SpendLedgerException failed(String what, Throwable cause) {
    return new SpendLedgerException(null, what, null, cause, true);
  }
}
