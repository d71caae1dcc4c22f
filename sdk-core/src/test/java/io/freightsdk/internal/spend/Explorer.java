package io.freightsdk.internal.spend;

import io.freightsdk.internal.spend.ExploredWorld.Bound;
import io.freightsdk.internal.spend.ExploredWorld.Next;
import io.freightsdk.internal.spend.ExploredWorld.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Visits every state of a small world that can be reached, nearest first: what it finds is a
 * shortest story, and what it does not find is not there.
 */
final class Explorer {
  /** Calls that contradict what was settled are told at ERROR, and here they do it all the time. */
  private static final Logger LOG = Logger.getLogger("io.freightsdk.internal.spend");

  /** Together they hold all that the page names, each in every order. */
  static final List<Bound> FULL =
      List.of(
          new Bound(3, 1, 0, 0, 0, 0),
          new Bound(2, 1, 0, 0, 1, 0),
          new Bound(2, 1, 1, 1, 0, 0),
          new Bound(1, 2, 1, 1, 1, 0),
          new Bound(1, 1, 1, 1, 1, 1));

  private record Visit(ExploredWorld world, @Nullable Trail trail) {}

  private record Trail(@Nullable Trail before, String step) {}

  /**
   * What was found.
   *
   * @param broken the promise that a step broke, after the story that leads there; null for none
   */
  record Found(long states, long steps, @Nullable String broken) {}

  private final Names names = new Names();
  private long steps;

  private Explorer() {}

  static Found explore(Bound bound) {
    LOG.setLevel(Level.OFF);
    try {
      return new Explorer().all(new ExploredWorld(bound));
    } finally {
      LOG.setLevel(null);
    }
  }

  /** For other class loaders: the story of the first broken promise, or null. */
  static @Nullable String firstBroken(int[] bound) {
    return explore(new Bound(bound[0], bound[1], bound[2], bound[3], bound[4], bound[5])).broken;
  }

  private Found all(ExploredWorld first) {
    ArrayDeque<Visit> open = new ArrayDeque<>();
    open.add(new Visit(first, null));
    names.add(first.name());
    for (Visit visit = open.poll(); visit != null; visit = open.poll()) {
      for (Step step : visit.world.steps()) {
        steps++;
        Next next;
        try {
          next = visit.world.after(step);
        } catch (RuntimeException e) {
          return found(visit.trail, step, e.toString());
        }
        if (next.broken() != null) return found(visit.trail, step, next.broken());
        if (names.add(next.world().name())) {
          open.add(new Visit(next.world(), new Trail(visit.trail, step.name())));
        }
      }
    }
    return new Found(names.size, steps, null);
  }

  private Found found(@Nullable Trail trail, Step step, String broken) {
    List<String> story = new ArrayList<>(List.of(broken, step.name()));
    for (Trail one = trail; one != null; one = one.before) story.add(one.step);
    Collections.reverse(story);
    return new Found(names.size, steps, String.join("\n", story));
  }

  /** Names that were seen, by 64 bits of each. */
  private static final class Names {
    private long[] slots = new long[1 << 16];
    private int size;

    boolean add(long name) {
      long hash = name == 0 ? 1 : name;
      if (size * 2 > slots.length) grow();
      if (!put(slots, hash)) return false;
      size++;
      return true;
    }

    private void grow() {
      long[] larger = new long[slots.length * 2];
      Arrays.stream(slots).filter(hash -> hash != 0).forEach(hash -> put(larger, hash));
      slots = larger;
    }

    private static boolean put(long[] slots, long hash) {
      int at = (int) hash & (slots.length - 1);
      while (slots[at] != 0) {
        if (slots[at] == hash) return false;
        at = (at + 1) & (slots.length - 1);
      }
      slots[at] = hash;
      return true;
    }
  }
}
