package io.freightsdk.server.service;

import io.freightsdk.server.service.TrackedLoad.LoadIds;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All loads in the order of their numbers, found by number or by either token. Loads are only
 * added, and no number is left out. Safe for use by several threads.
 */
public final class Loads {
  private static final String PREFIX = "LD-";

  /** Minimum number of digits. */
  private static final int DIGITS = 4;

  /** More digits than the number of any load that fits into memory. */
  private static final int MOST_DIGITS = 9;

  /** Guards additions; reading needs no lock. */
  private final ReentrantLock lock = new ReentrantLock();

  private volatile AtomicReferenceArray<@Nullable TrackedLoad> all = new AtomicReferenceArray<>(16);

  /**
   * Where the load of a token is in {@link #all}, plus 1, in the first free slot from the one that
   * the bits of the token name; at least a third of the slots are free.
   */
  private volatile AtomicIntegerArray tokens = new AtomicIntegerArray(64);

  private volatile int size;

  /** How many numbers were given before the first of these. */
  private final int given;

  Loads() {
    this(0);
  }

  private Loads(int given) {
    this.given = given;
  }

  /** No loads; their numbers go on after these, because none is ever given twice. */
  Loads startingOver() {
    lock.lock();
    try {
      return new Loads(given + size);
    } finally {
      lock.unlock();
    }
  }

  /** Adds the load that is made for the next number, of a load created in {@code year}. */
  TrackedLoad add(int year, Function<String, TrackedLoad> maker) {
    lock.lock();
    try {
      String digits = Integer.toString(given + size + 1);
      String zeros = "0".repeat(Math.max(0, DIGITS - digits.length()));
      TrackedLoad load = maker.apply(PREFIX + year + "-" + zeros + digits);
      append(load);
      return load;
    } finally {
      lock.unlock();
    }
  }

  private void append(TrackedLoad load) {
    int index = size;
    if (index == all.length()) grow();
    all.set(index, load);
    note(tokens, index, load.ids());
    // Last: who sees the new size finds the load.
    size = index + 1;
  }

  private void grow() {
    AtomicReferenceArray<@Nullable TrackedLoad> larger = new AtomicReferenceArray<>(2 * size);
    AtomicIntegerArray more = new AtomicIntegerArray(8 * size);
    for (int i = 0; i < size; i++) {
      TrackedLoad load = get(i);
      larger.set(i, load);
      note(more, i, load.ids());
    }
    all = larger;
    tokens = more;
  }

  private static void note(AtomicIntegerArray slots, int index, LoadIds ids) {
    for (long bits : new long[] {ids.trackingBits(), ids.driverBits()}) {
      int slot = slot(bits, slots);
      while (slots.get(slot) != 0) slot = next(slot, slots);
      slots.set(slot, index + 1);
    }
  }

  /** The number of slots is a power of two. */
  private static int slot(long bits, AtomicIntegerArray slots) {
    return (int) (bits ^ (bits >>> 32)) & (slots.length() - 1);
  }

  private static int next(int slot, AtomicIntegerArray slots) {
    return (slot + 1) & (slots.length() - 1);
  }

  private TrackedLoad get(int index) {
    TrackedLoad load = all.get(index);
    if (load == null) throw new IndexOutOfBoundsException(index);
    return load;
  }

  @Nullable TrackedLoad find(String loadNumber) {
    int index = indexOf(loadNumber);
    if (index < 0 || index >= size) return null;
    TrackedLoad load = get(index);
    return load.ids().loadNumber().equals(loadNumber) ? load : null;
  }

  /** The place that a load with this number would have; negative when none can. */
  private int indexOf(String loadNumber) {
    int from = loadNumber.lastIndexOf('-') + 1;
    int digits = loadNumber.length() - from;
    if (digits == 0 || digits > MOST_DIGITS) return -1;
    int number = 0;
    for (int i = from; i < loadNumber.length(); i++) {
      int digit = loadNumber.charAt(i) - '0';
      if (digit < 0 || digit > 9) return -1;
      number = 10 * number + digit;
    }
    return number - 1 - given;
  }

  @Nullable TrackedLoad findByTrackingToken(String token) {
    return findByToken(token, LoadIds::trackingToken);
  }

  @Nullable TrackedLoad findByDriverToken(String token) {
    return findByToken(token, LoadIds::driverToken);
  }

  private @Nullable TrackedLoad findByToken(String token, Function<LoadIds, String> name) {
    Long bits = Ids.bitsOf(token);
    if (bits == null) return null;
    AtomicIntegerArray slots = tokens;
    int slot = slot(bits, slots);
    for (int index = slots.get(slot); index != 0; index = slots.get(slot)) {
      TrackedLoad load = get(index - 1);
      if (name.apply(load.ids()).equals(token)) return load;
      slot = next(slot, slots);
    }
    return null;
  }

  public int size() {
    return size;
  }

  /** Every load, the newest first, but none that is added later. */
  public List<TrackedLoad> newestFirst() {
    return new Present(size);
  }

  /** At most {@code limit} loads, the newest first, without those {@code offset} newer ones. */
  public List<TrackedLoad> newest(int offset, int limit) {
    List<TrackedLoad> loads = newestFirst();
    int from = Math.min(loads.size(), offset);
    return List.copyOf(loads.subList(from, from + Math.min(limit, loads.size() - from)));
  }

  private final class Present extends AbstractList<TrackedLoad> implements RandomAccess {
    private final int count;

    Present(int count) {
      this.count = count;
    }

    @Override
    public TrackedLoad get(int i) {
      return Loads.this.get(count - 1 - i);
    }

    @Override
    public int size() {
      return count;
    }
  }
}
