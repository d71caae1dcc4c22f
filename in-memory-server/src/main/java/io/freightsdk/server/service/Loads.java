package io.freightsdk.server.service;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** All loads, found by number or by either token. Safe for use by several threads. */
final class Loads {
  private static final long FIRST_NUMBER = 1;

  /** Minimum number of digits. */
  private static final int DIGITS = 4;

  private final Map<String, Load> byNumber = new ConcurrentHashMap<>();
  private final Map<String, Load> byTrackingToken = new ConcurrentHashMap<>();
  private final Map<String, Load> byDriverToken = new ConcurrentHashMap<>();
  private final AtomicLong nextNumber = new AtomicLong(FIRST_NUMBER);

  /** A number for a load created in {@code year}. Numbers are drawn in sequence and never twice. */
  String drawNumber(int year) {
    String number = Long.toString(nextNumber.getAndIncrement());
    String zeros = "0".repeat(Math.max(0, DIGITS - number.length()));
    return "LD-" + year + "-" + zeros + number;
  }

  void add(Load load) {
    byTrackingToken.put(load.ids().trackingToken(), load);
    byDriverToken.put(load.ids().driverToken(), load);
    byNumber.put(load.ids().loadNumber(), load);
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

  /** Every load, in no order. */
  Collection<Load> all() {
    return byNumber.values();
  }

  Loads copy() {
    Loads copy = new Loads();
    all().forEach(load -> copy.add(load.copy()));
    copy.nextNumber.set(nextNumber.get());
    return copy;
  }
}
