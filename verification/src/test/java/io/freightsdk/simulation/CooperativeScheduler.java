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
 * Decides which thread of a world runs: always exactly one, the one that has the baton. A thread
 * hands it on where it waits, and nowhere else. Then what is due on the timeline happens, on the
 * thread that waits, until the wait of some thread is over: that one gets the baton. So a run
 * follows from its seed, however many threads it has.
 */
final class CooperativeScheduler {
  /** No wait is longer. */
  static final long FOREVER = Long.MAX_VALUE;

  /** Code of a killed process that waits so often again has caught its own death. */
  private static final int MOST_DEATHS = 1_000;

  /** A killed process does nothing more, not even what it would do in the end. */
  static final class ProcessKilledError extends Error {
    private static final long serialVersionUID = 1;

    ProcessKilledError() {
      super("killed", null, false, false);
    }
  }

  /**
   * A thread of a world. When its task is done, it is free for another one, of another world too.
   */
  static final class Worker extends Thread {
    private final WorkerPool pool;
    private final Thread thread;
    private @Nullable CooperativeScheduler baton;
    private @Nullable Runnable task;
    private @Nullable SimulatedProcess process;
    private @Nullable UserCall user;
    private BooleanSupplier over = () -> true;
    private boolean timeUp;
    private boolean dies;
    private int deaths;

    /** Set by whoever hands the baton on. */
    private volatile boolean hasTurn;

    private Worker(WorkerPool pool) {
      this.pool = pool;
      this.thread = this;
      setName("world-" + pool.all.size());
      setDaemon(true);
    }

    /** That of a thread which is there already. */
    private Worker(WorkerPool pool, Thread thread) {
      this.pool = pool;
      this.thread = thread;
    }

    @Override
    public void run() {
      while (true) {
        awaitTurn();
        baton.work(this);
      }
    }

    private void awaitTurn() {
      while (!hasTurn) LockSupport.park(this);
      hasTurn = false;
    }

    private void takeTurn() {
      hasTurn = true;
      LockSupport.unpark(thread);
    }

    /** Interrupts what it does, or waits for. */
    void interruptIt() {
      thread.interrupt();
    }

    /** From here to the end of its task, the call of this user runs on it. */
    void runsFor(@Nullable UserCall asked) {
      user = asked;
    }

    /** Whose call runs on it; null for nobody's. */
    @Nullable UserCall user() {
      return user;
    }
  }

  /** Threads that one world after another uses. Whoever has the baton may use it. */
  static final class WorkerPool {
    private final List<Worker> all = new ArrayList<>();
    private final Deque<Worker> idle = new ArrayDeque<>();
    private final Worker stage = new Worker(this, Thread.currentThread());

    private Worker take() {
      Worker free = idle.poll();
      if (free != null) return free;
      Worker made = new Worker(this);
      all.add(made);
      made.start();
      return made;
    }
  }

  /** Whose turn comes: a thread that has waited, or a task that needs one. */
  private record Turn(
      @Nullable Worker runner, @Nullable Runnable task, @Nullable SimulatedProcess process) {}

  private final Timeline time;
  private final WorkerPool pool;
  private final Consumer<Throwable> escaped;
  private final Deque<Turn> turns = new ArrayDeque<>();

  /** In the order in which they began to wait. */
  private final List<Worker> waiting = new ArrayList<>();

  private Worker current;

  /** Whether something of the timeline happens, on a thread that waits for something else. */
  private boolean happens;

  private boolean ends;

  /**
   * @param escaped hears what a task has thrown
   */
  CooperativeScheduler(Timeline time, WorkerPool pool, Consumer<Throwable> escaped) {
    this.time = time;
    this.pool = pool;
    this.escaped = escaped;
    this.current = pool.stage;
  }

  /** Runs a task on a thread of its own, soon. */
  void start(@Nullable SimulatedProcess process, Runnable task) {
    if (!ends) turns.add(new Turn(null, task, process));
  }

  /** The thread that runs this code. */
  Worker here() {
    return current;
  }

  /** Waits here until it is over, at most so long; others run meanwhile. */
  void await(long atMostNanos, BooleanSupplier over) {
    Worker here = current;
    if (happens) throw new IllegalStateException("what is on the timeline cannot wait");
    if (isDead(here)) die();
    if (over.getAsBoolean() || atMostNanos <= 0) return;
    here.over = over;
    here.timeUp = false;
    Timeline.ScheduledTask wake =
        atMostNanos == FOREVER ? null : time.after(atMostNanos, () -> timeIsUp(here));
    // A thread that is interrupted cannot park.
    boolean interrupted = Thread.interrupted();
    try {
      do {
        waiting.add(here);
        handOn(here);
        interrupted |= Thread.interrupted();
        if (isDead(here)) die();
        if (interrupted) here.thread.interrupt();
        boolean isOver = over.getAsBoolean();
        interrupted = Thread.interrupted();
        if (isOver) return;
      } while (!here.timeUp);
    } finally {
      if (wake != null) wake.drop();
      if (interrupted) here.thread.interrupt();
    }
  }

  private boolean isDead(Worker here) {
    return here != pool.stage && (here.dies || ends);
  }

  /** What runs here is code of a killed process: it ends where it is. */
  void die() {
    boolean catchesIt = !happens && current != pool.stage && ++current.deaths > MOST_DEATHS;
    // Its turn never comes again.
    if (catchesIt) handOn(current);
    throw new ProcessKilledError();
  }

  private void timeIsUp(Worker waits) {
    waits.timeUp = true;
    wake(waits);
  }

  private void wake(Worker waits) {
    if (waiting.remove(waits)) turns.add(new Turn(waits, null, null));
  }

  /** Returns when this thread's turn comes. */
  private void handOn(Worker here) {
    Turn next = next();
    if (next.runner() != here) {
      give(next);
      here.awaitTurn();
    }
    current = here;
  }

  private void give(Turn next) {
    Worker runner = next.runner();
    if (runner == null) {
      runner = pool.take();
      takes(runner, next);
    }
    runner.takeTurn();
  }

  private void takes(Worker runner, Turn turn) {
    runner.baton = this;
    runner.task = turn.task();
    runner.process = turn.process();
    runner.user = null;
    runner.dies = false;
    runner.deaths = 0;
  }

  /** Does the task of this thread, and what else comes until another thread has waited enough. */
  private void work(Worker here) {
    Turn next;
    do {
      current = here;
      run(here.task);
      here.task = null;
      boolean unused = Thread.interrupted();
      next = next();
      if (next.runner() == null) takes(here, next);
    } while (next.runner() == null);
    here.process = null;
    pool.idle.push(here);
    give(next);
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (ProcessKilledError meanwhile) {
      // A thread of a killed process ends where it is.
    } catch (Throwable thrown) {
      escaped.accept(thrown);
    }
  }

  /** Lets things happen until it is the turn of a thread, or of a task that needs one. */
  private Turn next() {
    while (true) {
      wakeWhoeverMay();
      Turn turn = turns.poll();
      if (turn != null) {
        boolean isDead = turn.process() != null && turn.process().wasKilled();
        if (turn.task() == null || !(isDead || ends)) return turn;
        continue;
      }
      Runnable due = ends ? null : time.next();
      if (due != null) {
        happens = true;
        run(due);
        happens = false;
        continue;
      }
      // Nothing is left that could happen.
      waiting.remove(pool.stage);
      pool.stage.timeUp = true;
      return new Turn(pool.stage, null, null);
    }
  }

  private void wakeWhoeverMay() {
    for (int i = 0; i < waiting.size(); i++) {
      Worker waits = waiting.get(i);
      if (!waits.thread.isInterrupted() && !isOver(waits)) continue;
      waiting.remove(i--);
      turns.add(new Turn(waits, null, null));
    }
  }

  /** What its condition throws is thrown where it waits. */
  private static boolean isOver(Worker waits) {
    try {
      return waits.over.getAsBoolean();
    } catch (Throwable thrown) {
      return true;
    }
  }

  /** Its threads end where they wait. */
  void kill(SimulatedProcess process) {
    for (Worker runner : pool.all) {
      if (runner.process == process && runner.baton == this) runner.dies = true;
    }
    for (Worker waits : List.copyOf(waiting)) if (waits.dies) wake(waits);
  }

  /** The world is over: every thread ends where it waits. */
  void end() {
    ends = true;
    turns.removeIf(turn -> turn.task() != null);
    for (Worker waits : List.copyOf(waiting)) wake(waits);
    Worker here = current;
    waiting.add(here);
    here.over = () -> false;
    handOn(here);
  }
}
