// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.Members;
import io.freightsdk.model.internal.Secrets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The existing load with the same {@code customerRef}, and its links; nothing was charged. It
 * has no {@code driverResolution}.
 *
 * @param ok Always true.
 * @param loadId Identifier of the load inside the service.
 * @param loadNumber Number of the load, used in all later calls.
 * @param trackingLink Public tracking page for the customer.
 * @param driverWebLink Page where the driver joins the load; send it again to a driver who has
 * lost the SMS. Keep it secret: anyone with the link can act as the driver. Null when absent.
 * @param driverAppLink Link that opens the load in the driver's app. Keep it secret, because
 * whoever has it can act as the driver. Null when absent.
 * @param deduplicated Always true.
 */
@Jackson.ApiObject
public record DedupCreateLoadResult(
    @Jackson.NonNull boolean ok,
    @Jackson.NonNull String loadId,
    @Jackson.NonNull String loadNumber,
    @Jackson.NonNull String trackingLink,
    @Nullable String driverWebLink,
    @Nullable String driverAppLink,
    @Jackson.NonNull boolean deduplicated) {

  public DedupCreateLoadResult {
    Objects.requireNonNull(loadId, "loadId");
    Objects.requireNonNull(loadNumber, "loadNumber");
    Objects.requireNonNull(trackingLink, "trackingLink");
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
        "DedupCreateLoadResult[ok=" +
        ok +
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
        ", deduplicated=" +
        deduplicated +
        "]";
  }

  /** Builds a {@link DedupCreateLoadResult}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable Boolean ok = true;
    private @Nullable String loadId;
    private @Nullable String loadNumber;
    private @Nullable String trackingLink;
    private @Nullable String driverWebLink;
    private @Nullable String driverAppLink;
    private @Nullable Boolean deduplicated = true;

    private Builder() {}

    private Builder(DedupCreateLoadResult from) {
      ok = from.ok;
      loadId = from.loadId;
      loadNumber = from.loadNumber;
      trackingLink = from.trackingLink;
      driverWebLink = from.driverWebLink;
      driverAppLink = from.driverAppLink;
      deduplicated = from.deduplicated;
    }

    /** Always true. */
    public Builder ok(boolean ok) {
      this.ok = ok;
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
     * Page where the driver joins the load; send it again to a driver who has lost the SMS.
     * Keep it secret: anyone with the link can act as the driver.
     */
    public Builder driverWebLink(@Nullable String driverWebLink) {
      this.driverWebLink = driverWebLink;
      return this;
    }

    /**
     * Link that opens the load in the driver's app. Keep it secret, because whoever has it can
     * act as the driver.
     */
    public Builder driverAppLink(@Nullable String driverAppLink) {
      this.driverAppLink = driverAppLink;
      return this;
    }

    /** Always true. */
    public Builder deduplicated(boolean deduplicated) {
      this.deduplicated = deduplicated;
      return this;
    }

    /** Builds the record. Throws IllegalStateException with the names of missing members. */
    public DedupCreateLoadResult build() {
      if (
          ok == null ||
          loadId == null ||
          loadNumber == null ||
          trackingLink == null ||
          deduplicated == null) {
        throw Members.missing(
            "DedupCreateLoadResult",
            "ok",
            ok,
            "loadId",
            loadId,
            "loadNumber",
            loadNumber,
            "trackingLink",
            trackingLink,
            "deduplicated",
            deduplicated);
      }
      return new DedupCreateLoadResult(
          ok,
          loadId,
          loadNumber,
          trackingLink,
          driverWebLink,
          driverAppLink,
          deduplicated);
    }
  }
}
