package io.freightsdk.server.time;

import io.freightsdk.server.view.ServerClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The clock of one server, which runs at any speed or stands still, and its scheduled tasks. There
 * is no timer thread: requests, pages and views of loads first call {@link #runDueTasks}.
 */
public final class VirtualClock implements ServerClock {
  /** The fastest clock, in virtual seconds per machine second. */
  public static final double MAX_SCALE = 1_000_000;

  private static final Instant MIN_TIME = Instant.EPOCH;
  private static final Instant MAX_TIME =
      LocalDate.of(9000, 1, 1).atStartOfDay(ZoneOffset.UTC).toInstant();

  private final LongSupplier nanoTime;

  /** The scheduled tasks, the earliest first. Removed only under the lock of the timeline. */
  private final PriorityBlockingQueue<Task> tasks = new PriorityBlockingQueue<>();

  private final AtomicLong scheduledTasks = new AtomicLong();

  /** Protects changes of the timeline and runs of tasks, so that tasks run one after another. */
  private final Object timelineLock = new Object();

  private volatile Timeline timeline;

  /**
   * A clock that starts at {@code start} and runs at {@code scale} virtual seconds per machine
   * second.
   */
  public VirtualClock(Instant start, double scale, LongSupplier nanos) {
    this.nanoTime = nanos;
    this.timeline = new Timeline(requireInRange(start), nanos.getAsLong(), scale);
  }

  @Override
  public Instant now() {
    // The API has milliseconds. With a finer time, replays would differ from recorded times.
    return Instant.ofEpochMilli(timeline.at(nanoTime.getAsLong()).toEpochMilli());
  }

  /** Virtual seconds per machine second; 0 is a frozen clock. */
  public double scale() {
    return timeline.scale();
  }

  /** Sets the virtual seconds per machine second from now on; 0 stops the clock. */
  public void changeScale(double scale) {
    synchronized (timelineLock) {
      timeline = new Timeline(now(), nanoTime.getAsLong(), scale);
    }
  }

  @Override
  public void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException(
          "clock: cannot advance by " + duration + "; use set to go backwards");
    }
    synchronized (timelineLock) {
      runForwardTo(requireInRange(plusCapped(now(), duration)));
    }
  }

  private static Instant plusCapped(Instant now, Duration duration) {
    // A sum far out of range must not overflow.
    boolean tooFar = duration.compareTo(Duration.between(now, MAX_TIME)) > 0;
    return tooFar ? Instant.MAX : now.plus(duration);
  }

  @Override
  public void set(Instant instant) {
    requireInRange(instant);
    synchronized (timelineLock) {
      if (instant.isAfter(now())) {
        runForwardTo(instant);
      } else {
        moveTo(instant);
      }
    }
  }

  /** Runs the tasks that are due. This is fast if there are none. */
  public void runDueTasks() {
    if (!isTaskDueBy(now())) return;
    synchronized (timelineLock) {
      while (isTaskDueBy(now())) tasks.remove().run();
    }
  }

  private boolean isTaskDueBy(Instant time) {
    Task earliest = tasks.peek();
    return earliest != null && !earliest.due().isAfter(time);
  }

  /**
   * Runs {@code work} once, when the clock reaches {@code due}. {@code work} gets this time, which
   * may be in the past when it runs.
   */
  public void schedule(Instant due, Consumer<Instant> work) {
    tasks.add(new Task(due, scheduledTasks.incrementAndGet(), work));
  }

  /** Restarts at {@code start} and at this speed, without scheduled tasks. */
  public void restart(Instant start, double scale) {
    synchronized (timelineLock) {
      tasks.clear();
      timeline = new Timeline(start, nanoTime.getAsLong(), scale);
    }
  }

  @Override
  public Clock asClock() {
    InstantSource source = this::now;
    return source.withZone(ZoneOffset.UTC);
  }

  private void runForwardTo(Instant target) {
    while (isTaskDueBy(target)) {
      Task task = tasks.remove();
      if (task.due().isAfter(now())) moveTo(task.due());
      task.run();
    }
    if (target.isAfter(now())) moveTo(target);
  }

  private void moveTo(Instant instant) {
    timeline = new Timeline(instant, nanoTime.getAsLong(), timeline.scale);
  }

  private static Instant requireInRange(Instant instant) {
    if (instant.isBefore(MIN_TIME) || instant.isAfter(MAX_TIME)) {
      throw new IllegalArgumentException(
          "clock: " + instant + " is outside " + MIN_TIME + " to " + MAX_TIME);
    }
    return instant;
  }

  /**
   * A straight mapping from machine time to virtual time. Immutable.
   *
   * @param origin virtual time at {@code originNanos}
   * @param originNanos reading of the machine's monotonic counter
   * @param scale virtual seconds per machine second; 0 is a frozen clock
   */
  record Timeline(Instant origin, long originNanos, double scale) {
    private static final double NANOS_PER_SECOND = 1e9;

    Instant at(long nanos) {
      if (scale == 0) return origin;
      long elapsed = nanos - originNanos;
      // Exact at the normal speed; a double is used for other speeds only.
      if (scale == 1) return origin.plusNanos(elapsed);
      double seconds = elapsed / NANOS_PER_SECOND * scale;
      // In nanoseconds, a fast clock would overflow a long within hours.
      long whole = (long) seconds;
      return origin.plusSeconds(whole).plusNanos((long) ((seconds - whole) * NANOS_PER_SECOND));
    }
  }

  /** A scheduled task. Tasks with equal times run in the order in which they were added. */
  private record Task(Instant due, long sequence, Consumer<Instant> work)
      implements Comparable<Task> {
    void run() {
      work.accept(due);
    }

    /** Not a comparator of lambdas, which would load nine classes at every start. */
    @Override
    public int compareTo(Task other) {
      int byTime = due.compareTo(other.due);
      return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }
  }
}
