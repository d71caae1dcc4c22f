package io.freightsdk.internal.fleet;

import io.freightsdk.internal.watch.EventSubscription;
import io.freightsdk.internal.watch.EventSubscription.Ending;
import io.freightsdk.internal.watch.EventsBetween;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.ReadFailed;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one subscriber of a fleet was not told yet: for each load that was read meanwhile, the two
 * readings between which its events lie. However slow it is, there is one such pair a load.
 */
final class FleetStory implements EventSubscription.Story {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.watch");

  /**
   * @param refused whether its subscriber, or one that it inherits from, has refused it
   */
  private record Missed(
      FleetLoad load, @Nullable PositionReading before, PositionReading now, boolean refused) {
    boolean isOf(String loadNumber) {
      return load.number.equals(loadNumber);
    }

    Missed then(Missed later) {
      return new Missed(later.load, before, later.now, refused || later.refused);
    }
  }

  private final FleetOptions options;
  private final FleetLoop loop;
  private final BiConsumer<FleetLoad, PositionReading> onTaken;
  private final BooleanSupplier mayTell;
  private final FleetRefusals refusals;

  // Guarded by this.
  private final Map<String, Missed> missed = new LinkedHashMap<>();
  private final Map<String, ReadFailed> failures = new LinkedHashMap<>();
  private @Nullable Missed telling;

  /** What is told now and, if it is refused, again; null also if that was forgotten meanwhile. */
  private @Nullable Missed again;

  private @Nullable Thread teller;
  private boolean hasRefused;

  /**
   * @param mayTell asked before the events of a load are told, on a thread that may block; if not,
   *     they wait for the next signal
   * @param refusals of all subscribers
   */
  FleetStory(
      FleetOptions options,
      FleetLoop loop,
      BiConsumer<FleetLoad, PositionReading> onTaken,
      BooleanSupplier mayTell,
      FleetRefusals refusals) {
    this.options = options;
    this.loop = loop;
    this.onTaken = onTaken;
    this.mayTell = mayTell;
    this.refusals = refusals;
  }

  synchronized void missed(FleetLoad load, @Nullable PositionReading before, PositionReading now) {
    if (hasRefused && !missed.containsKey(load.number)) {
      return; // It has left: of other loads whoever subscribes next is told all.
    }
    missed.merge(load.number, new Missed(load, before, now, false), Missed::then);
  }

  /**
   * Tells a load from its creation, for who has just subscribed. A read that was missed meanwhile
   * is the later one.
   */
  synchronized void begin(FleetLoad load, PositionReading latest) {
    missed.merge(
        load.number,
        new Missed(load, null, latest, false),
        (later, begun) -> new Missed(load, null, later.now(), later.refused()));
  }

  private void tellsFirst(Missed first) {
    missed.merge(first.load().number, first, (later, earlier) -> earlier.then(later));
  }

  synchronized void missed(ReadFailed failure) {
    failures.put(failure.loadNumber(), failure);
  }

  /** Tells also what another subscriber, which has left, was not told. */
  void inherit(FleetStory left) {
    Map<String, Missed> theirs = left.rest();
    synchronized (this) {
      theirs.values().forEach(this::tellsFirst);
    }
  }

  private synchronized Map<String, Missed> rest() {
    return new LinkedHashMap<>(missed);
  }

  /** Whether it has left by refusing an event: whoever subscribes next is told the rest. */
  synchronized boolean hasRefused() {
    return hasRefused;
  }

  /** Whether it has to be told what was refused of the load. */
  synchronized boolean hasRefused(String loadNumber) {
    Missed next = missed.get(loadNumber);
    Missed told = again;
    boolean isNext = next != null && next.refused();
    return isNext || (told != null && told.refused() && told.isOf(loadNumber));
  }

  /** Whether it has to be told of the load, up to this reading. */
  synchronized boolean isBehind(FleetLoad load, PositionReading upTo) {
    Missed told = telling;
    Missed next = missed.get(load.number);
    boolean tellsIt = told != null && told.load().equals(load);
    return tellsIt || (next != null && !upTo.equals(next.before()));
  }

  /** The load was removed. */
  synchronized void forget(String loadNumber) {
    missed.remove(loadNumber);
    Missed told = again;
    if (told != null && told.isOf(loadNumber)) {
      again = null;
    }
  }

  /** Another process tells the rest. */
  synchronized void forget() {
    missed.clear();
    failures.clear();
    again = null;
  }

  /** Whether this thread tells an event right now. */
  synchronized boolean isToldHere() {
    return Thread.currentThread().equals(teller);
  }

  @Override
  public String name() {
    return "fleet " + options.name();
  }

  @Override
  public @Nullable Ending ending() {
    return loop.isClosed() ? Ending.COMPLETE : null;
  }

  @Override
  public void catchUp(Queue<LoadEvent> pending, @Nullable Ending ending) {
    while (pending.isEmpty()) {
      boolean asks = hasMissed();
      if (asks && !mayTell.getAsBoolean()) {
        return;
      }
      Missed next;
      synchronized (this) {
        failures.values().removeIf(failure -> !waitsForEvents(failure) && pending.add(failure));
        if (!pending.isEmpty()) {
          return;
        }
        next = asks ? first() : null; // For what came meanwhile there is another signal.
        telling = next;
        again = next;
        teller = next == null ? null : Thread.currentThread();
      }
      if (next == null) {
        return;
      }
      pending.addAll(EventsBetween.derive(next.before(), next.now(), options.watch()));
      if (pending.isEmpty()) {
        taken();
      }
    }
  }

  private synchronized boolean hasMissed() {
    return !missed.keySet().stream().allMatch(refusals::pauses);
  }

  /** The failure with which a load leaves is its last event. */
  private boolean waitsForEvents(ReadFailed failure) {
    return failure.nextTryAt().equals(Instant.MAX) && missed.containsKey(failure.loadNumber());
  }

  private @Nullable Missed first() {
    String next = null;
    for (String load : missed.keySet()) {
      if (!refusals.contains(load)) {
        return missed.remove(load);
      }
      if (next == null && !refusals.pauses(load)) {
        next = load;
      }
    }
    return next == null ? null : missed.remove(next);
  }

  @Override
  public void refused() {
    Missed told;
    synchronized (this) {
      told = again;
      telling = null;
      again = null;
      teller = null;
      hasRefused = true;
      if (told != null) {
        tellsFirst(new Missed(told.load(), told.before(), told.now(), true));
      }
    }
    if (told != null) {
      refusals.refused(told.load().number);
    }
  }

  @Override
  public void taken() {
    Missed told;
    synchronized (this) {
      told = telling;
      telling = null;
      again = null;
      teller = null;
    }
    if (told == null) {
      return;
    }
    try {
      onTaken.accept(told.load(), told.now());
    } catch (Throwable thrown) {
      LOG.log(
          Level.WARNING,
          "fleet "
              + options.name()
              + ": the cursor of "
              + told.load().number
              + " could not be kept; its events will be told again after a restart",
          thrown);
    }
  }

  @Override
  public void want() {
    loop.want();
  }
}
