package io.freightsdk.server.service;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Which loads changed last, so that whoever watches all of them looks at those only. Safe for use
 * by several threads; a change costs one counter and one slot.
 */
public final class LoadChanges {
  private static final int KEPT = 256;

  private final AtomicLong count = new AtomicLong();
  private final AtomicReferenceArray<@Nullable Change> latest = new AtomicReferenceArray<>(KEPT);

  private record Change(long number, TrackedLoad load) {}

  void note(TrackedLoad load) {
    long number = count.incrementAndGet();
    latest.set((int) (number % KEPT), new Change(number, load));
  }

  /** How many changes there were. */
  public long count() {
    return count.get();
  }

  /**
   * The loads that changed between two counts, each once; null when too many changed to know them.
   */
  public @Nullable List<TrackedLoad> between(long from, long to) {
    if (to - from >= KEPT) return null;
    Set<TrackedLoad> changed = new LinkedHashSet<>();
    for (long number = from + 1; number <= to; number++) {
      Change change = latest.get((int) (number % KEPT));
      // It may be overwritten already, or counted and not yet written.
      if (change == null || change.number != number) return null;
      changed.add(change.load);
    }
    return new ArrayList<>(changed);
  }
}
