package io.freightsdk;

import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a load creation: a new load, or the existing load with the same {@code
 * customerRef}. API description, sections 2.3, 2.4 and 4.1.
 *
 * <p>Treat the links as secrets: they open the load without any other authentication, and a driver
 * link also acts for the driver. {@code toString} masks them.
 */
public sealed interface CreateLoadOutcome {
  /** Number of the load, which all later calls need. */
  String loadNumber();

  /** Identifier of the load, a UUID. */
  String loadId();

  /** The public tracking page for the customer. */
  String trackingLink();

  /** The driver's web link, sent to the driver by SMS; null when a deduplicated load has none. */
  @Nullable String driverWebLink();

  /** The driver's deep link into the mobile app; null when a deduplicated load has none. */
  @Nullable String driverAppLink();

  /**
   * The {@code Idempotency-Key} of the call, the same for all attempts until a wait for a top-up.
   */
  String idempotencyKey();

  /** Number of attempts that were sent; 1 when the first succeeded. */
  int attempts();

  /** What all attempts together took from the prepaid balance. */
  Charge charge();

  /** Whether the load existed before, so that this call created nothing. */
  default boolean deduplicated() {
    return this instanceof Deduplicated;
  }

  /**
   * A load created by this call, or by an earlier one with the same idempotency key (HTTP 201).
   *
   * @param result the answer of the service
   */
  record Created(CreateLoadResult result, String idempotencyKey, int attempts, Charge charge)
      implements CreateLoadOutcome {
    public Created {
      Objects.requireNonNull(result, "result");
      Objects.requireNonNull(idempotencyKey, "idempotencyKey");
      Objects.requireNonNull(charge, "charge");
    }

    @Override
    public String loadNumber() {
      return result.loadNumber();
    }

    @Override
    public String loadId() {
      return result.loadId();
    }

    @Override
    public String trackingLink() {
      return result.trackingLink();
    }

    @Override
    public String driverWebLink() {
      return result.driverWebLink();
    }

    @Override
    public String driverAppLink() {
      return result.driverAppLink();
    }
  }

  /**
   * A load that existed before with the same {@code customerRef} (HTTP 200); this call created
   * nothing. Its charge is {@link Charge#NONE}, or {@link Charge#UNKNOWN} after a lost attempt of
   * the call: the answer says that the load was paid for, but not by which call.
   *
   * @param result the answer of the service
   */
  record Deduplicated(
      DedupCreateLoadResult result, String idempotencyKey, int attempts, Charge charge)
      implements CreateLoadOutcome {
    public Deduplicated {
      Objects.requireNonNull(result, "result");
      Objects.requireNonNull(idempotencyKey, "idempotencyKey");
      Objects.requireNonNull(charge, "charge");
    }

    @Override
    public String loadNumber() {
      return result.loadNumber();
    }

    @Override
    public String loadId() {
      return result.loadId();
    }

    @Override
    public String trackingLink() {
      return result.trackingLink();
    }

    @Override
    public @Nullable String driverWebLink() {
      return result.driverWebLink();
    }

    @Override
    public @Nullable String driverAppLink() {
      return result.driverAppLink();
    }
  }
}
