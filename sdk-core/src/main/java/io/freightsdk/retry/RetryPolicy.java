package io.freightsdk.retry;

import io.freightsdk.internal.text.Require;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How often a call is attempted and how long the client waits in between. Which failures may be
 * retried is not an option: that depends on what a second attempt can cost, and is the same for
 * every client.
 *
 * <p>The wait before attempt n is random between zero and {@code initialBackoff * 2^(n-2)}, at most
 * {@code maxBackoff} (full jitter). A {@code Retry-After} header of the service replaces that wait;
 * one above 60 s ends the call with the refusal, whose headers and message say when. Immutable and
 * safe to share.
 */
public final class RetryPolicy {
  private static final RetryPolicy STANDARD = builder().build();
  private static final RetryPolicy NONE = builder().maxAttempts(1).build();

  private final int maxAttempts;
  private final Duration initialBackoff;
  private final Duration maxBackoff;
  private final boolean retryUnknownReads;

  private RetryPolicy(Builder builder) {
    this.maxAttempts = builder.maxAttempts;
    this.initialBackoff = builder.initialBackoff;
    this.maxBackoff = builder.maxBackoff;
    this.retryUnknownReads = builder.retryUnknownReads;
  }

  /** The default: 4 attempts, backoff from 250 ms to 8 s, {@code Retry-After} up to 60 s. */
  public static RetryPolicy standard() {
    return STANDARD;
  }

  /** One attempt, no retry. */
  public static RetryPolicy none() {
    return NONE;
  }

  /** Starts with the values of {@link #standard()}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts with the values of this policy. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.maxAttempts = maxAttempts;
    builder.initialBackoff = initialBackoff;
    builder.maxBackoff = maxBackoff;
    builder.retryUnknownReads = retryUnknownReads;
    return builder;
  }

  /** The most attempts of one call, including the first. Default 4. */
  public int maxAttempts() {
    return maxAttempts;
  }

  /** Longest wait before the second attempt. Default 250 ms. */
  public Duration initialBackoff() {
    return initialBackoff;
  }

  /**
   * Longest wait before any attempt, unless a {@code Retry-After} header asks for more. Default 8
   * s.
   */
  public Duration maxBackoff() {
    return maxBackoff;
  }

  /**
   * Whether a position read is sent again when its answer was lost, although the lost read may have
   * been charged. Default false.
   */
  public boolean retryUnknownReads() {
    return retryUnknownReads;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RetryPolicy that
        && maxAttempts == that.maxAttempts
        && initialBackoff.equals(that.initialBackoff)
        && maxBackoff.equals(that.maxBackoff)
        && retryUnknownReads == that.retryUnknownReads;
  }

  @Override
  public int hashCode() {
    return Objects.hash(maxAttempts, initialBackoff, maxBackoff, retryUnknownReads);
  }

  @Override
  public String toString() {
    return "RetryPolicy[maxAttempts=%d, initialBackoff=%s, maxBackoff=%s, retryUnknownReads=%s]"
        .formatted(maxAttempts, initialBackoff, maxBackoff, retryUnknownReads);
  }

  /** Builds a {@link RetryPolicy}. Not safe for concurrent use. */
  public static final class Builder {
    private int maxAttempts = 4;
    private Duration initialBackoff = Duration.ofMillis(250);
    private Duration maxBackoff = Duration.ofSeconds(8);
    private boolean retryUnknownReads;

    private Builder() {}

    /** See {@link RetryPolicy#maxAttempts()}; 1 or more. */
    public Builder maxAttempts(int maxAttempts) {
      this.maxAttempts = Require.atLeast(1, maxAttempts, "maxAttempts");
      return this;
    }

    /** See {@link RetryPolicy#initialBackoff()}; zero retries at once. */
    public Builder initialBackoff(Duration initialBackoff) {
      this.initialBackoff = Require.wait(initialBackoff, "initialBackoff");
      return this;
    }

    /** See {@link RetryPolicy#maxBackoff()}. */
    public Builder maxBackoff(Duration maxBackoff) {
      this.maxBackoff = Require.wait(maxBackoff, "maxBackoff");
      return this;
    }

    /** See {@link RetryPolicy#retryUnknownReads()}. */
    public Builder retryUnknownReads(boolean retryUnknownReads) {
      this.retryUnknownReads = retryUnknownReads;
      return this;
    }

    /** The policy collected so far. */
    public RetryPolicy build() {
      return new RetryPolicy(this);
    }
  }
}
