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
final class Loads {
  private static final long FIRST_NUMBER = 1;

  /** Minimum number of digits. */
  private static final int DIGITS = 4;

  private final Map<String, Load> byNumber = new ConcurrentHashMap<>();
  private final Map<String, Load> byTrackingToken = new ConcurrentHashMap<>();
  private final Map<String, Load> byDriverToken = new ConcurrentHashMap<>();
  private final ConcurrentSkipListMap<Long, Load> bySequence = new ConcurrentSkipListMap<>();
  private final LoadChanges changes = new LoadChanges();
  private final AtomicLong nextNumber = new AtomicLong(FIRST_NUMBER);

  static Loads restored(long nextNumber, List<Load> loads) {
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

  void add(Load load) {
    byTrackingToken.put(load.ids().trackingToken(), load);
    byDriverToken.put(load.ids().driverToken(), load);
    byNumber.put(load.ids().loadNumber(), load);
    bySequence.put(sequence(load.ids().loadNumber()), load);
    load.reportTo(changes);
  }

  private static long sequence(String loadNumber) {
    return Long.parseLong(loadNumber, loadNumber.lastIndexOf('-') + 1, loadNumber.length(), 10);
  }

  @Nullable Load find(String loadNumber) {
    return byNumber.get(loadNumber);
  }

  @Nullable Load findByTrackingToken(String token) {
    return byTrackingToken.get(token);
  }

  @Nullable Load findByDriverToken(String token) {
    return byDriverToken.get(token);
  }

  LoadChanges changes() {
    return changes;
  }

  int size() {
    return byNumber.size();
  }

  /** Every load, in no order. */
  Collection<Load> all() {
    return byNumber.values();
  }

  List<Load> inOrder() {
    return List.copyOf(bySequence.values());
  }

  /** At most {@code limit} loads, the newest first, without those {@code offset} newer ones. */
  List<Load> newest(int offset, int limit) {
    List<Load> newest = new ArrayList<>();
    int passed = 0;
    for (Load load : bySequence.descendingMap().values()) {
      if (newest.size() == limit) break;
      if (passed++ >= offset) newest.add(load);
    }
    return newest;
  }

  Loads copy() {
    Loads copy = new Loads();
    all().forEach(load -> copy.add(load.copy()));
    copy.nextNumber.set(nextNumber.get());
    return copy;
  }
}
