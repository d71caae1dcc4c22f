package io.freightsdk.jobs;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The load of an order, as passed to {@link JobsListener#onLoad}.
 *
 * @param reference of the order
 * @param customer given with the order; null for none
 * @param loadNumber the number that later calls take
 * @param trackingLink public page of the load; a secret, which {@code toString} masks
 * @param mayBeOurs for {@link Kind#FOUND}: whether a lost attempt of this order may have created
 *     the load, and paid for it; false if it certainly existed before
 */
public record OrderLoad(
    String reference,
    @Nullable String customer,
    String loadNumber,
    String trackingLink,
    Kind kind,
    boolean mayBeOurs) {
  /** Where the load comes from. */
  public enum Kind {
    /** This order created it. */
    CREATED,
    /**
     * The service already had a load with this reference and returned it instead of a new one,
     * whatever the order contains: compare the two.
     */
    FOUND
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "OrderLoad[reference=%s, customer=%s, loadNumber=%s, trackingLink=***, kind=%s, mayBeOurs=%s]",
        reference,
        customer,
        loadNumber,
        kind,
        mayBeOurs);
  }
}
