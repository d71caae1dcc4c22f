package io.freightsdk.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs exactly one thread of a world at a time. A thread yields only when it waits. It then runs
 * the tasks of the timeline until the condition of a waiting thread is true. That thread gets the
 * turn. So a run follows from its seed, for any number of threads.
 */
final class CooperativeScheduler {
  /** The time limit of a wait without one. */
  static final long FOREVER = Long.MAX_VALUE;

  /** Maximum waits of a killed thread. With more, its code catches {@link ProcessKilledError}. */
  private static final int MAX_WAITS_AFTER_KILL = 1_000;

  /** Thrown in the threads of a killed process to end them. */
  static final class ProcessKilledError extends Error {
    private static final long serialVersionUID = 1;

    ProcessKilledError() {
      super("killed", null, false, false);
    }
  }

  /**
   * A thread of a world. When its task has ended, it can run another one, also of another world.
   */
  static final class Worker extends Thread {
    private final WorkerPool pool;
    private final Thread thread;
    private @Nullable CooperativeScheduler scheduler;
    private @Nullable Runnable task;
    private @Nullable SimulatedProcess process;
    private @Nullable UserCall user;
    private BooleanSupplier condition = () -> true;
    private boolean hasTimedOut;
    private boolean isKilled;
    private int waitsAfterKill;

    /** Set by the thread that gives it the turn. */
    private volatile boolean hasTurn;

    private Worker(WorkerPool pool) {
      this.pool = pool;
      this.thread = this;
      setName("world-" + pool.workers.size());
      setDaemon(true);
    }

    /** The worker of an existing thread. */
    private Worker(WorkerPool pool, Thread thread) {
      this.pool = pool;
      this.thread = thread;
    }

    @Override
    public void run() {
      while (true) {
        awaitTurn();
        scheduler.runTasks(this);
      }
    }

    private void awaitTurn() {
      while (!hasTurn) LockSupport.park(this);
      hasTurn = false;
    }

    private void giveTurn() {
      hasTurn = true;
      LockSupport.unpark(thread);
    }

    /** Interrupts its task. */
    void interruptThread() {
      thread.interrupt();
    }

    /** Sets the call that runs on it until its task ends. */
    void setUser(@Nullable UserCall call) {
      user = call;
    }

    /** The call that runs on it; null for none. */
    @Nullable UserCall user() {
      return user;
    }
  }

  /** Threads that worlds use one after another. Only the running thread may use it. */
  static final class WorkerPool {
    private final List<Worker> workers = new ArrayList<>();
    private final Deque<Worker> idle = new ArrayDeque<>();
    private final Worker main = new Worker(this, Thread.currentThread());

    private Worker take() {
      Worker free = idle.poll();
      if (free != null) return free;
      Worker made = new Worker(this);
      workers.add(made);
      made.start();
      return made;
    }
  }

  /** The next turn: a worker that has waited, or a task that needs a worker. */
  private record Turn(
      @Nullable Worker worker, @Nullable Runnable task, @Nullable SimulatedProcess process) {}

  private final Timeline time;
  private final WorkerPool pool;
  private final Consumer<Throwable> uncaughtExceptionHandler;
  private final Deque<Turn> turns = new ArrayDeque<>();

  /** Waiting workers, in the order in which they started to wait. */
  private final List<Worker> waiting = new ArrayList<>();

  private Worker current;

  /** Whether a waiting thread runs a task of the timeline. */
  private boolean runsTimelineTask;

  private boolean isEnding;

  /**
   * @param onEscapedThrowable gets the exceptions of tasks
   */
  CooperativeScheduler(Timeline time, WorkerPool pool, Consumer<Throwable> onEscapedThrowable) {
    this.time = time;
    this.pool = pool;
    this.uncaughtExceptionHandler = onEscapedThrowable;
    this.current = pool.main;
  }

  /** Runs a task on another thread, at the same simulated time. */
  void execute(@Nullable SimulatedProcess process, Runnable task) {
    if (!isEnding) turns.add(new Turn(null, task, process));
  }

  /** The worker that runs this code. */
  Worker current() {
    return current;
  }

  /** Waits until the condition is true or the time has passed. Other threads run meanwhile. */
  void await(long maxNanos, BooleanSupplier condition) {
    Worker worker = current;
    if (runsTimelineTask) throw new IllegalStateException("a task of the timeline cannot wait");
    if (mustEnd(worker)) throwProcessKilled();
    if (condition.getAsBoolean() || maxNanos <= 0) return;
    worker.condition = condition;
    worker.hasTimedOut = false;
    Timeline.ScheduledTask wake =
        maxNanos == FOREVER ? null : time.schedule(maxNanos, () -> timeOut(worker));
    // An interrupted thread cannot park.
    boolean interrupted = Thread.interrupted();
    try {
      do {
        waiting.add(worker);
        yieldTurn(worker);
        interrupted |= Thread.interrupted();
        if (mustEnd(worker)) throwProcessKilled();
        if (interrupted) worker.thread.interrupt();
        boolean isReady = condition.getAsBoolean();
        interrupted = Thread.interrupted();
        if (isReady) return;
      } while (!worker.hasTimedOut);
    } finally {
      if (wake != null) wake.cancel();
      if (interrupted) worker.thread.interrupt();
    }
  }

  private boolean mustEnd(Worker worker) {
    return worker != pool.main && (worker.isKilled || isEnding);
  }

  /** Throws {@link ProcessKilledError}, which ends the running code of a killed process. */
  void throwProcessKilled() {
    boolean catchesError =
        !runsTimelineTask
            && current != pool.main
            && ++current.waitsAfterKill > MAX_WAITS_AFTER_KILL;
    // It never gets a turn again.
    if (catchesError) yieldTurn(current);
    throw new ProcessKilledError();
  }

  private void timeOut(Worker waiter) {
    waiter.hasTimedOut = true;
    wake(waiter);
  }

  private void wake(Worker waiter) {
    if (waiting.remove(waiter)) turns.add(new Turn(waiter, null, null));
  }

  /** Gives the turn to the next worker, and returns when this one gets it back. */
  private void yieldTurn(Worker worker) {
    Turn next = next();
    if (next.worker() != worker) {
      giveTurn(next);
      worker.awaitTurn();
    }
    current = worker;
  }

  private void giveTurn(Turn next) {
    Worker worker = next.worker();
    if (worker == null) {
      worker = pool.take();
      assign(worker, next);
    }
    worker.giveTurn();
  }

  private void assign(Worker worker, Turn turn) {
    worker.scheduler = this;
    worker.task = turn.task();
    worker.process = turn.process();
    worker.user = null;
    worker.isKilled = false;
    worker.waitsAfterKill = 0;
  }

  /** Runs the task of this worker and further tasks, until another worker has the turn. */
  private void runTasks(Worker worker) {
    Turn next;
    do {
      current = worker;
      run(worker.task);
      worker.task = null;
      boolean unused = Thread.interrupted();
      next = next();
      if (next.worker() == null) assign(worker, next);
    } while (next.worker() == null);
    worker.process = null;
    pool.idle.push(worker);
    giveTurn(next);
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (ProcessKilledError meanwhile) {
      // The process was killed.
    } catch (Throwable thrown) {
      uncaughtExceptionHandler.accept(thrown);
    }
  }

  /** Runs the timeline until a worker is ready, or a task needs a worker. */
  private Turn next() {
    while (true) {
      wakeReadyWorkers();
      Turn turn = turns.poll();
      if (turn != null) {
        boolean isDead = turn.process() != null && turn.process().wasKilled();
        if (turn.task() == null || !(isDead || isEnding)) return turn;
        continue;
      }
      Runnable due = isEnding ? null : time.advanceToNextTask();
      if (due != null) {
        runsTimelineTask = true;
        run(due);
        runsTimelineTask = false;
        continue;
      }
      // The timeline is empty, and no worker is ready.
      waiting.remove(pool.main);
      pool.main.hasTimedOut = true;
      return new Turn(pool.main, null, null);
    }
  }

  private void wakeReadyWorkers() {
    for (int i = 0; i < waiting.size(); i++) {
      Worker waiter = waiting.get(i);
      if (!waiter.thread.isInterrupted() && !isReady(waiter)) continue;
      waiting.remove(i--);
      turns.add(new Turn(waiter, null, null));
    }
  }

  /** Whether its condition is true. If the condition throws, its own thread gets the exception. */
  private static boolean isReady(Worker waiter) {
    try {
      return waiter.condition.getAsBoolean();
    } catch (Throwable thrown) {
      return true;
    }
  }

  /** Ends the threads of a process where they wait. */
  void kill(SimulatedProcess process) {
    for (Worker worker : pool.workers) {
      if (worker.process == process && worker.scheduler == this) worker.isKilled = true;
    }
    for (Worker waiter : List.copyOf(waiting)) if (waiter.isKilled) wake(waiter);
  }

  /** Ends all threads of the world where they wait. */
  void endAllThreads() {
    isEnding = true;
    turns.removeIf(turn -> turn.task() != null);
    for (Worker waiter : List.copyOf(waiting)) wake(waiter);
    Worker worker = current;
    waiting.add(worker);
    worker.condition = () -> false;
    yieldTurn(worker);
  }
}
