package io.freightsdk;

import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Options of one call. An option that is not set is null, and the setting of the client applies.
 * Immutable and safe to share.
 *
 * <pre>{@code
 * CallOptions options = CallOptions.builder()
 *     .idempotencyKey("order-4711")
 *     .deadline(Duration.ofSeconds(20))
 *     .maxPrice("0.70")
 *     .build();
 * }</pre>
 */
public final class CallOptions {
  /** No option set: the settings of the client apply. */
  public static final CallOptions DEFAULT = builder().build();

  private final @Nullable String idempotencyKey;
  private final @Nullable Duration timeout;
  private final @Nullable Duration deadline;
  private final @Nullable RetryPolicy retryPolicy;
  private final @Nullable BigDecimal maxPrice;
  private final @Nullable BigDecimal price;
  private final @Nullable Duration maxAge;
  private final @Nullable Duration orStale;
  private final boolean keepBody;
  private final SpendGuard.@Nullable Scope scope;
  private final Map<String, String> headers;

  CallOptions(CallOptionsBuilder builder) {
    this.idempotencyKey = builder.idempotencyKey;
    this.timeout = builder.timeout;
    this.deadline = builder.deadline;
    this.retryPolicy = builder.retryPolicy;
    this.maxPrice = builder.maxPrice;
    this.price = builder.price;
    this.maxAge = builder.maxAge;
    this.orStale = builder.orStale;
    this.keepBody = builder.keepBody;
    this.scope = builder.scope;
    this.headers = Map.copyOf(builder.headers);
  }

  /** Starts with no option set. */
  public static CallOptionsBuilder builder() {
    return new CallOptionsBuilder();
  }

  /** Starts with the options of this one. */
  public CallOptionsBuilder toBuilder() {
    return new CallOptionsBuilder(this);
  }

  /** The {@code Idempotency-Key} of a load creation; null to use a random one. */
  public @Nullable String idempotencyKey() {
    return idempotencyKey;
  }

  /** How long one attempt may take; null for the client's {@code timeout}. */
  public @Nullable Duration timeout() {
    return timeout;
  }

  /** How long the call may take with all attempts and waits; null for the client's. */
  public @Nullable Duration deadline() {
    return deadline;
  }

  /** How the call is retried; null for the client's policy. */
  public @Nullable RetryPolicy retryPolicy() {
    return retryPolicy;
  }

  /** The highest live price in USD at which the call is sent; null for the client's. */
  public @Nullable BigDecimal maxPrice() {
    return maxPrice;
  }

  /** What a call by its path costs in USD; null when the caller does not know. */
  public @Nullable BigDecimal price() {
    return price;
  }

  /**
   * The greatest age of an earlier position that may be returned instead of a new paid read; null
   * to read every time. See {@link CallOptionsBuilder#maxAge}.
   */
  public @Nullable Duration maxAge() {
    return maxAge;
  }

  /**
   * The greatest age of an earlier position that may be returned when a read is refused; null to
   * fail.
   */
  public @Nullable Duration orStale() {
    return orStale;
  }

  /** Whether {@link FreightResponse#body()} keeps the text of the answer. */
  public boolean keepBody() {
    return keepBody;
  }

  /**
   * The part of the spending that the call belongs to, whose limits it must keep too; null for the
   * limits of the client only.
   */
  public SpendGuard.@Nullable Scope scope() {
    return scope;
  }

  /** Extra request headers, unmodifiable. */
  public Map<String, String> headers() {
    return headers;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CallOptions that
        && Objects.equals(idempotencyKey, that.idempotencyKey)
        && Objects.equals(timeout, that.timeout)
        && Objects.equals(deadline, that.deadline)
        && Objects.equals(retryPolicy, that.retryPolicy)
        && Objects.equals(maxPrice, that.maxPrice)
        && Objects.equals(price, that.price)
        && Objects.equals(maxAge, that.maxAge)
        && Objects.equals(orStale, that.orStale)
        && keepBody == that.keepBody
        && Objects.equals(scope, that.scope)
        && headers.equals(that.headers);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        idempotencyKey,
        timeout,
        deadline,
        retryPolicy,
        maxPrice,
        price,
        maxAge,
        orStale,
        keepBody,
        scope,
        headers);
  }

  /** All options; of the extra headers the names only, because their values may be secret. */
  @Override
  public String toString() {
    return "CallOptions[idempotencyKey=%s, timeout=%s, deadline=%s, retryPolicy=%s, maxPrice=%s, price=%s, maxAge=%s, orStale=%s, keepBody=%s, scope=%s, headers=%s]"
        .formatted(
            idempotencyKey,
            timeout,
            deadline,
            retryPolicy,
            maxPrice,
            price,
            maxAge,
            orStale,
            keepBody,
            scope,
            headers.keySet());
  }
}
