package io.freightsdk.retry;

import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.internal.text.Require;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How often a call is attempted, how long the client waits in between, and how long for money when
 * the balance does not cover the call. Which failures may be retried is not an option: that depends
 * on what a second attempt can cost, and is the same for every client.
 *
 * <p>The wait before attempt n is random between zero and {@code initialBackoff * 2^(n-2)} (full
 * jitter), at most 32 times {@code initialBackoff}. A {@code Retry-After} header of the service
 * replaces that wait; one above 60 s ends the call with the refusal, whose headers and message
 * state the time. Immutable and safe to share.
 */
public final class RetryPolicy {
  private static final RetryPolicy STANDARD = builder().build();
  private static final RetryPolicy NONE = builder().maxAttempts(1).build();

  private final int maxAttempts;
  private final Duration initialBackoff;
  private final boolean retryUnknownReads;
  private final Duration maxTopUpWait;

  private RetryPolicy(Builder builder) {
    this.maxAttempts = builder.maxAttempts;
    this.initialBackoff = builder.initialBackoff;
    this.retryUnknownReads = builder.retryUnknownReads;
    this.maxTopUpWait = builder.maxTopUpWait;
  }

  /**
   * The default: 4 attempts, backoff from 250 ms to 8 s, {@code Retry-After} up to 60 s, no wait
   * for a top-up.
   */
  public static RetryPolicy standard() {
    return STANDARD;
  }

  /** One attempt, no retry, and no wait for a top-up. */
  public static RetryPolicy none() {
    return NONE;
  }

  /** Starts with the values of {@link #standard()}. */
  public static Builder builder() {
    return new Builder();
  }

  /** The maximum number of attempts of one call, including the first. */
  public int maxAttempts() {
    return maxAttempts;
  }

  /** The maximum wait before the second attempt. */
  public Duration initialBackoff() {
    return initialBackoff;
  }

  /**
   * Whether a position read is sent again when its response was lost, although the lost read may
   * have been charged.
   */
  public boolean retryUnknownReads() {
    return retryUnknownReads;
  }

  /**
   * The maximum time that a call waits for a top-up when the balance does not cover it, in all its
   * waits together; with zero, it fails immediately with {@code InsufficientFundsException}.
   *
   * <p>The service has created and charged nothing then. A call that waits reserves nothing under a
   * limit. The client reads the balance, which is free, after 5 seconds, after 10 more and then
   * every 30, once for all calls that wait. As many of them continue as the balance covers, and
   * start over: with a new price and a new reservation, and with a new random key unless the key is
   * the caller's or an attempt under it was lost. A call that is refused again waits again.
   *
   * <p>The wait is not an attempt. It does not count against the client's {@code callTimeout}, but
   * against a {@code deadline} in {@code CallOptions}. It ends early when that deadline passes, the
   * call is cancelled, or the client is closed.
   */
  public Duration maxTopUpWait() {
    return maxTopUpWait;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RetryPolicy that
        && maxAttempts == that.maxAttempts
        && initialBackoff.equals(that.initialBackoff)
        && retryUnknownReads == that.retryUnknownReads
        && maxTopUpWait.equals(that.maxTopUpWait);
  }

  @Override
  public int hashCode() {
    return Objects.hash(maxAttempts, initialBackoff, retryUnknownReads, maxTopUpWait);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "RetryPolicy[maxAttempts=%d, initialBackoff=%s, retryUnknownReads=%s, maxTopUpWait=%s]",
        maxAttempts,
        initialBackoff,
        retryUnknownReads,
        maxTopUpWait);
  }

  /**
   * Builds a {@link RetryPolicy}. A value that cannot be used throws {@link
   * InvalidOptionException}, and null {@link NullPointerException}. Not safe for concurrent use.
   */
  public static final class Builder {
    private int maxAttempts = 4;
    private Duration initialBackoff = Duration.ofMillis(250);
    private boolean retryUnknownReads;
    private Duration maxTopUpWait = Duration.ZERO;

    private Builder() {}

    /** The maximum number of attempts of one call, including the first; 1 or more. Default: 4. */
    public Builder maxAttempts(int maxAttempts) {
      this.maxAttempts = Require.atLeast(1, maxAttempts, "maxAttempts");
      return this;
    }

    /**
     * The maximum wait before the second attempt; zero retries immediately. It doubles for each
     * further attempt, up to 32 times its value. Default: 250 ms.
     */
    public Builder initialBackoff(Duration initialBackoff) {
      this.initialBackoff = Require.wait(initialBackoff, "initialBackoff");
      return this;
    }

    /**
     * Whether a position read is sent again when its response was lost, although the lost read may
     * have been charged. Default: false.
     */
    public Builder retryUnknownReads(boolean retryUnknownReads) {
      this.retryUnknownReads = retryUnknownReads;
      return this;
    }

    /**
     * The maximum time that a call waits for a top-up when the balance does not cover it, in all
     * its waits together, at most 24 days. For details of the wait, see {@link
     * RetryPolicy#maxTopUpWait()}. Default: zero; the call fails immediately with {@code
     * InsufficientFundsException}.
     */
    public Builder maxTopUpWait(Duration maxTopUpWait) {
      this.maxTopUpWait = Require.wait(maxTopUpWait, "maxTopUpWait");
      return this;
    }

    /** The policy collected so far. */
    public RetryPolicy build() {
      return new RetryPolicy(this);
    }
  }
}
