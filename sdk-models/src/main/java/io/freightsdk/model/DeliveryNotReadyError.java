package io.freightsdk.model;

import io.freightsdk.model.internal.ForJackson;
import io.freightsdk.model.internal.Members;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A refusal because the driver has not arrived at the delivery stop, API description section 7.
 *
 * @param error What is wrong, for people.
 * @param status Status of the load now. Null when absent.
 * @param reason Always {@code bol_received_before_geofence_arrive}.
 */
@ForJackson.ApiObject
public record DeliveryNotReadyError(
    @ForJackson.NonNull String error,
    @Nullable LoadStatus status,
    @ForJackson.NonNull String reason) {

  public DeliveryNotReadyError {
    Objects.requireNonNull(error, "error");
    Objects.requireNonNull(reason, "reason");
  }

  /** Starts an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts a builder that holds the members of this one. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a {@link DeliveryNotReadyError}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable String error;
    private @Nullable LoadStatus status;
    private @Nullable String reason = "bol_received_before_geofence_arrive";

    private Builder() {}

    private Builder(DeliveryNotReadyError from) {
      error = from.error;
      status = from.status;
      reason = from.reason;
    }

    /** What is wrong, for people. */
    public Builder error(String error) {
      this.error = Objects.requireNonNull(error, "error");
      return this;
    }

    /** Status of the load now. */
    public Builder status(@Nullable LoadStatus status) {
      this.status = status;
      return this;
    }

    /** Always {@code bol_received_before_geofence_arrive}. */
    public Builder reason(String reason) {
      this.reason = Objects.requireNonNull(reason, "reason");
      return this;
    }

    /** Builds the record; throws IllegalStateException that names missing members. */
    public DeliveryNotReadyError build() {
      if (error == null || reason == null) {
        throw Members.missing(
            "DeliveryNotReadyError",
            "error",
            error,
            "reason",
            reason);
      }
      return new DeliveryNotReadyError(error, status, reason);
    }
  }
}
