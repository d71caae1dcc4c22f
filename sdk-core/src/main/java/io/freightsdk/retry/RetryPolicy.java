package io.freightsdk.retry;

import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.internal.text.Require;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The policy for retries of a call and for its wait for a top-up. It has the number of attempts,
 * the waits between them, and the maximum wait when the balance does not cover the call. Which
 * failures are retried depends on the cost of a second attempt, and is the same for every client.
 * You decide only about position reads whose response was lost, with {@link #retryUnknownReads}.
 *
 * <p>A retry of resilience4j counts the attempts up to {@link #maxAttempts}, asks the client
 * whether the failure may be retried, and decides whether another attempt follows. It sets no wait.
 *
 * <p>The wait before attempt n is random between zero and {@code initialBackoff * 2^(n-2)} (full
 * jitter), at most 32 times {@code initialBackoff}. A {@code Retry-After} header of the service
 * replaces that wait. If the header is above 60 s, the call fails with the service's refusal, whose
 * headers and message have the time. Immutable and safe to share.
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
   * The default policy: 4 attempts, backoff from 250 ms to 8 s, {@code Retry-After} up to 60 s, no
   * wait for a top-up.
   */
  public static RetryPolicy standard() {
    return STANDARD;
  }

  /** The policy with one attempt, no retry, and no wait for a top-up. */
  public static RetryPolicy none() {
    return NONE;
  }

  /** Creates a builder with the values of {@link #standard()}. */
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
   * Whether a position read is sent again if its response was lost, although the lost read may have
   * been charged.
   */
  public boolean retryUnknownReads() {
    return retryUnknownReads;
  }

  /**
   * The maximum time that a call waits for top-ups when the balance does not cover it, in all its
   * waits together. With zero, the call fails immediately with {@code InsufficientFundsException}.
   *
   * <p>A call waits only after the service has refused it with 402, so it has created and charged
   * nothing. While a call waits, it reserves nothing under a limit. The client reads the balance,
   * which is free, after 5 seconds, after 10 more seconds and then every 30 seconds, once for all
   * waiting calls. It continues as many calls as the balance covers.
   *
   * <p>A call that continues gets a new price and a new reservation. It also gets a new random key,
   * unless the key is yours or an attempt with it was lost. If the service refuses the call again,
   * it waits again.
   *
   * <p>The wait is not an attempt. It counts against a {@code deadline} in {@code CallOptions}, but
   * not against the client's {@code callTimeout}. It ends early if that deadline passes, the call
   * is cancelled, or the client is closed.
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
   * Builds a {@link RetryPolicy}: attempts, backoff, repeats of lost reads, and the wait for a
   * top-up. An invalid value throws {@link InvalidOptionException}, and null throws {@link
   * NullPointerException}. Not safe for concurrent use.
   */
  public static final class Builder {
    private int maxAttempts = 4;
    private Duration initialBackoff = Duration.ofMillis(250);
    private boolean retryUnknownReads;
    private Duration maxTopUpWait = Duration.ZERO;

    private Builder() {}

    /** The maximum number of attempts of one call, including the first. Default: 4. */
    public Builder maxAttempts(int maxAttempts) {
      this.maxAttempts = Require.positive(maxAttempts, "maxAttempts");
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
     * Whether a position read is repeated after a lost response, although the lost read may have
     * been charged. Default: false.
     */
    public Builder retryUnknownReads(boolean retryUnknownReads) {
      this.retryUnknownReads = retryUnknownReads;
      return this;
    }

    /**
     * The maximum time that a call waits for a top-up, in all its waits together. It is at most 24
     * days. For details of the wait, see {@link RetryPolicy#maxTopUpWait()}. Default: zero; the
     * call fails immediately with {@code InsufficientFundsException}.
     */
    public Builder maxTopUpWait(Duration maxTopUpWait) {
      this.maxTopUpWait = Require.wait(maxTopUpWait, "maxTopUpWait");
      return this;
    }

    /** Builds the policy. */
    public RetryPolicy build() {
      return new RetryPolicy(this);
    }
  }
}
