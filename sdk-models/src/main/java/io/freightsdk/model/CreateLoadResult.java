// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.Members;
import io.freightsdk.model.internal.Secrets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A load that was created and charged.
 *
 * @param success Always true when present. Null when absent.
 * @param loadId Identifier of the load inside the service.
 * @param loadNumber Number of the load, used in all later calls.
 * @param trackingLink Public tracking page for the customer.
 * @param driverWebLink Page where the driver joins the load. The service sends it to {@code
 * driverPhone} by SMS; if {@code driverResolution} is {@code unresolved_truck}, send it to the
 * driver yourself. Keep it secret: anyone with the link can act as the driver.
 * @param driverAppLink Link that opens the load in the driver's app, in the app's own URL
 * scheme. Keep it secret, because whoever has it can act as the driver.
 * @param driverResolution How a driver was found for the load, and so whether to send {@code
 * driverWebLink} yourself. Null when absent.
 * @param unresolvedTruckNumber The truck number that matched no driver. Null when absent.
 */
@Jackson.ApiObject
public record CreateLoadResult(
    @Nullable Boolean success,
    @Jackson.NonNull String loadId,
    @Jackson.NonNull String loadNumber,
    @Jackson.NonNull String trackingLink,
    @Jackson.NonNull String driverWebLink,
    @Jackson.NonNull String driverAppLink,
    @Nullable DriverResolution driverResolution,
    @Nullable String unresolvedTruckNumber) {

  public CreateLoadResult {
    Objects.requireNonNull(loadId, "loadId");
    Objects.requireNonNull(loadNumber, "loadNumber");
    Objects.requireNonNull(trackingLink, "trackingLink");
    Objects.requireNonNull(driverWebLink, "driverWebLink");
    Objects.requireNonNull(driverAppLink, "driverAppLink");
  }

  /** Returns an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with the members of this record. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Returns all members, with secrets masked. */
  @Override
  public String toString() {
    return
        "CreateLoadResult[success=" +
        success +
        ", loadId=" +
        loadId +
        ", loadNumber=" +
        loadNumber +
        ", trackingLink=" +
        Secrets.mask(trackingLink) +
        ", driverWebLink=" +
        Secrets.mask(driverWebLink) +
        ", driverAppLink=" +
        Secrets.mask(driverAppLink) +
        ", driverResolution=" +
        driverResolution +
        ", unresolvedTruckNumber=" +
        unresolvedTruckNumber +
        "]";
  }

  /** Builds a {@link CreateLoadResult}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable Boolean success;
    private @Nullable String loadId;
    private @Nullable String loadNumber;
    private @Nullable String trackingLink;
    private @Nullable String driverWebLink;
    private @Nullable String driverAppLink;
    private @Nullable DriverResolution driverResolution;
    private @Nullable String unresolvedTruckNumber;

    private Builder() {}

    private Builder(CreateLoadResult from) {
      success = from.success;
      loadId = from.loadId;
      loadNumber = from.loadNumber;
      trackingLink = from.trackingLink;
      driverWebLink = from.driverWebLink;
      driverAppLink = from.driverAppLink;
      driverResolution = from.driverResolution;
      unresolvedTruckNumber = from.unresolvedTruckNumber;
    }

    /** Always true when present. */
    public Builder success(@Nullable Boolean success) {
      this.success = success;
      return this;
    }

    /** Identifier of the load inside the service. */
    public Builder loadId(String loadId) {
      this.loadId = Objects.requireNonNull(loadId, "loadId");
      return this;
    }

    /** Number of the load, used in all later calls. */
    public Builder loadNumber(String loadNumber) {
      this.loadNumber = Objects.requireNonNull(loadNumber, "loadNumber");
      return this;
    }

    /** Public tracking page for the customer. */
    public Builder trackingLink(String trackingLink) {
      this.trackingLink = Objects.requireNonNull(trackingLink, "trackingLink");
      return this;
    }

    /**
     * Page where the driver joins the load. The service sends it to {@code driverPhone} by SMS;
     * if {@code driverResolution} is {@code unresolved_truck}, send it to the driver yourself.
     * Keep it secret: anyone with the link can act as the driver.
     */
    public Builder driverWebLink(String driverWebLink) {
      this.driverWebLink = Objects.requireNonNull(driverWebLink, "driverWebLink");
      return this;
    }

    /**
     * Link that opens the load in the driver's app, in the app's own URL scheme. Keep it
     * secret, because whoever has it can act as the driver.
     */
    public Builder driverAppLink(String driverAppLink) {
      this.driverAppLink = Objects.requireNonNull(driverAppLink, "driverAppLink");
      return this;
    }

    /**
     * How a driver was found for the load, and so whether to send {@code driverWebLink}
     * yourself.
     */
    public Builder driverResolution(@Nullable DriverResolution driverResolution) {
      this.driverResolution = driverResolution;
      return this;
    }

    /** The truck number that matched no driver. */
    public Builder unresolvedTruckNumber(@Nullable String unresolvedTruckNumber) {
      this.unresolvedTruckNumber = unresolvedTruckNumber;
      return this;
    }

    /** Builds the record. Throws IllegalStateException with the names of missing members. */
    public CreateLoadResult build() {
      if (
          loadId == null ||
          loadNumber == null ||
          trackingLink == null ||
          driverWebLink == null ||
          driverAppLink == null) {
        throw Members.missing(
            "CreateLoadResult",
            "loadId",
            loadId,
            "loadNumber",
            loadNumber,
            "trackingLink",
            trackingLink,
            "driverWebLink",
            driverWebLink,
            "driverAppLink",
            driverAppLink);
      }
      return new CreateLoadResult(
          success,
          loadId,
          loadNumber,
          trackingLink,
          driverWebLink,
          driverAppLink,
          driverResolution,
          unresolvedTruckNumber);
    }
  }
}
