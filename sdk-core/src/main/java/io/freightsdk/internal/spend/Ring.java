package io.freightsdk.internal.spend;

import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a scope has spent in one window: the slots that hold money, oldest first. Slots later than
 * now count like others until they have passed, so a clock that was once wrong frees nothing. What
 * the newest slot holds is in the row of its scope, which every charge writes: the row of a window,
 * some kilobytes when it is full, is written once for each slot.
 */
final class Ring extends Row {
  final Window window;

  /** Money that was held before this number is not in it; another number is another scope's. */
  long countsFrom;

  private long[] slots = new long[4];
  private long[] nano = new long[4];
  private int size;

  /**
   * @param name path of the scope and name of the window, with a space between them
   */
  Ring(String name, long countsFrom) {
    super(WINDOW + name);
    this.window = Window.named(name.substring(name.indexOf(' ') + 1));
    this.countsFrom = countsFrom;
  }

  static String id(String path, String window) {
    return WINDOW + path + ' ' + window;
  }

  /** What counts at the time. */
  long sum(long now) {
    long oldest = window.oldestSlot(now);
    long sum = 0;
    for (int i = size - 1; i >= 0 && slots[i] >= oldest; i--) sum += nano[i];
    return sum;
  }

  /** Whether what is counted at one time still counts at another. */
  boolean has(long at, long now) {
    return window.slotOf(at) >= window.oldestSlot(now);
  }

  /** What the newest slot holds; 0 if there is none. */
  long newest() {
    return size == 0 ? 0 : nano[size - 1];
  }

  /** What the newest slot holds by the row of the scope. */
  void newest(long amount) {
    if (size > 0) nano[size - 1] = amount;
  }

  /**
   * Adds to the slot of a time, or takes out; forgets slots that no longer count.
   *
   * @return whether more than {@link #newest()} changed
   */
  boolean add(long at, long amount, long now) {
    long oldest = window.oldestSlot(now);
    int gone = 0;
    while (gone < size && slots[gone] < oldest) gone++;
    if (gone > 0) remove(0, gone);
    if (amount == 0 || !has(at, now)) return false;
    long slot = window.slotOf(at);
    int i = size;
    while (i > 0 && slots[i - 1] > slot) i--;
    boolean there = i > 0 && slots[i - 1] == slot;
    if (!there) {
      if (amount > 0) put(i, slot, amount);
      return amount > 0;
    }
    nano[i - 1] += amount;
    boolean empty = nano[i - 1] <= 0;
    if (empty) remove(i - 1, i);
    return empty || i < size;
  }

  private void put(int at, long slot, long amount) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, size * 2);
      nano = Arrays.copyOf(nano, size * 2);
    }
    System.arraycopy(slots, at, slots, at + 1, size - at);
    System.arraycopy(nano, at, nano, at + 1, size - at);
    slots[at] = slot;
    nano[at] = amount;
    size++;
  }

  private void remove(int from, int to) {
    System.arraycopy(slots, to, slots, from, size - to);
    System.arraycopy(nano, to, nano, from, size - to);
    size -= to - from;
  }

  /**
   * When so much will have left the window; null if it does not hold it.
   *
   * @param ownAt the time of money that does not count, with its amount
   */
  @Nullable Instant freesAt(long missing, long now, long ownAt, long ownNano) {
    long oldest = window.oldestSlot(now);
    long ownSlot = window.slotOf(ownAt);
    long freed = 0;
    for (int i = 0; i < size; i++) {
      if (slots[i] < oldest) continue;
      freed += nano[i] - (slots[i] == ownSlot ? ownNano : 0);
      if (freed >= missing) return window.freesAt(slots[i]);
    }
    return null;
  }

  @Override
  void fields(Fields fields) {
    countsFrom = fields.number("countsFrom", countsFrom);
    String text = fields.text("slots", slots());
    if (size > 0 || text.isEmpty()) return;
    String[] parts = text.split(",", -1);
    size = parts.length;
    slots = new long[size + 1];
    nano = new long[size + 1];
    long later = 0;
    for (int i = size - 1; i >= 0; i--) {
      String part = parts[size - 1 - i];
      int colon = part.indexOf(':');
      later = colon < 0 ? Long.parseLong(part) : later - Long.parseLong(part, 0, colon, 10);
      slots[i] = later;
      if (colon > 0) nano[i] = Fields.nano(part.substring(colon + 1));
    }
  }

  /**
   * The newest slot by its number, each earlier one by its distance, with what it holds: {@code
   * 497231,3:0.65}.
   */
  private String slots() {
    StringBuilder text = new StringBuilder(size * 7);
    for (int i = size - 1; i >= 0; i--) {
      if (i == size - 1) text.append(slots[i]);
      else text.append(',').append(slots[i + 1] - slots[i]).append(':').append(Fields.usd(nano[i]));
    }
    return text.toString();
  }
}
