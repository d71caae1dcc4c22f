package io.freightsdk.simulation;

import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.MemoryStorage;
import io.freightsdk.spend.SpendLedgerException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The database that processes share. It runs one transaction after another. It can be unavailable,
 * slow, or lose the response to a commit. Its data survives all processes.
 */
final class SimulatedDatabase {
  private static final Throwable NO_CONNECTION = new IllegalStateException("no connection");
  private static final int MAX_ENTRIES = 100_000;

  private final SimulatedWorld world;
  private final MemoryStorage storage;
  private Fault failure;

  SimulatedDatabase(SimulatedWorld world) {
    this.world = world;
    this.storage = new MemoryStorage(world.clock(), MAX_ENTRIES);
  }

  void fail(Fault fault) {
    failure = fault;
  }

  void recover() {
    failure = null;
  }

  /** The storage for one process. */
  LedgerStorage connect(SimulatedProcess process) {
    return new ProcessStorage(process);
  }

  private final class ProcessStorage implements LedgerStorage {
    private final SimulatedProcess process;

    ProcessStorage(SimulatedProcess process) {
      this.process = process;
    }

    /** Delays a call while the database is slow, up to the time limit of the call. */
    private void delay(Duration maxWait) {
      process.requireAlive();
      if (failure != Fault.DATABASE_SLOW) return;
      logFault(Fault.DATABASE_SLOW);
      long delay = process.dice().nanosUpToMillis(process.dice().pick(50, 2_000, 20_000));
      process.sleep(Math.min(delay, maxWait.toNanos()));
      if (delay > maxWait.toNanos()) throw exception("the database did not respond", NO_CONNECTION);
    }

    private void logFault(Fault fault) {
      world.log(() -> "Process " + process.number + " meets " + fault);
    }

    @Override
    public <T> T change(Function<LedgerRows, T> work, Duration atMost) {
      delay(atMost);
      if (failure == Fault.DATABASE_UNAVAILABLE) {
        logFault(Fault.DATABASE_UNAVAILABLE);
        throw exception("the database is unavailable", NO_CONNECTION);
      }
      process.crashSometimes();
      T result = storage.change(work);
      world.checkAlive(process, "changed its ledger");
      process.crashSometimes();
      if (failure != Fault.COMMIT_RESPONSE_LOST) return result;

      logFault(Fault.COMMIT_RESPONSE_LOST);
      // The storage repeats a transaction. Sometimes the second response is lost, too.
      if (process.dice().chance(50)) {
        return storage.change(work);
      }
      throw exception("the response to a commit was lost", new IllegalStateException());
    }

    /** Makes one attempt. A real storage makes more, and may fail, too. */
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
      delay(TIME_LIMIT);
      if (failure == Fault.DATABASE_UNAVAILABLE)
        throw exception("the database is unavailable", NO_CONNECTION);
      return storage.read(work);
    }

    @Override
    public void close() {
      // The data survives the process.
    }
  }

  private static SpendLedgerException exception(String message, Throwable cause) {
    return new SpendLedgerException(null, message, null, cause, true);
  }
}
