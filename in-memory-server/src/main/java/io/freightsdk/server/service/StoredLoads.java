package io.freightsdk.server.service;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All loads in the order of their numbers, which have no gaps. Finds loads by number and by both
 * tokens. Loads are never removed. Thread-safe.
 */
public final class StoredLoads {
  private static final String PREFIX = "LD-";

  /** Minimum number of digits. */
  private static final int MIN_DIGITS = 4;

  /** Protected by its own monitor. The oldest first. */
  private final List<StoredLoad> all = new ArrayList<>();

  private final Map<String, StoredLoad> byNumber = new ConcurrentHashMap<>();
  private final Map<String, StoredLoad> byTrackingToken = new ConcurrentHashMap<>();
  private final Map<String, StoredLoad> byDriverToken = new ConcurrentHashMap<>();

  private final int firstNumber;

  /** No loads. The first will have this number. */
  StoredLoads(int firstNumber) {
    this.firstNumber = firstNumber;
  }

  /** No loads. Their numbers will continue after these loads, because no number is used twice. */
  StoredLoads emptySuccessor() {
    synchronized (all) {
      return new StoredLoads(firstNumber + all.size());
    }
  }

  /**
   * Adds the load that {@code maker} creates for the next number. Numbers continue across years.
   */
  StoredLoad add(int year, Function<String, StoredLoad> maker) {
    synchronized (all) {
      String digits = Integer.toString(firstNumber + all.size());
      String zeros = "0".repeat(Math.max(0, MIN_DIGITS - digits.length()));
      StoredLoad load = maker.apply(PREFIX + year + "-" + zeros + digits);
      all.add(load);
      byNumber.put(load.ids().loadNumber(), load);
      byTrackingToken.put(load.ids().trackingToken(), load);
      byDriverToken.put(load.ids().driverToken(), load);
      return load;
    }
  }

  @Nullable StoredLoad find(String loadNumber) {
    return byNumber.get(loadNumber);
  }

  @Nullable StoredLoad findByTrackingToken(String token) {
    return byTrackingToken.get(token);
  }

  @Nullable StoredLoad findByDriverToken(String token) {
    return byDriverToken.get(token);
  }

  /** A copy of all loads, the newest first. */
  public List<StoredLoad> newestFirst() {
    List<StoredLoad> newest;
    synchronized (all) {
      newest = new ArrayList<>(all);
    }
    Collections.reverse(newest);
    return newest;
  }
}
