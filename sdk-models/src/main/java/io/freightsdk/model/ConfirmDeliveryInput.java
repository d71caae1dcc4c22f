package io.freightsdk.model;

import io.freightsdk.model.internal.ForJackson;
import io.freightsdk.model.internal.generated.WireNames;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When the bill of lading was received, API description section 4.4.
 *
 * @param bolReceivedAt When the BOL was received; the current time when absent. Null when
 * absent.
 */
@ForJackson.ApiObject
public record ConfirmDeliveryInput(
    @WireNames.BolReceivedAt @ForJackson.AsText @Nullable Instant bolReceivedAt) {

  /** Starts an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts a builder that holds the members of this one. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a {@link ConfirmDeliveryInput}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable Instant bolReceivedAt;

    private Builder() {}

    private Builder(ConfirmDeliveryInput from) {
      bolReceivedAt = from.bolReceivedAt;
    }

    /** When the BOL was received; the current time when absent. */
    public Builder bolReceivedAt(@Nullable Instant bolReceivedAt) {
      this.bolReceivedAt = bolReceivedAt;
      return this;
    }

    /** Builds the record. */
    public ConfirmDeliveryInput build() {
      return new ConfirmDeliveryInput(bolReceivedAt);
    }
  }
}
