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
    return new StoredLoads(firstNumber + size());
  }

  /** Adds the load that {@code maker} creates for the next number of this year. */
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

  public int size() {
    synchronized (all) {
      return all.size();
    }
  }

  /** A copy of all loads, the newest first. */
  public List<StoredLoad> newestFirst() {
    return newest(0, Integer.MAX_VALUE);
  }

  /** At most {@code limit} loads, the newest first, after skipping the {@code offset} newest. */
  public List<StoredLoad> newest(int offset, int limit) {
    List<StoredLoad> newest;
    synchronized (all) {
      int to = Math.max(0, all.size() - offset);
      newest = new ArrayList<>(all.subList(Math.max(0, to - limit), to));
    }
    Collections.reverse(newest);
    return newest;
  }
}
