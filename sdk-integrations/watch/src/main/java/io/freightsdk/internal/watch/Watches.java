package io.freightsdk.internal.watch;

import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadWatch;
import io.freightsdk.watch.WatchOptions;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/** The watches and fleets of one client, which end with it. */
public final class Watches implements AutoCloseable {
  /** Events for subscribers, for a listener, or for a loop that waits for them. */
  public abstract static class Followed
      implements Flow.Publisher<LoadEvent>, Iterable<LoadEvent>, AutoCloseable {
    public abstract boolean isFollowed();

    public CompletableFuture<Void> listen(Consumer<? super LoadEvent> listener) {
      EventListening listening = new EventListening(Objects.requireNonNull(listener, "listener"));
      subscribe(listening);
      return listening;
    }

    @Override
    public Iterator<LoadEvent> iterator() {
      return new EventIterator(this);
    }

    @Override
    public abstract void close();
  }

  private static final int MAX_LOAD_NUMBER_CHARS = 128;

  private final WatchWorld world;
  // Guarded by itself. Weak, so that an unused watch can be garbage-collected; the numbers say in
  // which order they were opened, because they end in that order.
  private final Map<Followed, Long> open = new WeakHashMap<>();

  // Guarded by {@link #open}.
  private long opened;
  private boolean closed;

  public Watches(WatchWorld world) {
    this.world = world;
  }

  /** Refuses at once what the client would refuse at the first read. */
  public static String requireLoadNumber(String loadNumber) {
    Objects.requireNonNull(loadNumber, "loadNumber");
    boolean readable =
        !loadNumber.isBlank()
            // Half of a surrogate pair has no UTF-8: the URL would name another load.
            && loadNumber.codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE)
            && loadNumber.length() <= MAX_LOAD_NUMBER_CHARS
            && loadNumber.chars().noneMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c))
            && !loadNumber.equals(".")
            && !loadNumber.equals("..");
    if (!readable) {
      throw new IllegalArgumentException(
          "loadNumber cannot be the number of a load; pass the one returned at creation, such as"
              + " LD-2026-0001");
    }
    return loadNumber;
  }

  /**
   * Makes a watch; nothing is read yet.
   *
   * @throws IllegalArgumentException when the options resume another load, or have a budget that
   *     nobody keeps
   */
  public LoadWatch open(String loadNumber, WatchOptions options) {
    PositionReading resumed = options.resumeFrom();
    if (resumed != null && !resumed.position().loadNumber().equals(loadNumber)) {
      throw new IllegalArgumentException(
          "watch: load %s cannot resume from a reading of load %s"
              .formatted(loadNumber, resumed.position().loadNumber()));
    }
    if (options.budgetUsd() != null) {
      WatchWorld.Budgets unused = world.budgets();
    }
    return opened(new PollingWatch(loadNumber, options, world));
  }

  /**
   * Ends it with all, unless it is forgotten before.
   *
   * @throws FreightCancelledException when all are closed, because nothing would wake it
   */
  public <T extends Followed> T opened(T followed) {
    synchronized (open) {
      if (closed) {
        throw new FreightCancelledException(
            FailureFacts.refused(Operation.GET_LOAD_POSITION, NextStep.NONE, null),
            "the watches are closed, nothing was sent");
      }
      open.put(followed, opened++);
    }
    return followed;
  }

  public WatchWorld world() {
    return world;
  }

  /** How many of them have a subscriber. */
  public int followed() {
    synchronized (open) {
      return (int) open.keySet().stream().filter(Followed::isFollowed).count();
    }
  }

  /** Completes every watch. Idempotent. */
  @Override
  public void close() {
    SortedMap<Long, Followed> ending = new TreeMap<>();
    synchronized (open) {
      closed = true;
      open.forEach((followed, number) -> ending.put(number, followed));
      open.clear();
    }
    ending.values().forEach(Followed::close);
  }
}
