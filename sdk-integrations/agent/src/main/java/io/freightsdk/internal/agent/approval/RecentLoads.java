package io.freightsdk.internal.agent.approval;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who drives from where to where, by the creations of this process in the last day: an order that
 * looks like another one is worth a question. A creation is here from before anybody is asked about
 * it, so that of two that are made at the same time one looks like the other. Thread-safe.
 */
public final class RecentLoads {
  private static final Duration DAY = Duration.ofDays(1);
  private static final int MOST = 10_000;
  private static final int DIGITS = 10;
  private static final int ZIP = 5;

  /** The newest first. Guarded by this. */
  private final Deque<Recent> all = new ArrayDeque<>();

  /**
   * A creation that is being made, was charged, or may have been.
   *
   * @param lane account, driver and ZIP codes
   * @param loadNumber null while its answer is missing
   */
  public record Recent(String lane, String customerRef, @Nullable String loadNumber, Instant at) {}

  /** A creation that is being made; when it ends, it is forgotten unless it was kept. */
  public final class Creation {
    private final Recent now;
    private final @Nullable Recent alike;
    private boolean isKept;

    private Creation(Recent now, @Nullable Recent alike) {
      this.now = now;
      this.alike = alike;
    }

    /** The newest creation of another order that looks the same; null for none. */
    public @Nullable Recent alike() {
      return alike;
    }

    /**
     * It was charged, or may have been.
     *
     * @param loadNumber null if its answer is missing
     */
    public void keep(@Nullable String loadNumber) {
      replace(now, new Recent(now.lane, now.customerRef, loadNumber, now.at));
      isKept = true;
    }

    public void end() {
      if (!isKept) replace(now, null);
    }
  }

  /** Begins the creation of an order, which is one at a time. */
  public synchronized Creation begin(String account, CreateLoadInput input, Instant at) {
    while (!all.isEmpty() && (isOver(all.getLast(), at) || all.size() >= MOST)) all.removeLast();
    String order = Objects.requireNonNull(input.customerRef());
    Recent now = new Recent(lane(account, input), order, null, at);
    Recent alike =
        all.stream()
            .filter(one -> one.lane.equals(now.lane) && !one.customerRef.equals(order))
            .findFirst()
            .orElse(null);
    all.addFirst(now);
    return new Creation(now, alike);
  }

  private static boolean isOver(Recent creation, Instant now) {
    return !now.isBefore(creation.at.plus(DAY));
  }

  private synchronized void replace(Recent before, @Nullable Recent after) {
    for (Iterator<Recent> each = all.iterator(); each.hasNext(); ) {
      if (!each.next().equals(before)) continue;
      each.remove();
      if (after != null) all.addFirst(after);
      return;
    }
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
