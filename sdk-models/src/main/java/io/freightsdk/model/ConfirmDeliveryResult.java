// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.Members;
import org.jspecify.annotations.Nullable;

/**
 * The result of a confirmation.
 *
 * @param ok True when the BOL time was recorded.
 * @param oldStatus Status before the call, present when the call changed it. Null when absent.
 * @param newStatus Always {@code DELIVERED}, present when the call changed the status. Null
 * when absent.
 * @param idempotent True when the load was delivered before and only the BOL time was recorded.
 * Null when absent.
 */
@Jackson.ApiObject
public record ConfirmDeliveryResult(
    @Jackson.NonNull boolean ok,
    @Nullable LoadStatus oldStatus,
    @Nullable LoadStatus newStatus,
    @Nullable Boolean idempotent) {

  /** Returns an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with the members of this record. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a {@link ConfirmDeliveryResult}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable Boolean ok;
    private @Nullable LoadStatus oldStatus;
    private @Nullable LoadStatus newStatus;
    private @Nullable Boolean idempotent;

    private Builder() {}

    private Builder(ConfirmDeliveryResult from) {
      ok = from.ok;
      oldStatus = from.oldStatus;
      newStatus = from.newStatus;
      idempotent = from.idempotent;
    }

    /** True when the BOL time was recorded. */
    public Builder ok(boolean ok) {
      this.ok = ok;
      return this;
    }

    /** Status before the call, present when the call changed it. */
    public Builder oldStatus(@Nullable LoadStatus oldStatus) {
      this.oldStatus = oldStatus;
      return this;
    }

    /** Always {@code DELIVERED}, present when the call changed the status. */
    public Builder newStatus(@Nullable LoadStatus newStatus) {
      this.newStatus = newStatus;
      return this;
    }

    /** True when the load was delivered before and only the BOL time was recorded. */
    public Builder idempotent(@Nullable Boolean idempotent) {
      this.idempotent = idempotent;
      return this;
    }

    /** Builds the record. Throws IllegalStateException with the names of missing members. */
    public ConfirmDeliveryResult build() {
      if (ok == null) {
        throw Members.missing("ConfirmDeliveryResult", "ok", ok);
      }
      return new ConfirmDeliveryResult(
          ok,
          oldStatus,
          newStatus,
          idempotent);
    }
  }
}
