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
  /** No option set: the settings of the client apply. */
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

  /** Starts with no option set. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts with the options of this one. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** The {@code Idempotency-Key} of a load creation; null to use a random one. */
  public @Nullable String idempotencyKey() {
    return idempotencyKey;
  }

  /** How long one attempt may take; null for the client's. */
  public @Nullable Duration attemptTimeout() {
    return attemptTimeout;
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

  /**
   * The greatest age of an earlier position that may be returned instead of a new paid read; null
   * to read every time. See {@link Builder#maxAge}.
   */
  public @Nullable Duration maxAge() {
    return maxAge;
  }

  /**
   * The greatest age of the last known position that may be returned when a read fails; null to
   * fail. See {@link Builder#staleIfError}.
   */
  public @Nullable Duration staleIfError() {
    return staleIfError;
  }

  /**
   * The part of the spending that the call belongs to, whose limits it must keep too; null for the
   * limits of the client only.
   */
  public SpendGuard.@Nullable CostCenter scope() {
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

  /** All options; of the extra headers the names only, because their values may be secret. */
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
   * Builds {@link CallOptions}. A value that cannot be used throws {@link InvalidOptionException},
   * and null {@link NullPointerException}. Not safe for concurrent use.
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
     * The {@code Idempotency-Key} of a load creation: for a day, the service makes at most one load
     * and one debit for it. API description, parameter {@code IdempotencyKey}. Two senders that may
     * send an order concurrently use the same key, such as the order's number. One key is for one
     * body: the service responds to another body with the load of the first. A call whose key an
     * earlier call has used may report {@link Charge.Kind#CHARGED} once more; a ledger that knows
     * the key makes it {@link Charge.Kind#NONE}. After 23 hours, a repeat reserves its price under
     * the limits like a new call, and its response decides the charge. Default: a random key for
     * each call.
     *
     * @throws InvalidOptionException when it is not 1 to 255 visible ASCII characters
     */
    public Builder idempotencyKey(String idempotencyKey) {
      this.idempotencyKey = HeaderRules.requireIdempotencyKey(idempotencyKey);
      return this;
    }

    /**
     * The maximum time of one attempt, from its connect to the last byte of its response. Default:
     * the client's {@link FreightClient.Builder#attemptTimeout}.
     */
    public Builder attemptTimeout(Duration attemptTimeout) {
      this.attemptTimeout = Require.positive(attemptTimeout, "attemptTimeout");
      return this;
    }

    /**
     * The maximum time of the call with all its attempts and waits, including waits for a top-up.
     * The client's {@code callTimeout} excludes waits for a top-up. Default: the client's {@link
     * FreightClient.Builder#callTimeout}.
     */
    public Builder deadline(Duration deadline) {
      this.deadline = Require.positive(deadline, "deadline");
      return this;
    }

    /**
     * The policy for retries of this call, and for its wait for a top-up. It replaces the client's
     * policy as a whole. Default: the client's {@link FreightClient.Builder#retryPolicy}.
     */
    public Builder retryPolicy(RetryPolicy retryPolicy) {
      this.retryPolicy = Require.nonNull(retryPolicy, "retryPolicy");
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

    /** The same as a number. Default: the client's {@link FreightClient.Builder#maxPrice}. */
    public Builder maxPrice(BigDecimal maxPriceUsd) {
      this.maxPrice = Require.notNegative(maxPriceUsd, "maxPrice");
      return this;
    }

    /**
     * The maximum age of an earlier position that is returned instead of a new paid read; zero
     * shares only a read in progress. A call that finds no such position joins the read of its load
     * that is in progress, or starts one.
     *
     * <p>The first caller reads with its own options and is charged. The others wait, at most until
     * their own deadlines, are charged nothing, and get its position or its failure. If a limit or
     * a shorter deadline of the first caller ends the read, or the first caller is cancelled or
     * interrupted, the next one reads.
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
     * <p>A call of {@code getLoadPosition} returns it when the service or the network fails, a
     * response is lost or unreadable, or the deadline has passed. It also does so when the ledger,
     * the balance, a spend limit, {@code maxPrice}, an unknown price or {@code maxPendingCalls}
     * stops the read. {@link FreightResponse#readAt()} belongs to the position. {@link
     * FreightResponse#charge()} and {@link FreightResponse#attempts()} belong to the failed read:
     * the charge is {@code UNKNOWN} if its response was lost.
     *
     * <p>The call still fails if it is cancelled or interrupted, or if the client is closed. It
     * also fails if a repeat cannot help:
     *
     * <ul>
     *   <li>The service responds with 400, 401, 403 or 404.
     *   <li>The certificate is not trusted.
     *   <li>An interceptor of the application throws, or its key supplier does: then the account is
     *       not certain.
     * </ul>
     *
     * <p>With {@link #maxAge}, a failed read counts as a read. For that time, later calls return
     * the last known position and send nothing. A read that failed because of a limit or an option
     * of its caller does not count.
     *
     * <p>A position is known if this client, or another one with its position cache, has read it
     * with {@code maxAge} or {@code staleIfError}. Like a call with {@link #maxAge}, the call joins
     * a read in progress. Default: none; the call fails.
     */
    public Builder staleIfError(Duration maxAge) {
      this.staleIfError = Require.notNegative(maxAge, "staleIfError");
      return this;
    }

    /**
     * The part of the spending that the call belongs to, such as a tenant or one run of an agent.
     * The call must keep its limits as well as the limits of the client. A scope that the client's
     * {@link SpendGuard} does not know is refused with {@link InvalidOptionException}, and nothing
     * is sent. Default: none; only the limits of the client apply.
     */
    public Builder scope(SpendGuard.CostCenter scope) {
      this.scope = Require.nonNull(scope, "scope");
      return this;
    }

    /**
     * Adds a request header, for a gateway or for tracing. A name given twice keeps its last value.
     * Default: none.
     *
     * @throws InvalidOptionException when the name belongs to the client ({@code Authorization},
     *     {@code Idempotency-Key} and the like), or name or value hold characters that a header
     *     cannot; the message never shows the value
     */
    public Builder header(String name, String value) {
      headers.put(
          HeaderRules.requireExtraName(name), HeaderRules.requireValue("header " + name, value));
      return this;
    }

    /** The options collected so far. */
    public CallOptions build() {
      return new CallOptions(this);
    }
  }
}
