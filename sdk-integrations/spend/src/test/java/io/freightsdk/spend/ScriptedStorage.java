package io.freightsdk.spend;

import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.Storage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * A storage that may block, and fails as a test says; and the threads on which it is asked, which
 * run when a test says so.
 */
final class ScriptedStorage implements Storage, Executor {
  /** What happens to a change. */
  enum Fate {
    MADE,
    FAILS,
    /** Made, and its answer is lost. */
    ANSWER_LOST
  }

  private final Storage real;
  private final Deque<Runnable> tasks = new ArrayDeque<>();

  /** Of the next changes, in their order; the last one goes on. */
  final Deque<Fate> fates = new ArrayDeque<>();

  int changes;
  int looks;
  boolean isClosed;

  ScriptedStorage(Storage real) {
    this.real = real;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  int waiting() {
    return tasks.size();
  }

  /** Runs what waits, and what that starts. */
  void runAll() {
    while (!tasks.isEmpty()) tasks.poll().run();
  }

  void runOne() {
    tasks.remove().run();
  }

  @Override
  public <T> T change(Function<Rows, T> work) {
    changes++;
    Fate fate = fates.isEmpty() ? Fate.MADE : fates.size() > 1 ? fates.poll() : fates.peek();
    if (fate == Fate.FAILS) throw new SpendLedgerException("the test fails", null, true);
    T made = real.change(work);
    if (fate == Fate.MADE) return made;
    throw new SpendLedgerException("the answer is lost", null, true);
  }

  @Override
  public <T> T look(Function<Rows, T> work) {
    looks++;
    return real.look(work);
  }

  @Override
  public boolean mayBlock() {
    return true;
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
