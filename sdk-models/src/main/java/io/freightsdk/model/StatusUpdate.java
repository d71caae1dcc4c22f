package io.freightsdk.model;

import io.freightsdk.model.internal.ForJackson;
import io.freightsdk.model.internal.Members;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The status a caller asks for; the service refuses every one. API description section 4.3.
 *
 * @param status The status asked for.
 */
@ForJackson.ApiObject
public record StatusUpdate(@ForJackson.NonNull LoadStatus status) {

  public StatusUpdate {
    Objects.requireNonNull(status, "status");
  }

  /** Starts an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts a builder that holds the members of this one. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a {@link StatusUpdate}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable LoadStatus status;

    private Builder() {}

    private Builder(StatusUpdate from) {
      status = from.status;
    }

    /** The status asked for. */
    public Builder status(LoadStatus status) {
      this.status = Objects.requireNonNull(status, "status");
      return this;
    }

    /** Builds the record; throws IllegalStateException that names missing members. */
    public StatusUpdate build() {
      if (status == null) {
        throw Members.missing("StatusUpdate", "status", status);
      }
      return new StatusUpdate(status);
    }
  }
}
