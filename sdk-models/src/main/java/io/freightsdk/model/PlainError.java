package io.freightsdk.model;

import io.freightsdk.model.internal.ForJackson;
import io.freightsdk.model.internal.Members;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A refusal that says why and no more, API description section 7.
 *
 * @param error What is wrong, for people.
 */
@ForJackson.ApiObject
public record PlainError(@ForJackson.NonNull String error) {

  public PlainError {
    Objects.requireNonNull(error, "error");
  }

  /** Starts an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts a builder that holds the members of this one. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a {@link PlainError}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable String error;

    private Builder() {}

    private Builder(PlainError from) {
      error = from.error;
    }

    /** What is wrong, for people. */
    public Builder error(String error) {
      this.error = Objects.requireNonNull(error, "error");
      return this;
    }

    /** Builds the record; throws IllegalStateException that names missing members. */
    public PlainError build() {
      if (error == null) {
        throw Members.missing("PlainError", "error", error);
      }
      return new PlainError(error);
    }
  }
}
