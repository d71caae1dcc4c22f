package io.freightsdk.internal.fleet;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The loads whose events a listener has refused. They are told after all others, and after a pause
 * that grows, so that one event that is always refused keeps no other load from being read and told
 * for long. Any thread.
 */
final class FleetRefusals {
  private static final Duration FIRST = Duration.ofSeconds(10);
  static final Duration LONGEST = Duration.ofMinutes(30);

  private record Refused(int times, boolean pauses) {}

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
    Duration pause;
    synchronized (this) {
      Refused now =
          refused.merge(
              loadNumber,
              new Refused(1, false), // Whoever listens again at once is told at once.
              (before, first) -> new Refused(before.times() + 1, true));
      if (!now.pauses()) {
        return;
      }
      Duration grown = FIRST.multipliedBy(1L << Math.min(20, now.times() - 2));
      pause = grown.compareTo(LONGEST) < 0 ? grown : LONGEST;
    }
    later.accept(pause, () -> pauseEnds(loadNumber));
  }

  private void pauseEnds(String loadNumber) {
    synchronized (this) {
      refused.computeIfPresent(loadNumber, (load, before) -> new Refused(before.times(), false));
    }
    tell.run();
  }

  synchronized void heard(String loadNumber) {
    refused.remove(loadNumber);
  }

  synchronized boolean contains(String loadNumber) {
    return refused.containsKey(loadNumber);
  }

  synchronized boolean pauses(String loadNumber) {
    Refused known = refused.get(loadNumber);
    return known != null && known.pauses();
  }
}
