package io.freightsdk;

import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.internal.text.HeaderRules;
import io.freightsdk.internal.text.Require;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
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
  /** Options with nothing set: every option is null, and there are no additional headers. */
  public static final CallOptions DEFAULT = builder().build();

  private final @Nullable String idempotencyKey;
  private final @Nullable Duration attemptTimeout;
  private final @Nullable Duration deadline;
  private final @Nullable RetryPolicy retryPolicy;
  private final @Nullable BigDecimal maxPrice;
  private final @Nullable Duration maxAge;
  private final @Nullable Duration staleIfError;
  private final SpendGuard.@Nullable CostCenter scope;
  private final Map<String, String> headers;

  private CallOptions(Builder builder) {
    this.idempotencyKey = builder.idempotencyKey;
    this.attemptTimeout = builder.attemptTimeout;
    this.deadline = builder.deadline;
    this.retryPolicy = builder.retryPolicy;
    this.maxPrice = builder.maxPrice;
    this.maxAge = builder.maxAge;
    this.staleIfError = builder.staleIfError;
    this.scope = builder.scope;
    this.headers = Map.copyOf(builder.headers);
  }

  /** Creates a builder with no option set. */
  public static Builder builder() {
    return new Builder();
  }

  /** Creates a builder with these options. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** The {@code Idempotency-Key} of a load creation; null to use a random key. */
  public @Nullable String idempotencyKey() {
    return idempotencyKey;
  }

  /** The maximum time of one attempt; null for the client's {@code attemptTimeout}. */
  public @Nullable Duration attemptTimeout() {
    return attemptTimeout;
  }

  /**
   * The maximum time of the call with all attempts and waits; null for the client's {@code
   * callTimeout}.
   */
  public @Nullable Duration deadline() {
    return deadline;
  }

  /** The policy for retries of the call; null for the client's policy. */
  public @Nullable RetryPolicy retryPolicy() {
    return retryPolicy;
  }

  /**
   * The highest live price in USD at which the call is sent; null for the client's {@code
   * maxPrice}.
   */
  public @Nullable BigDecimal maxPrice() {
    return maxPrice;
  }

  /**
   * The maximum age of an earlier position that is returned instead of a new paid read; null to
   * read every time. See {@link Builder#maxAge}.
   */
  public @Nullable Duration maxAge() {
    return maxAge;
  }

  /**
   * The maximum age of the last known position that is returned instead of an error; null to fail.
   * See {@link Builder#staleIfError}.
   */
  public @Nullable Duration staleIfError() {
    return staleIfError;
  }

  /**
   * The scope of the call; null if only the limits of the client apply. See {@link Builder#scope}.
   */
  public SpendGuard.@Nullable CostCenter scope() {
    return scope;
  }

  /** The additional request headers, unmodifiable. */
  public Map<String, String> headers() {
    return headers;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CallOptions that
        && Objects.equals(idempotencyKey, that.idempotencyKey)
        && Objects.equals(attemptTimeout, that.attemptTimeout)
        && Objects.equals(deadline, that.deadline)
        && Objects.equals(retryPolicy, that.retryPolicy)
        && Objects.equals(maxPrice, that.maxPrice)
        && Objects.equals(maxAge, that.maxAge)
        && Objects.equals(staleIfError, that.staleIfError)
        && Objects.equals(scope, that.scope)
        && headers.equals(that.headers);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        idempotencyKey,
        attemptTimeout,
        deadline,
        retryPolicy,
        maxPrice,
        maxAge,
        staleIfError,
        scope,
        headers);
  }

  /**
   * Returns all options. Of the headers, it contains only the names, because values may be secret.
   */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "CallOptions[idempotencyKey=%s, attemptTimeout=%s, deadline=%s, retryPolicy=%s, maxPrice=%s, maxAge=%s, staleIfError=%s, scope=%s, headers=%s]",
        idempotencyKey,
        attemptTimeout,
        deadline,
        retryPolicy,
        maxPrice,
        maxAge,
        staleIfError,
        scope,
        headers.keySet());
  }

  /**
   * Builds {@link CallOptions}. An invalid value throws {@link InvalidOptionException}, and null
   * throws {@link NullPointerException}. Not safe for concurrent use.
   */
  public static final class Builder {
    private @Nullable String idempotencyKey;
    private @Nullable Duration attemptTimeout;
    private @Nullable Duration deadline;
    private @Nullable RetryPolicy retryPolicy;
    private @Nullable BigDecimal maxPrice;
    private @Nullable Duration maxAge;
    private @Nullable Duration staleIfError;
    private SpendGuard.@Nullable CostCenter scope;
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private Builder() {}

    private Builder(CallOptions options) {
      this.idempotencyKey = options.idempotencyKey();
      this.attemptTimeout = options.attemptTimeout();
      this.deadline = options.deadline();
      this.retryPolicy = options.retryPolicy();
      this.maxPrice = options.maxPrice();
      this.maxAge = options.maxAge();
      this.staleIfError = options.staleIfError();
      this.scope = options.scope();
      this.headers.putAll(options.headers());
    }

    /**
     * The {@code Idempotency-Key} of a creation. The service creates and charges at most one load
     * for it. Use it for 23 hours, because the service does not publish how long it remembers a
     * key. API description, parameter {@code IdempotencyKey}.
     *
     * <ul>
     *   <li>If two senders may send the same order concurrently, pass the same key, such as the
     *       order's number.
     *   <li>Use a key for one body only. The service responds to another body with the load of the
     *       first body.
     *   <li>If an earlier call has used the key, this call may report {@link Charge.Kind#CHARGED} a
     *       second time. A ledger that knows the key reports {@link Charge.Kind#NONE}.
     *   <li>After 23 hours, a repeat reserves its price under the limits like a new call. Its
     *       response decides the charge.
     * </ul>
     *
     * <p>Default: a random key for each call.
     *
     * @throws InvalidOptionException if the key does not have 1 to 255 visible ASCII characters
     */
    public Builder idempotencyKey(String idempotencyKey) {
      this.idempotencyKey = HeaderRules.requireIdempotencyKey(idempotencyKey);
      return this;
    }

    /**
     * The maximum time of one attempt. It lasts from its connect to the last byte of its response.
     * Default: the client's {@link FreightClient.Builder#attemptTimeout}.
     */
    public Builder attemptTimeout(Duration attemptTimeout) {
      this.attemptTimeout = Require.positive(attemptTimeout, "attemptTimeout");
      return this;
    }

    /**
     * The maximum time of the call, including waits for a top-up. The client's {@code callTimeout}
     * excludes them. Default: the client's {@link FreightClient.Builder#callTimeout}.
     */
    public Builder deadline(Duration deadline) {
      this.deadline = Require.positive(deadline, "deadline");
      return this;
    }

    /**
     * The policy for retries and for waits for a top-up. It replaces the client's policy as a
     * whole. Default: the client's {@link FreightClient.Builder#retryPolicy}.
     */
    public Builder retryPolicy(RetryPolicy retryPolicy) {
      this.retryPolicy = Objects.requireNonNull(retryPolicy, "retryPolicy");
      return this;
    }

    /**
     * The highest live price in USD at which the call is sent. Above it, the call fails with {@code
     * PriceLimitExceededException} and nothing is sent. Default: the client's {@link
     * FreightClient.Builder#maxPrice}.
     */
    public Builder maxPrice(String maxPriceUsd) {
      return maxPrice(Require.usd(maxPriceUsd, "maxPrice"));
    }

    /**
     * The same option as a {@code BigDecimal}. Default: the client's {@link
     * FreightClient.Builder#maxPrice}.
     */
    public Builder maxPrice(BigDecimal maxPriceUsd) {
      this.maxPrice = Require.notNegative(maxPriceUsd, "maxPrice");
      return this;
    }

    /**
     * The maximum age of an earlier position that is returned instead of a paid read. If there is
     * no such position, the call joins the read of this load that is in progress, or starts one.
     * Zero shares only a read in progress.
     *
     * <p>The first caller reads with its own options and is charged. The others wait, at most until
     * their own deadlines. They are charged nothing, and get the first caller's position or
     * failure. Another caller reads instead if:
     *
     * <ul>
     *   <li>a limit or a shorter deadline of the first caller ends the read;
     *   <li>the first caller is cancelled or interrupted.
     * </ul>
     *
     * <p>Applies to {@code getLoadPosition} only. Default: none; every call sends its own read.
     */
    public Builder maxAge(Duration maxAge) {
      this.maxAge = Require.notNegative(maxAge, "maxAge");
      return this;
    }

    /**
     * The maximum age of the last known position that is returned instead of an error.
     *
     * <p>A call of {@code getLoadPosition} returns this position when:
     *
     * <ul>
     *   <li>The service or the network fails, a response is lost or unreadable, or the deadline has
     *       passed.
     *   <li>The ledger, the balance, a spend limit, {@code maxPrice}, an unknown price or {@code
     *       maxPendingCalls} stops the read.
     * </ul>
     *
     * <p>{@link FreightResponse#readAt()} belongs to the position. {@link FreightResponse#charge()}
     * and {@link FreightResponse#attempts()} belong to the failed read: the charge is {@code
     * UNKNOWN} if its response was lost.
     *
     * <p>The call still fails if it is cancelled or interrupted, or if the client is closed. It
     * also fails if a repeat cannot help:
     *
     * <ul>
     *   <li>The service responds with 400, 401, 403 or 404.
     *   <li>The certificate is not trusted.
     *   <li>Your interceptor throws.
     *   <li>Your key supplier throws, so that the account is not certain.
     * </ul>
     *
     * <p>With {@link #maxAge}, a failed read counts as a read. For that time, later calls return
     * the last known position and send nothing. A read that failed because of a limit or an option
     * of its caller does not count.
     *
     * <p>The last known position is the newest position that this client has read with {@code
     * maxAge} or {@code staleIfError}. With a position cache, it may also be from another client
     * with the same cache. Like a call with {@link #maxAge}, the call joins a read in progress.
     * Default: none; the call fails.
     */
    public Builder staleIfError(Duration maxAge) {
      this.staleIfError = Require.notNegative(maxAge, "staleIfError");
      return this;
    }

    /**
     * The scope of the call, such as a customer or one run of an agent. It is the part of your
     * spending that the call belongs to. With a ledger, it is a {@code SpendScope}. The limits of
     * this scope and the limits of the client apply to the call.
     *
     * <p>If the client's {@link SpendGuard} does not accept the scope, the call fails with {@link
     * InvalidOptionException} and nothing is sent. Default: none; only the limits of the client
     * apply.
     */
    public Builder scope(SpendGuard.CostCenter scope) {
      this.scope = Objects.requireNonNull(scope, "scope");
      return this;
    }

    /**
     * Adds a request header, for a gateway or for tracing. If you add a name twice, the last value
     * applies. Names ignore case. Default: none.
     *
     * @throws InvalidOptionException if the client itself sets the header ({@code Authorization},
     *     {@code Idempotency-Key} and the like). Also if the name or the value has characters that
     *     a header cannot have. The message never contains the value
     */
    public Builder header(String name, String value) {
      headers.put(
          HeaderRules.requireExtraName(name), HeaderRules.requireValue("header " + name, value));
      return this;
    }

    /** Builds the options. */
    public CallOptions build() {
      return new CallOptions(this);
    }
  }
}
