package io.freightsdk.internal.fleet;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The loads whose events a listener has refused. They are told after all others, and after a pause
 * that grows, so that one event that is always refused keeps no other load from being read and told
 * for long. Any thread.
 */
final class FleetRefusals {
  private static final Duration FIRST = Duration.ofSeconds(10);
  static final Duration LONGEST = Duration.ofMinutes(30);

  private static final class Refused {
    int times;
    @Nullable Pause pause;
  }

  /** Ended by its own alarm, whatever has become of the load meanwhile. */
  private static final class Pause {
    boolean isOver;
  }

  private final BiConsumer<Duration, Runnable> later;
  private final Runnable tell;

  // Guarded by this.
  private final Map<String, Refused> refused = new HashMap<>();

  /**
   * @param later runs a task after so long
   * @param tell tells what pauses no more
   */
  FleetRefusals(BiConsumer<Duration, Runnable> later, Runnable tell) {
    this.later = later;
    this.tell = tell;
  }

  void refused(String loadNumber) {
    Refused load;
    int times;
    synchronized (this) {
      load = refused.computeIfAbsent(loadNumber, first -> new Refused());
      times = ++load.times;
    }
    if (times == 1) {
      return; // Whoever listens again at once is told at once.
    }
    Duration grown = FIRST.multipliedBy(1L << Math.min(20, times - 2));
    Pause pause = new Pause();
    later.accept(grown.compareTo(LONGEST) < 0 ? grown : LONGEST, () -> ends(pause));
    synchronized (this) {
      load.pause = pause; // Not before its alarm is set, which may fail.
    }
  }

  private void ends(Pause pause) {
    synchronized (this) {
      pause.isOver = true;
    }
    tell.run();
  }

  /** Its events were heard, or it was removed. */
  synchronized void forget(String loadNumber) {
    refused.remove(loadNumber);
  }

  /** Forgets all but these loads. */
  synchronized void retainAll(Set<String> loadNumbers) {
    refused.keySet().retainAll(loadNumbers);
  }

  synchronized boolean contains(String loadNumber) {
    return refused.containsKey(loadNumber);
  }

  synchronized boolean pauses(String loadNumber) {
    Refused known = refused.get(loadNumber);
    return known != null && known.pause != null && !known.pause.isOver;
  }
}
