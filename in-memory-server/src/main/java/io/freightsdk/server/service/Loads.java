package io.freightsdk.server.service;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * All loads, found by number or by either token, and in the order of their numbers. Safe for use by
 * several threads.
 */
public final class Loads {
  private static final long FIRST_NUMBER = 1;

  /** Minimum number of digits. */
  private static final int DIGITS = 4;

  private final Map<String, TrackedLoad> byNumber = new ConcurrentHashMap<>();
  private final Map<String, TrackedLoad> byTrackingToken = new ConcurrentHashMap<>();
  private final Map<String, TrackedLoad> byDriverToken = new ConcurrentHashMap<>();
  private final ConcurrentSkipListMap<Long, TrackedLoad> bySequence = new ConcurrentSkipListMap<>();
  private final LoadChanges changes = new LoadChanges();
  private final AtomicLong nextNumber = new AtomicLong(FIRST_NUMBER);

  static Loads restored(long nextNumber, List<TrackedLoad> loads) {
    Loads restored = new Loads();
    loads.forEach(restored::add);
    restored.nextNumber.set(nextNumber);
    return restored;
  }

  /** A number for a load created in {@code year}. Numbers are drawn in sequence and never twice. */
  String drawNumber(int year) {
    String number = Long.toString(nextNumber.getAndIncrement());
    String zeros = "0".repeat(Math.max(0, DIGITS - number.length()));
    return "LD-" + year + "-" + zeros + number;
  }

  long nextNumber() {
    return nextNumber.get();
  }

  void add(TrackedLoad load) {
    byTrackingToken.put(load.ids().trackingToken(), load);
    byDriverToken.put(load.ids().driverToken(), load);
    byNumber.put(load.ids().loadNumber(), load);
    bySequence.put(sequence(load.ids().loadNumber()), load);
    load.reportTo(changes);
  }

  private static long sequence(String loadNumber) {
    return Long.parseLong(loadNumber, loadNumber.lastIndexOf('-') + 1, loadNumber.length(), 10);
  }

  @Nullable TrackedLoad find(String loadNumber) {
    return byNumber.get(loadNumber);
  }

  @Nullable TrackedLoad findByTrackingToken(String token) {
    return byTrackingToken.get(token);
  }

  @Nullable TrackedLoad findByDriverToken(String token) {
    return byDriverToken.get(token);
  }

  /** The latest changes of loads. */
  public LoadChanges changes() {
    return changes;
  }

  public int size() {
    return byNumber.size();
  }

  /** Every load, in the order of their numbers; what is added meanwhile may be missing. */
  public Collection<TrackedLoad> inOrder() {
    return bySequence.values();
  }

  /** Every load, the newest first. */
  public Collection<TrackedLoad> newestFirst() {
    return bySequence.descendingMap().values();
  }

  /** At most {@code limit} loads, the newest first, without those {@code offset} newer ones. */
  public List<TrackedLoad> newest(int offset, int limit) {
    List<TrackedLoad> newest = new ArrayList<>();
    int passed = 0;
    for (TrackedLoad load : newestFirst()) {
      if (newest.size() == limit) break;
      if (passed++ >= offset) newest.add(load);
    }
    return newest;
  }

  Loads copy() {
    Loads copy = new Loads();
    inOrder().forEach(load -> copy.add(load.copy()));
    copy.nextNumber.set(nextNumber.get());
    return copy;
  }
}
