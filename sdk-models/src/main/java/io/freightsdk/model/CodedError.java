package io.freightsdk.model;

import io.freightsdk.model.internal.ForJackson;
import io.freightsdk.model.internal.Members;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A refusal with a code for programs, API description section 7.
 *
 * @param error What is wrong, for people.
 * @param code What is wrong, for programs. {@code INVALID_KEY}, {@code INVALID_JSON} and {@code
 * INVALID_IDEMPOTENCY_KEY} are not published; others may appear. Null when absent.
 */
@ForJackson.ApiObject
public record CodedError(@ForJackson.NonNull String error, @Nullable String code) {

  public CodedError {
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

  /** Builds a {@link CodedError}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable String error;
    private @Nullable String code;

    private Builder() {}

    private Builder(CodedError from) {
      error = from.error;
      code = from.code;
    }

    /** What is wrong, for people. */
    public Builder error(String error) {
      this.error = Objects.requireNonNull(error, "error");
      return this;
    }

    /**
     * What is wrong, for programs. {@code INVALID_KEY}, {@code INVALID_JSON} and {@code
     * INVALID_IDEMPOTENCY_KEY} are not published; others may appear.
     */
    public Builder code(@Nullable String code) {
      this.code = code;
      return this;
    }

    /** Builds the record; throws IllegalStateException that names missing members. */
    public CodedError build() {
      if (error == null) {
        throw Members.missing("CodedError", "error", error);
      }
      return new CodedError(error, code);
    }
  }
}
