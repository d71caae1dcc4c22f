package io.freightsdk.internal.spend;

import io.freightsdk.internal.spend.Book.Slot;
import io.freightsdk.model.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What one scope holds, has spent and tracks, in memory. Not safe for concurrent use. */
final class MemoryScope {
  final Map<Window, Ring> windows = new HashMap<>(4);
  final Map<Operation, Sums> sums = new EnumMap<>(Operation.class);
  long held;
  long spent;

  Sums sums(Operation operation) {
    Sums known = sums.get(operation);
    if (known != null) return known;
    Sums fresh = new Sums();
    sums.put(operation, fresh);
    return fresh;
  }

  /** The slots of a window, in as many cells as a window can overlap. */
  static final class Ring {
    private final long[] slots = new long[Window.MAX_SLOTS];
    private final long[] amounts = new long[Window.MAX_SLOTS];

    /** What the cells from this slot on add up to; kept until the window moves on. */
    private long sumFrom = Long.MAX_VALUE;

    private long sum;

    void add(long slot, long amount) {
      int cell = (int) Math.floorMod(slot, (long) Window.MAX_SLOTS);
      boolean madeRoom = amounts[cell] != 0 && slots[cell] > slot;
      if (madeRoom) return;
      long before = slots[cell] == slot ? amounts[cell] : 0;
      slots[cell] = slot;
      amounts[cell] = Math.max(0, before + amount);
      if (slot >= sumFrom) sum += amounts[cell] - before;
    }

    long sum(long oldestSlot) {
      if (sumFrom == oldestSlot) return sum;
      long added = 0;
      for (int i = 0; i < amounts.length; i++) if (slots[i] >= oldestSlot) added += amounts[i];
      sumFrom = oldestSlot;
      sum = added;
      return added;
    }

    List<Slot> slots(long oldestSlot) {
      List<Slot> live = new ArrayList<>();
      for (int i = 0; i < amounts.length; i++) {
        if (slots[i] >= oldestSlot && amounts[i] > 0) live.add(new Slot(slots[i], amounts[i]));
      }
      live.sort(Comparator.comparingLong(Slot::slot));
      return live;
    }
  }
}
