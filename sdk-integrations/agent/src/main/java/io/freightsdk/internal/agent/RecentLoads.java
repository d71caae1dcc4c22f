package io.freightsdk.internal.agent;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who drove from where to where in the last day, by the creations of this process: an order that
 * looks like another one is worth a question.
 */
final class RecentLoads {
  private static final Duration DAY = Duration.ofDays(1);
  private static final int MOST = 10_000;
  private static final int DIGITS = 10;
  private static final int ZIP = 5;

  /** By account, driver and ZIP codes, the oldest first. Guarded by this. */
  private final Map<String, Recent> byLane =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Recent> eldest) {
          return size() > MOST;
        }
      };

  /**
   * A creation that was charged, or may have been.
   *
   * @param loadNumber null while its answer is missing
   */
  record Recent(String customerRef, @Nullable String loadNumber, Instant at) {}

  /** The newest creation in an account of another order that looks the same; null for none. */
  synchronized @Nullable Recent like(String account, CreateLoadInput input, Instant now) {
    Recent last = byLane.get(lane(account, input));
    boolean isOther =
        last != null
            && !last.customerRef.equals(input.customerRef())
            && now.isBefore(last.at.plus(DAY));
    return isOther ? last : null;
  }

  synchronized void add(
      String account, CreateLoadInput input, @Nullable String loadNumber, Instant now) {
    String lane = lane(account, input);
    byLane.remove(lane);
    byLane.put(lane, new Recent(String.valueOf(input.customerRef()), loadNumber, now));
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
