package io.freightsdk.model;

import io.freightsdk.model.internal.ForJackson;
import io.freightsdk.model.internal.Members;
import io.freightsdk.model.internal.Secret;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A refusal because the key's broker is not registered, API description section 7.
 *
 * @param error What is wrong, for people.
 * @param code Always {@code UNKNOWN_BROKER}.
 * @param brokerEmail E-mail address of the account that the key names. Null when absent.
 */
@ForJackson.ApiObject
public record UnknownBrokerError(
    @ForJackson.NonNull String error,
    @ForJackson.NonNull String code,
    @Nullable String brokerEmail) {

  public UnknownBrokerError {
    Objects.requireNonNull(error, "error");
    Objects.requireNonNull(code, "code");
  }

  /** Starts an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts a builder that holds the members of this one. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** All members, with secrets masked. */
  @Override
  public String toString() {
    return 
        "UnknownBrokerError[error=" +
        error +
        ", code=" +
        code +
        ", brokerEmail=" +
        Secret.masked(brokerEmail) +
        "]";
  }

  /** Builds a {@link UnknownBrokerError}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable String error;
    private @Nullable String code = "UNKNOWN_BROKER";
    private @Nullable String brokerEmail;

    private Builder() {}

    private Builder(UnknownBrokerError from) {
      error = from.error;
      code = from.code;
      brokerEmail = from.brokerEmail;
    }

    /** What is wrong, for people. */
    public Builder error(String error) {
      this.error = Objects.requireNonNull(error, "error");
      return this;
    }

    /** Always {@code UNKNOWN_BROKER}. */
    public Builder code(String code) {
      this.code = Objects.requireNonNull(code, "code");
      return this;
    }

    /** E-mail address of the account that the key names. */
    public Builder brokerEmail(@Nullable String brokerEmail) {
      this.brokerEmail = brokerEmail;
      return this;
    }

    /** Builds the record; throws IllegalStateException that names missing members. */
    public UnknownBrokerError build() {
      if (error == null || code == null) {
        throw Members.missing(
            "UnknownBrokerError",
            "error",
            error,
            "code",
            code);
      }
      return new UnknownBrokerError(error, code, brokerEmail);
    }
  }
}
