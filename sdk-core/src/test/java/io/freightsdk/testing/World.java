package io.freightsdk.testing;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.TestBuilders;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.internal.environment.Time;
import io.freightsdk.internal.environment.Timer;
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
 * A world with one clock and one queue of tasks, in which nothing happens at the same time: clients
 * whose threads, timers and network it is. Time passes only when a call waits for it, or by {@link
 * #advance}; a task that is due runs only inside of a method of the world, or while a blocking call
 * waits. So what a test sees between two of its lines does not depend on the machine.
 *
 * <p>A blocking call on the thread of the test runs the world until it ends. {@link #start} begins
 * one that the test does not wait for. It has a thread, as has each task of a client: one of them
 * runs at a time, while the world lets it, and whichever waits leaves the others running.
 */
public final class World implements AutoCloseable {
  public static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

  /** The address of the service; requests to any other host arrive at it, too. */
  public static final String BASE_URL = "https://freight.test";

  public static final String AGENT_KEY = "agentkey-0123456789abcdef";

  /** More steps than any test takes without moving the clock: something runs in a circle. */
  private static final int MOST_STEPS = 5_000_000;

  private static volatile @Nullable World open;

  /** Something that will happen. */
  private record Due(long at, long number, Runnable task) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private final NavigableSet<Due> queue = new TreeSet<>();

  /** Threads that have something to do, in the order in which they were given it. */
  private final Set<WorldThread> busy = new LinkedHashSet<>();

  private final Deque<WorldThread> free = new ArrayDeque<>();
  private final List<FreightClient> clients = new ArrayList<>();
  private final List<Duration> waits = new ArrayList<>();
  private final WorldClock clock = new WorldClock();
  private final WorldTimer timer = new WorldTimer();
  private final WorldThreads threads = new WorldThreads();
  private final WorldNetwork network = new WorldNetwork(this);
  private long now;
  private long numbers;
  private long keys;

  /** Whether a thread has come out of a wait; written by whoever's turn it is. */
  private boolean someWentOn;

  /** How much the time of day is behind. */
  private Duration behind = Duration.ZERO;

  public World() {
    if (open != null) throw new IllegalStateException("one world at a time: close the other first");
    open = this;
  }

  /** The world that is open; null if a test has none. */
  static @Nullable World current() {
    return open;
  }

  /**
   * Forgets the world that is open, if one is, without waiting for what happens in it: what a test
   * that hangs is still at may never end.
   */
  static boolean abandon() {
    boolean wasOpen = open != null;
    open = null;
    return wasOpen;
  }

  // --- clients ---

  /** A builder of clients that live here; their base URL leads to the network of this world. */
  public FreightClientBuilder builder() {
    return TestBuilders.inWorld(FreightClient.builder(), environment())
        .baseUrl(BASE_URL)
        .agentKey(AGENT_KEY);
  }

  /** A client that is closed with the world. */
  public FreightClient client(FreightClientBuilder builder) {
    FreightClient client = builder.build();
    clients.add(client);
    return client;
  }

  /** What its clients take from outside; jitter is at its longest, random keys are numbered. */
  public Environment environment() {
    return new Environment(
        clock,
        timer,
        threads,
        new LongestJitter(),
        () -> String.format(Locale.ROOT, "key-%04d-of-the-world", ++keys),
        network);
  }

  /** What carries the requests of its clients. */
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

  /** Nanoseconds since it began. */
  public long nanos() {
    return now;
  }

  /** The machine is suspended for so long: only the time of day goes on. */
  public void suspend(Duration by) {
    behind = behind.minus(by);
  }

  /** How long its clients have waited so far: between attempts, for their turn, for others. */
  public List<Duration> waits() {
    return List.copyOf(waits);
  }

  // --- what happens ---

  /** Lets everything happen that is due now. Time stands still. */
  public void settle() {
    runUntil(now);
  }

  /** Lets everything happen until nothing is left, in its time. */
  public void run() {
    runUntil(Long.MAX_VALUE);
  }

  /** Lets so much time pass, and everything happen that is due in it. */
  public void advance(Duration by) {
    long until = now + by.toNanos();
    runUntil(until);
    now = until;
  }

  /**
   * Lets everything happen that is due now, until the call waits: for its time, its turn, an answer
   * that is on its way, or somebody else.
   */
  public void runUntilWaiting(CompletableFuture<?> call) {
    settle();
    if (call.isDone()) throw new AssertionError("the call has ended: " + call);
  }

  /** Lets everything happen until the call ends; what it failed with is thrown. */
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

  /** Begins a call that may block: it goes on whenever something happens, until it waits again. */
  public <T> Caller<T> start(Supplier<T> call) {
    WorldThread thread = thread();
    Caller<T> caller = new Caller<>(thread);
    run(thread, () -> caller.run(call), false);
    return caller;
  }

  /** Something happens after so long, on no thread of a client. */
  public void after(Duration delay, Runnable task) {
    schedule(delay, task);
  }

  /** The same on a thread of the clients; what it returns cancels it. */
  Runnable onClientThread(Duration delay, Runnable task) {
    Due due = schedule(delay, () -> run(thread(), task, true));
    return () -> queue.remove(due);
  }

  private Due schedule(Duration delay, Runnable task) {
    Due due = new Due(now + Math.max(0, delay.toNanos()), numbers++, task);
    queue.add(due);
    return due;
  }

  /** Waits here until this is true, without a limit of time. */
  public void hold(BooleanSupplier until) {
    await(Long.MAX_VALUE, until);
  }

  private void runUntil(long until) {
    long steps = 0;
    letThreadsGoOn();
    while (step(until)) {
      if (++steps > MOST_STEPS) throw new AssertionError("something runs in a circle");
    }
  }

  /** Lets the next thing happen; false when there is none until then. */
  private boolean step(long until) {
    if (queue.isEmpty() || queue.first().at > until) return false;
    Due next = queue.pollFirst();
    now = Math.max(now, next.at);
    next.task.run();
    letThreadsGoOn();
    return true;
  }

  /** One of them may let another go on that had its turn before, without any time passing. */
  private void letThreadsGoOn() {
    do {
      someWentOn = false;
      for (WorldThread thread : List.copyOf(busy)) letGoOn(thread);
    } while (someWentOn);
  }

  private WorldThread thread() {
    return free.isEmpty() ? new WorldThread() : free.pop();
  }

  private void run(WorldThread thread, Runnable task, boolean ofClients) {
    thread.take(task, ofClients);
    busy.add(thread);
    letGoOn(thread);
  }

  private void letGoOn(WorldThread thread) {
    thread.goOn();
    if (!thread.isFree() || !busy.remove(thread)) return;
    free.push(thread);
    Throwable thrown = thread.thrown();
    if (thrown instanceof RuntimeException unchecked) throw unchecked;
    if (thrown instanceof Error error) throw error;
  }

  /** Waits here, as a thread would that parks. */
  private void await(long until, BooleanSupplier over) {
    WorldThread here = WorldThread.here();
    Due wake = new Due(until, numbers++, () -> {});
    if (until != Long.MAX_VALUE) queue.add(wake);
    try {
      if (here == null) letThreadsGoOn();
      BooleanSupplier ended = () -> over.getAsBoolean() || now >= until;
      while (!ended.getAsBoolean()) {
        if (here != null) {
          here.pause(ended);
        } else if (!step(until)) {
          throw new AssertionError("this waits for ever: nothing is left that could happen");
        }
      }
      someWentOn |= here != null;
    } finally {
      queue.remove(wake);
    }
  }

  /** Closes its clients. What still waits then has been left behind by one of them. */
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
      // A test that was given up closes its world late: the next one may have its own by then.
      if (open == this) open = null;
    }
  }

  private final class WorldClock extends Clock implements Time {
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
      return START.plusNanos(now).minus(behind);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  private final class WorldTimer implements Timer {
    @Override
    public void await(Duration atMost, BooleanSupplier over) {
      waits.add(atMost);
      World.this.await(now + atMost.toNanos(), over);
    }

    @Override
    public void awaitOthers(Duration atMost, BooleanSupplier done) {
      boolean forEver = atMost.compareTo(FOREVER) >= 0;
      World.this.await(forEver ? Long.MAX_VALUE : now + atMost.toNanos(), done);
    }
  }

  private final class WorldThreads extends TestThreads implements Threads {
    @Override
    public void execute(Runnable task) {
      onClientThread(Duration.ZERO, task);
    }
  }

  /** Every bounded number is the highest allowed. */
  static final class LongestJitter implements RandomGenerator {
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
