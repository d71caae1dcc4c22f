package io.freightsdk.internal.agent.approval;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The creations of this process in the last day, to find an order that looks like another one. A
 * creation is added before the question about it, so of two concurrent creations, the second is a
 * likely duplicate of the first. Thread-safe.
 */
public final class RecentCreations {
  private static final Duration DAY = Duration.ofDays(1);
  private static final int PHONE_DIGITS = 10;
  private static final int ZIP_DIGITS = 5;

  /** The newest first. Guarded by this. */
  private final Deque<Creation> creations = new ArrayDeque<>();

  /**
   * An earlier order that a creation looks like, with another reference.
   *
   * @param loadNumber null while the response is missing
   */
  public record SimilarOrder(String customerRef, @Nullable String loadNumber) {}

  /**
   * The creation of a load, in progress, or kept for a day because it was charged or may have been.
   */
  public final class Creation {
    /** Account, driver and ZIP codes. */
    private final String lane;

    private final String customerRef;
    private final Instant at;
    private final @Nullable SimilarOrder similar;
    private volatile @Nullable String loadNumber;
    private boolean isKept;

    private Creation(String account, CreateLoadInput input, Instant at) {
      this.lane = lane(account, input);
      this.customerRef = Objects.requireNonNull(input.customerRef());
      this.at = at;
      this.similar =
          creations.stream()
              .filter(other -> lane.equals(other.lane) && !customerRef.equals(other.customerRef))
              .findFirst()
              .map(other -> new SimilarOrder(other.customerRef, other.loadNumber))
              .orElse(null);
    }

    /** The newest creation of another order with the same driver and ZIP codes; null for none. */
    public @Nullable SimilarOrder similarOrder() {
      return similar;
    }

    /**
     * Keeps the creation, because it was charged or may have been.
     *
     * @param loadNumber null without a response
     */
    public void keep(@Nullable String loadNumber) {
      this.loadNumber = loadNumber;
      isKept = true;
    }

    /** Removes the creation unless it is kept. */
    public void end() {
      if (!isKept) remove(this);
    }
  }

  /** Starts the creation of an order. An order has one creation at a time. */
  public synchronized Creation start(String account, CreateLoadInput input, Instant at) {
    while (!creations.isEmpty() && isExpired(creations.getLast(), at)) creations.removeLast();
    Creation creation = new Creation(account, input, at);
    creations.addFirst(creation);
    return creation;
  }

  private synchronized void remove(Creation creation) {
    creations.remove(creation);
  }

  private static boolean isExpired(Creation creation, Instant now) {
    return !now.isBefore(creation.at.plus(DAY));
  }

  private static String lane(String account, CreateLoadInput input) {
    String digits = input.driverPhone().replaceAll("[^0-9]", "");
    String phone = digits.substring(Math.max(0, digits.length() - PHONE_DIGITS));
    List<StopInput> deliveries = input.deliveries();
    return account + " " + phone + zip(input.pickups(), 0) + zip(deliveries, deliveries.size() - 1);
  }

  private static String zip(List<StopInput> stops, int at) {
    String zip = at < 0 || at >= stops.size() ? "" : stops.get(at).zip();
    return " " + zip.substring(0, Math.min(ZIP_DIGITS, zip.length()));
  }
}
