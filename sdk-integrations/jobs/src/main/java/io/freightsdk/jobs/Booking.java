package io.freightsdk.jobs;

import org.jspecify.annotations.Nullable;

/**
 * The load of an order, as a {@link JobsListener} is told of it.
 *
 * @param reference of the order
 * @param customer given with the order; null for none
 * @param loadNumber which all later calls need
 * @param trackingLink the public page of the load, a secret: {@code toString} masks it
 * @param mayBeOurs of a load that was found: whether a lost attempt of this order may have made it,
 *     and then paid for it. False if it surely was there before
 */
public record Booking(
    String reference,
    @Nullable String customer,
    String loadNumber,
    String trackingLink,
    Kind kind,
    boolean mayBeOurs) {
  /** Where the load comes from. */
  public enum Kind {
    /** The order made it. */
    BOOKED,
    /**
     * The service had a load with this reference, and gave it in place of a new one, whatever the
     * order says: compare the two.
     */
    FOUND
  }

  @Override
  public String toString() {
    return "Booking[reference=%s, customer=%s, loadNumber=%s, trackingLink=***, kind=%s, mayBeOurs=%s]"
        .formatted(reference, customer, loadNumber, kind, mayBeOurs);
  }
}
