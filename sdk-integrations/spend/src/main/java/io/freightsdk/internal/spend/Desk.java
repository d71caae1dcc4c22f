package io.freightsdk.internal.spend;

import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.spend.SpendLedgerException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where callers ask a storage without waiting for it. A storage that may block is asked on threads
 * of the ledger, at most 256 at once; what it does not take in time is kept, and asked for again
 * every second. Safe for concurrent use.
 */
public final class Desk {
  /** So many callers wait for a storage; more would only wait longer. */
  static final int QUESTIONS_AT_MOST = 256;

  static final int KEPT_AT_MOST = 10_000;

  /** So long a call waits until its end is stored. */
  static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final String LATE = "it was not stored within a second";

  /** So long after its call's deadline a question is given up: its call waits for it. */
  private static final Duration AFTER_DEADLINE = Duration.ofSeconds(5);

  private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);
  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  /**
   * A change that has to be made, if not now then later.
   *
   * @param id made twice under it, it is made once
   * @param what for the log; asked only if something has to be logged
   * @param made is told each time it was made
   * @param unstored is told when it was not
   */
  public record Work<T>(
      String id,
      Supplier<String> what,
      Function<Rows, T> change,
      Consumer<T> made,
      Consumer<RuntimeException> unstored) {}

  private final Storage storage;
  private final Outside outside;
  private final Semaphore questions = new Semaphore(QUESTIONS_AT_MOST);

  /** What has to be made again, the oldest first; guarded by this, like all below. */
  private final Map<String, Work<?>> kept = new LinkedHashMap<>();

  /** Works that are made for the first time, or wait for that. */
  private int making;

  /** Those that wait for a thread. */
  private final Deque<Runnable> waiting = new ArrayDeque<>();

  private int threads;

  private boolean isMakingAgain;
  private boolean isDue;
  private boolean closing;
  private boolean closed;
  private Cancellable nextTry = Cancellable.NOTHING;
  private final List<CompletableFuture<Void>> flushes = new ArrayList<>();

  public Desk(Storage storage, Outside outside) {
    this.storage = storage;
    this.outside = outside;
  }

  /**
   * Asks a question. If it fails or comes too late, nobody knows whether the change was made: then
   * {@code takeBack} is made once it has ended.
   *
   * @param deadline of the call that asks: five seconds later the answer fails
   * @param wasMade whether what it answered has to be taken back
   */
  public <T> CompletableFuture<T> ask(
      Function<Storage, T> question,
      Duration deadline,
      Function<T, Boolean> wasMade,
      Work<?> takeBack) {
    CompletableFuture<T> told = new CompletableFuture<>();
    if (isClosing()) {
      told.completeExceptionally(new SpendLedgerException("the ledger is closed", null, false));
    } else if (!storage.mayBlock()) {
      // A change in memory that fails was not made.
      complete(told, () -> question.apply(storage));
    } else if (!questions.tryAcquire()) {
      told.completeExceptionally(
          new SpendLedgerException(
              QUESTIONS_AT_MOST + " calls wait for the ledger already", null, true));
    } else {
      Runnable asking =
          () -> {
            try {
              T answer = question.apply(storage);
              boolean tooLate = !told.complete(answer);
              if (tooLate && wasMade.apply(answer)) takeBack(takeBack);
            } catch (Throwable e) {
              told.completeExceptionally(failure(e));
              takeBack(takeBack);
            } finally {
              questions.release();
              flushed();
            }
          };
      try {
        outside.threads().execute(asking);
      } catch (Throwable noThread) {
        questions.release();
        told.completeExceptionally(failure(noThread));
        return told;
      }
      late(told, deadline.plus(AFTER_DEADLINE));
    }
    return told;
  }

  /** Whoever asked does not wait for it. */
  private void takeBack(Work<?> work) {
    CompletableFuture<?> unused = make(work);
  }

  private static <T> void complete(CompletableFuture<T> told, Supplier<T> work) {
    try {
      told.complete(work.get());
    } catch (Throwable e) {
      told.completeExceptionally(failure(e));
    }
  }

  private void late(CompletableFuture<?> told, Duration atMost) {
    Runnable late =
        () ->
            told.completeExceptionally(
                new SpendLedgerException("the ledger did not answer in time", null, true));
    try {
      Cancellable end = outside.timer().after(atMost, late);
      CompletableFuture<?> unused = told.whenComplete((answer, failure) -> end.cancel());
    } catch (Throwable noTimer) {
      told.completeExceptionally(failure(noTimer));
    }
  }

  private static RuntimeException failure(Throwable thrown) {
    return thrown instanceof RuntimeException failure
        ? failure
        : new SpendLedgerException("the ledger failed: " + thrown, thrown, true);
  }

  /**
   * Makes a change, now or later.
   *
   * @return completes with what was made, or with null after a second if it will be made later
   */
  public <T> CompletableFuture<@Nullable T> make(Work<T> work) {
    CompletableFuture<@Nullable T> told = new CompletableFuture<>();
    if (!storage.mayBlock()) {
      run(work, told);
      return told;
    }
    boolean isThreadNeeded;
    synchronized (this) {
      making++;
      waiting.add(() -> run(work, told));
      isThreadNeeded = threads < QUESTIONS_AT_MOST;
      if (isThreadNeeded) threads++;
    }
    if (isThreadNeeded) startMaking();
    try {
      Cancellable end =
          outside
              .timer()
              .after(
                  PATIENCE,
                  () -> {
                    if (told.isDone()) return;
                    // Kept before its call goes on: that may be the last thing that happens here.
                    keep(work, new SpendLedgerException(LATE, null, true), null);
                    told.complete(null);
                  });
      CompletableFuture<?> unused = told.whenComplete((made, failure) -> end.cancel());
    } catch (Throwable noTimer) {
      keep(work, failure(noTimer));
      told.complete(null);
    }
    return told;
  }

  private void startMaking() {
    try {
      outside.threads().execute(this::makeWaiting);
    } catch (Throwable noThread) {
      synchronized (this) {
        threads--;
      }
      // Others go on with what waits, or its time is over and it is kept.
      LOG.log(System.Logger.Level.WARNING, "no thread to store the end of a call", noThread);
    }
  }

  private void makeWaiting() {
    for (Runnable next = nextWaiting(); next != null; next = nextWaiting()) {
      next.run();
      synchronized (this) {
        making--;
      }
      flushed();
    }
  }

  private synchronized @Nullable Runnable nextWaiting() {
    Runnable next = waiting.poll();
    if (next == null) threads--;
    return next;
  }

  private <T> void run(Work<T> work, CompletableFuture<@Nullable T> told) {
    try {
      T made = storage.change(work.change);
      boolean isFirst = told.complete(made);
      if (!isFirst) forget(work);
      tell(work, made);
    } catch (Throwable e) {
      if (!told.isDone()) keep(work, failure(e));
      told.complete(null);
    }
  }

  private static <T> void tell(Work<T> work, T made) {
    try {
      work.made.accept(made);
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.ERROR, "what is told of " + work.what.get() + " failed", e);
    }
  }

  private void keep(Work<?> work, RuntimeException failure) {
    keep(work, failure, failure);
  }

  /**
   * @param shown in the log; null for what is only late, whose stack says nothing
   */
  private void keep(Work<?> work, RuntimeException failure, @Nullable Throwable shown) {
    boolean isKept;
    synchronized (this) {
      isKept = !closed && (kept.size() < KEPT_AT_MOST || kept.containsKey(work.id));
      if (isKept) kept.put(work.id, work);
      if (isKept && !isDue) later();
    }
    String then =
        isKept
            ? "it is kept and stored again every second: nothing needs to be done"
            : "it is given up, and becomes unknown";
    LOG.log(
        isKept ? System.Logger.Level.WARNING : System.Logger.Level.ERROR,
        work.what.get()
            + " could not be stored; "
            + then
            + (shown == null ? " (" + failure.getMessage() + ")" : ""),
        shown);
    try {
      work.unstored.accept(failure);
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.ERROR, "what is told of " + work.what.get() + " failed", e);
    }
  }

  private synchronized void forget(Work<?> work) {
    kept.remove(work.id, work);
  }

  /** Called while this is held. */
  private void later() {
    isDue = true;
    try {
      nextTry = outside.timer().after(AGAIN_AFTER, this::again);
    } catch (Throwable noTimer) {
      // What is kept next, or a flush, tries again.
      isDue = false;
      LOG.log(System.Logger.Level.ERROR, "no timer to store again what is kept", noTimer);
    }
  }

  private void again() {
    Runnable task =
        () -> {
          makeAgain();
          synchronized (this) {
            isDue = false;
            if (!kept.isEmpty() && !closed) later();
          }
        };
    try {
      outside.threads().execute(task);
    } catch (Throwable noThread) {
      synchronized (this) {
        isDue = false;
        if (!kept.isEmpty() && !closed) later();
      }
    }
  }

  /** As far as the storage takes it. */
  private void makeAgain() {
    synchronized (this) {
      if (isMakingAgain) return;
      isMakingAgain = true;
    }
    try {
      Work<?> next = first();
      while (next != null && makeAgain(next)) next = first();
    } finally {
      synchronized (this) {
        isMakingAgain = false;
      }
      flushed();
    }
  }

  /** What is not taken is the last one next time, so that it does not stop the others. */
  private <T> boolean makeAgain(Work<T> work) {
    T made;
    try {
      made = storage.change(work.change);
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.DEBUG, work.what.get() + " is still not stored", e);
      synchronized (this) {
        if (kept.remove(work.id, work)) kept.put(work.id, work);
      }
      return false;
    }
    forget(work);
    tell(work, made);
    return true;
  }

  private synchronized @Nullable Work<?> first() {
    Iterator<Work<?>> all = kept.values().iterator();
    return all.hasNext() ? all.next() : null;
  }

  /**
   * Makes what is kept on the thread of somebody who is about to look, as far as the storage takes
   * it.
   */
  public void makeKept() {
    List<Work<?>> now;
    synchronized (this) {
      if (kept.isEmpty()) return;
      now = List.copyOf(kept.values());
    }
    for (Work<?> work : now) {
      if (!makeAgain(work)) return;
    }
    flushed();
  }

  private synchronized boolean isClosing() {
    return closing;
  }

  /**
   * The ledger will be closed: from now on nothing is asked, and a flush also waits for questions
   * that were, because what is reserved for a call that has ended is given back.
   */
  public synchronized void closing() {
    closing = true;
  }

  /** Whether a flush has nothing to wait for; called while this is held. */
  private boolean isFlushed() {
    boolean asks = questions.availablePermits() < QUESTIONS_AT_MOST;
    return kept.isEmpty() && making == 0 && !(closing && asks);
  }

  /**
   * Stores what is kept.
   *
   * @return completes when nothing is kept and nothing is being stored, or when the time is over
   */
  public CompletableFuture<Void> flush(Duration atMost) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    synchronized (this) {
      if (isFlushed()) return CompletableFuture.completedFuture(null);
      flushes.add(done);
    }
    Cancellable end = outside.timer().after(atMost, () -> done.complete(null));
    CompletableFuture<?> unused =
        done.whenComplete(
            (nothing, failure) -> {
              end.cancel();
              synchronized (this) {
                flushes.removeIf(each -> each == done);
              }
            });
    try {
      outside.threads().execute(this::makeAgain);
    } catch (Throwable noThread) {
      // The timer of what is kept tries.
    }
    return done;
  }

  private void flushed() {
    List<CompletableFuture<Void>> over;
    synchronized (this) {
      if (!isFlushed()) return;
      over = List.copyOf(flushes);
    }
    over.forEach(flush -> flush.complete(null));
  }

  /** Nothing is kept any more; what is kept now is logged. */
  public void close() {
    List<Work<?>> left;
    synchronized (this) {
      if (closed) return;
      closing = true;
      closed = true;
      left = List.copyOf(kept.values());
      kept.clear();
      nextTry.cancel();
    }
    for (Work<?> work : left) {
      LOG.log(
          System.Logger.Level.ERROR,
          "{0} is not stored when the ledger is closed, and becomes unknown",
          work.what.get());
    }
    outside.timer().close();
  }
}
