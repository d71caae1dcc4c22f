package io.freightsdk.internal.agent;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who drives from where to where, by the creations of this process in the last day: an order that
 * looks like another one is worth a question. A creation is here from before anybody is asked about
 * it, so that of two that are made at the same time one looks like the other. Thread-safe.
 */
final class RecentLoads {
  private static final Duration DAY = Duration.ofDays(1);
  private static final int MOST = 10_000;
  private static final int DIGITS = 10;
  private static final int ZIP = 5;

  /** By account, driver and ZIP codes; the newest creations last. Guarded by this. */
  private final Map<String, List<Recent>> byLane =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<Recent>> eldest) {
          return size() > MOST;
        }
      };

  /**
   * A creation that is being made, was charged, or may have been.
   *
   * @param loadNumber null while its answer is missing
   */
  record Recent(String customerRef, @Nullable String loadNumber, Instant at) {
    private boolean isOf(String order) {
      return customerRef.equals(order);
    }
  }

  /** A creation that is being made; when it ends, it is forgotten unless it was kept. */
  final class Creation {
    private final String lane;
    private final @Nullable Recent before;
    private final @Nullable Recent alike;
    private final Recent now;
    private boolean isKept;

    private Creation(String lane, @Nullable Recent before, @Nullable Recent alike, Recent now) {
      this.lane = lane;
      this.before = before;
      this.alike = alike;
      this.now = now;
    }

    /** The newest creation of another order that looks the same; null for none. */
    @Nullable Recent alike() {
      return alike;
    }

    /**
     * It was charged, or may have been.
     *
     * @param loadNumber null if its answer is missing
     */
    void keep(@Nullable String loadNumber) {
      replace(lane, now, new Recent(now.customerRef, loadNumber, now.at));
      isKept = true;
    }

    void end() {
      if (!isKept) replace(lane, now, before);
    }
  }

  /** Begins the creation of an order, which is one at a time. */
  synchronized Creation begin(String account, CreateLoadInput input, Instant at) {
    String lane = lane(account, input);
    String order = Objects.requireNonNull(input.customerRef());
    List<Recent> known = byLane.remove(lane);
    List<Recent> recent = new ArrayList<>(known == null ? List.of() : known);
    recent.removeIf(one -> !at.isBefore(one.at.plus(DAY)));
    Recent before = last(recent.stream().filter(one -> one.isOf(order)).toList());
    Recent alike = last(recent.stream().filter(one -> !one.isOf(order)).toList());
    Recent now = new Recent(order, before == null ? null : before.loadNumber, at);
    if (before != null) recent.remove(before);
    recent.add(now);
    byLane.put(lane, recent);
    return new Creation(lane, before, alike, now);
  }

  private static @Nullable Recent last(List<Recent> recent) {
    return recent.isEmpty() ? null : recent.get(recent.size() - 1);
  }

  private synchronized void replace(String lane, Recent now, @Nullable Recent then) {
    List<Recent> recent = byLane.get(lane);
    if (recent == null) return;
    int at = recent.indexOf(now);
    if (at < 0) return;
    if (then != null) {
      recent.set(at, then);
    } else {
      recent.remove(at);
    }
    if (recent.isEmpty()) byLane.remove(lane);
  }

  private static String lane(String account, CreateLoadInput input) {
    String digits = input.driverPhone().replaceAll("[^0-9]", "");
    String phone = digits.substring(Math.max(0, digits.length() - DIGITS));
    List<StopInput> deliveries = input.deliveries();
    return account + " " + phone + zip(input.pickups(), 0) + zip(deliveries, deliveries.size() - 1);
  }

  private static String zip(List<StopInput> stops, int at) {
    String zip = at < 0 || at >= stops.size() ? "" : stops.get(at).zip();
    return " " + zip.substring(0, Math.min(ZIP, zip.length()));
  }
}
