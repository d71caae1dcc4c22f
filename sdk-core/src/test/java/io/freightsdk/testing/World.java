package io.freightsdk.testing;

import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.internal.client.Environment;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.transport.SimulatedTransport;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The threads, timers and network of clients, on one virtual clock and with one queue of tasks.
 * Nothing happens at the same time. Time passes only when a call waits for it, or by {@link
 * #advance}. A task that is due runs only inside a method of the world, or while a blocking call
 * waits. So the result of a test does not depend on the machine.
 *
 * <p>A blocking call on the thread of the test runs the world until it ends. {@link #start} starts
 * a call that the test does not wait for. It has its own thread, like each task of a client. One
 * thread runs at a time; while it waits, the others run.
 */
public final class World implements AutoCloseable {
  public static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

  /** The address of the service; requests to any other host arrive at it, too. */
  public static final String BASE_URL = "https://freight.test";

  public static final String AGENT_KEY = "agentkey-0123456789abcdef";

  /** More steps than any test needs, so exceeding it means an endless loop. */
  private static final int MAX_STEPS = 5_000_000;

  private static volatile @Nullable World open;

  /** A task, and when it runs. */
  private record ScheduledTask(long at, long number, Runnable task)
      implements Comparable<ScheduledTask> {
    @Override
    public int compareTo(ScheduledTask other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private final NavigableSet<ScheduledTask> queue = new TreeSet<>();

  /** Threads that have a task, in the order in which they got it. */
  private final Set<WorldThread> busy = new LinkedHashSet<>();

  private final Deque<WorldThread> free = new ArrayDeque<>();
  private final List<FreightClient> clients = new ArrayList<>();
  private final List<Duration> waits = new ArrayList<>();
  private final WorldClock clock = new WorldClock();
  private final WorldThreads threads = new WorldThreads();
  private final WorldNetwork network = new WorldNetwork(this);
  private long now;
  private long taskCount;
  private long keyCount;

  /** Whether a thread has ended its wait; the running thread writes it. */
  private boolean anyResumed;

  /** How far the time of day is behind the machine's time. */
  private Duration clockLag = Duration.ZERO;

  public World() {
    if (open != null) throw new IllegalStateException("one world at a time: close the other first");
    open = this;
  }

  /** The world that is open; null if a test has none. */
  static @Nullable World current() {
    return open;
  }

  /**
   * Forgets the open world, if there is one, without waiting for its calls, because those of a test
   * that hangs may never end. Returns whether there was one.
   */
  static boolean abandon() {
    boolean wasOpen = open != null;
    open = null;
    return wasOpen;
  }

  // --- clients ---

  /** A builder of clients in this world, whose base URL leads to its network. */
  public FreightClient.Builder builder() {
    return TestBuilders.withEnvironment(FreightClient.builder(), environment())
        .baseUrl(BASE_URL)
        .agentKey(AGENT_KEY);
  }

  /** A client that is closed with the world. */
  public FreightClient client(FreightClient.Builder builder) {
    FreightClient client = builder.build();
    clients.add(client);
    return client;
  }

  /** The environment of its clients. Jitter has its maximum, and random keys are numbered. */
  public Environment environment() {
    return new Environment(
        clock,
        threads,
        new MaxJitter(),
        () -> String.format(Locale.ROOT, "key-%04d-of-the-world", ++keyCount),
        SimulatedTransport.over(network));
  }

  /** The network of its clients. */
  public WorldNetwork network() {
    return network;
  }

  // --- time ---

  public Clock clock() {
    return clock;
  }

  /** The time of day. */
  public Instant now() {
    return clock.instant();
  }

  /** Nanoseconds since the start of the world. */
  public long nanos() {
    return now;
  }

  /** The machine is suspended for so long: only the time of day continues. */
  public void suspend(Duration by) {
    clockLag = clockLag.minus(by);
  }

  /** The waits of its clients so far: between attempts, for their turn, for others. */
  public List<Duration> waits() {
    return List.copyOf(waits);
  }

  // --- running ---

  /** Runs everything that is due now, without moving the clock. */
  public void settle() {
    runUntil(now);
  }

  /** Runs everything until no task is left, and moves the clock. */
  public void run() {
    runUntil(Long.MAX_VALUE);
  }

  /** Moves the clock by this time, and runs everything that becomes due. */
  public void advance(Duration by) {
    long until = now + by.toNanos();
    runUntil(until);
    now = until;
  }

  /**
   * Runs everything that is due now, until the call waits for time, its turn, a response or another
   * call.
   */
  public void runUntilWaiting(CompletableFuture<?> call) {
    settle();
    if (call.isDone()) throw new AssertionError("the call has ended: " + call);
  }

  /** Runs everything until the call ends. Throws the failure of the call. */
  public <T> T join(CompletableFuture<T> call) {
    await(Long.MAX_VALUE, call::isDone);
    try {
      return call.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) throw failure;
      if (e.getCause() instanceof Error error) throw error;
      throw new AssertionError("a checked exception in a future", e.getCause());
    } catch (InterruptedException e) {
      throw new AssertionError("the test was interrupted", e);
    }
  }

  /** Starts a call that may block. It continues whenever its wait has ended. */
  public <T> Caller<T> start(Supplier<T> call) {
    WorldThread thread = freeThread();
    Caller<T> caller = new Caller<>(thread);
    run(thread, () -> caller.run(call), false);
    return caller;
  }

  /** Runs a task after this time, on no thread of a client. */
  public void after(Duration delay, Runnable task) {
    schedule(delay, task);
  }

  /** The same on a thread of the clients. Run the returned task to cancel it. */
  Runnable onClientThread(Duration delay, Runnable task) {
    ScheduledTask scheduled = schedule(delay, () -> run(freeThread(), task, true));
    return () -> queue.remove(scheduled);
  }

  private ScheduledTask schedule(Duration delay, Runnable task) {
    ScheduledTask scheduled =
        new ScheduledTask(now + Math.max(0, delay.toNanos()), taskCount++, task);
    queue.add(scheduled);
    return scheduled;
  }

  /** Waits until this is true, without a time limit. */
  public void waitUntil(BooleanSupplier until) {
    await(Long.MAX_VALUE, until);
  }

  private void runUntil(long until) {
    long steps = 0;
    resumeThreads();
    while (step(until)) {
      if (++steps > MAX_STEPS) throw new AssertionError("something runs in a circle");
    }
  }

  /** Runs the next task. Returns false if none is due by then. */
  private boolean step(long until) {
    if (queue.isEmpty() || queue.first().at > until) return false;
    ScheduledTask next = queue.pollFirst();
    now = Math.max(now, next.at);
    next.task.run();
    resumeThreads();
    return true;
  }

  /** Repeats, because a thread may end the wait of an earlier thread. */
  private void resumeThreads() {
    do {
      anyResumed = false;
      for (WorldThread thread : List.copyOf(busy)) resumeThread(thread);
    } while (anyResumed);
  }

  private WorldThread freeThread() {
    return free.isEmpty() ? new WorldThread() : free.pop();
  }

  private void run(WorldThread thread, Runnable task, boolean ofClient) {
    thread.assign(task, ofClient);
    busy.add(thread);
    resumeThread(thread);
  }

  private void resumeThread(WorldThread thread) {
    thread.resume();
    if (!thread.isFree() || !busy.remove(thread)) return;
    free.push(thread);
    Throwable thrown = thread.thrown();
    if (thrown instanceof RuntimeException unchecked) throw unchecked;
    if (thrown instanceof Error error) throw error;
  }

  /** Waits as a parked thread does. */
  private void await(long until, BooleanSupplier over) {
    WorldThread here = WorldThread.running();
    ScheduledTask wake = new ScheduledTask(until, taskCount++, () -> {});
    if (until != Long.MAX_VALUE) queue.add(wake);
    try {
      if (here == null) resumeThreads();
      BooleanSupplier ended = () -> over.getAsBoolean() || now >= until;
      while (!ended.getAsBoolean()) {
        if (here != null) {
          here.pause(ended);
        } else if (!step(until)) {
          throw new AssertionError("this waits for ever: nothing is left that could happen");
        }
      }
      anyResumed |= here != null;
    } finally {
      queue.remove(wake);
    }
  }

  /** Closes its clients, and fails if one of them has left a call open. */
  @Override
  public void close() {
    try {
      clients.forEach(FreightClient::close);
      run();
      network.close();
      if (!busy.isEmpty()) throw new AssertionError("a call has not ended");
    } finally {
      busy.forEach(WorldThread::end);
      free.forEach(WorldThread::end);
      // A test that timed out closes its world late, when the next test may have its own.
      if (open == this) open = null;
    }
  }

  private final class WorldClock extends Clock implements TimeSource {
    @Override
    public long machineNanos() {
      return now;
    }

    @Override
    public Instant now() {
      return instant();
    }

    @Override
    public Instant instant() {
      return START.plusNanos(now).minus(clockLag);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public void await(Duration atMost, BooleanSupplier condition) {
      waits.add(atMost);
      World.this.await(now + atMost.toNanos(), condition);
    }

    @Override
    public void awaitOthers(Duration atMost, BooleanSupplier condition) {
      boolean withoutLimit = atMost.compareTo(FOREVER) >= 0;
      World.this.await(withoutLimit ? Long.MAX_VALUE : now + atMost.toNanos(), condition);
    }
  }

  private final class WorldThreads extends TestThreads {
    @Override
    public void execute(Runnable task) {
      onClientThread(Duration.ZERO, task);
    }
  }

  /** The highest number below a bound; zero for numbers without a bound. */
  static final class MaxJitter implements RandomGenerator {
    @Override
    public long nextLong() {
      return 0;
    }

    @Override
    public long nextLong(long bound) {
      return bound - 1;
    }
  }
}
