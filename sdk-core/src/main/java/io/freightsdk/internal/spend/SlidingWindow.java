package io.freightsdk.internal.spend;

/**
 * What was spent in the last stretch of time, in a bounded ring of (time, amount).
 *
 * <p>Amounts of one millisecond share a slot, so a sum is exact to the millisecond while at most
 * {@value #MAX_SLOTS} different milliseconds hold money: any spending at all over windows of up to
 * two minutes. Beyond that, neighbours within 1/65,536 of the window (55 ms for an hour, 1.3 s for
 * a day) are merged into the later of their times. A merged amount is thus freed late by at most
 * that, and never early: the sum may be too high for a moment, it is never too low. A ring holds 2
 * MB at most and grows only with use.
 *
 * <p>Not safe for concurrent use. Times never run backwards.
 */
final class SlidingWindow {
  static final int MAX_SLOTS = 1 << 17;
  private static final int INITIAL_SLOTS = 16;

  private final long spanMillis;
  private long[] times = new long[INITIAL_SLOTS];
  private long[] amounts = new long[INITIAL_SLOTS];
  private int head;
  private int size;
  private long sum;

  /** Slots whose times fall into one tick of this length are merged; 1 keeps each millisecond. */
  private long tickMillis = 1;

  SlidingWindow(long spanMillis) {
    this.spanMillis = spanMillis;
  }

  void add(long atMillis, long amount) {
    expire(atMillis);
    if (size > 0 && sameTick(times[slot(size - 1)], atMillis)) {
      times[slot(size - 1)] = atMillis;
      amounts[slot(size - 1)] += amount;
    } else {
      if (size == times.length) makeRoom();
      times[slot(size)] = atMillis;
      amounts[slot(size)] = amount;
      size++;
    }
    sum += amount;
  }

  /** Takes back what was added at a time, if it has not left the window yet. */
  void remove(long atMillis, long amount) {
    int index = firstAtOrAfter(atMillis);
    boolean gone = index == size || !sameTick(atMillis, times[slot(index)]);
    if (gone) return;

    amounts[slot(index)] -= amount;
    sum -= amount;
  }

  long sum(long nowMillis) {
    expire(nowMillis);
    return sum;
  }

  /** When this much will have left the window, or -1 if the window does not hold so much. */
  long freesAt(long amount) {
    long freed = 0;
    for (int i = 0; i < size; i++) {
      freed += amounts[slot(i)];
      if (freed >= amount) return times[slot(i)] + spanMillis;
    }
    return -1;
  }

  /** Slots the ring has room for. */
  int capacity() {
    return times.length;
  }

  private void expire(long nowMillis) {
    while (size > 0 && times[head] <= nowMillis - spanMillis) {
      sum -= amounts[head];
      head = slot(1);
      size--;
    }
    if (size == 0) tickMillis = 1;
  }

  private void makeRoom() {
    if (times.length < MAX_SLOTS) {
      times = unrolled(times);
      amounts = unrolled(amounts);
      head = 0;
    } else {
      tickMillis = Math.max(2, spanMillis / (MAX_SLOTS / 2) + 1);
      merge();
    }
  }

  /** A copy of twice the length that starts at index 0. */
  private long[] unrolled(long[] ring) {
    long[] copy = new long[2 * ring.length];
    System.arraycopy(ring, head, copy, 0, ring.length - head);
    System.arraycopy(ring, 0, copy, ring.length - head, head);
    return copy;
  }

  /** A window has half as many ticks as the ring has slots, so this frees about half of it. */
  private void merge() {
    int kept = 0;
    for (int i = 1; i < size; i++) {
      if (!sameTick(times[slot(kept)], times[slot(i)])) {
        kept++;
        times[slot(kept)] = times[slot(i)];
        amounts[slot(kept)] = amounts[slot(i)];
      } else {
        times[slot(kept)] = times[slot(i)];
        amounts[slot(kept)] += amounts[slot(i)];
      }
    }
    size = kept + 1;
  }

  private boolean sameTick(long earlier, long later) {
    return Math.floorDiv(earlier, tickMillis) == Math.floorDiv(later, tickMillis);
  }

  private int firstAtOrAfter(long atMillis) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (times[slot(middle)] < atMillis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private int slot(int index) {
    return (head + index) & (times.length - 1);
  }
}
