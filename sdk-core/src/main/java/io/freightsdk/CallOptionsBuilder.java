package io.freightsdk;

import io.freightsdk.internal.text.HeaderRules;
import io.freightsdk.internal.text.Require;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Builds {@link CallOptions}. Not safe for concurrent use. */
public final class CallOptionsBuilder {
  @Nullable String idempotencyKey;
  @Nullable Duration timeout;
  @Nullable Duration deadline;
  @Nullable RetryPolicy retryPolicy;
  @Nullable BigDecimal maxPrice;
  @Nullable BigDecimal price;
  @Nullable Duration maxAge;
  @Nullable Duration orStale;
  boolean keepBody;
  SpendGuard.@Nullable Scope scope;
  final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  CallOptionsBuilder() {}

  CallOptionsBuilder(CallOptions options) {
    this.idempotencyKey = options.idempotencyKey();
    this.timeout = options.timeout();
    this.deadline = options.deadline();
    this.retryPolicy = options.retryPolicy();
    this.maxPrice = options.maxPrice();
    this.price = options.price();
    this.maxAge = options.maxAge();
    this.orStale = options.orStale();
    this.keepBody = options.keepBody();
    this.scope = options.scope();
    this.headers.putAll(options.headers());
  }

  /**
   * The {@code Idempotency-Key} of a load creation: the service makes at most one load and one
   * debit for it (API description, section 4.1). How long the service remembers a key is not
   * published; the client assumes 24 hours and refuses a key that it, or its ledger, first saw 23
   * hours 55 minutes ago or earlier. A key that an earlier process has used is sent again, and the
   * answer is told as {@link Charge.Kind#CHARGED}: the key was charged, now or then. Default: a
   * random UUIDv7 for each call. The catalog's creation and a call by its path send their key too,
   * but each attempt of theirs is charged and counted by itself, also under one key.
   *
   * @throws IllegalArgumentException when it is not 1 to 255 visible ASCII characters
   */
  public CallOptionsBuilder idempotencyKey(String idempotencyKey) {
    this.idempotencyKey = HeaderRules.requireIdempotencyKey(idempotencyKey);
    return this;
  }

  /**
   * How long one attempt may take, from its connect to the last byte of its answer. Default: the
   * client's.
   */
  public CallOptionsBuilder timeout(Duration timeout) {
    this.timeout = Require.positive(timeout, "timeout");
    return this;
  }

  /** How long the call may take with all attempts and waits. Default: the client's. */
  public CallOptionsBuilder deadline(Duration deadline) {
    this.deadline = Require.positive(deadline, "deadline");
    return this;
  }

  /** How this call is retried. Default: the client's policy. */
  public CallOptionsBuilder retryPolicy(RetryPolicy retryPolicy) {
    this.retryPolicy = Require.nonNull(retryPolicy, "retryPolicy");
    return this;
  }

  /**
   * The highest live price in USD at which the call is sent; above it the call fails with {@code
   * PriceLimitExceededException} and nothing is sent. Default: {@link
   * FreightClientBuilder#maxPrice}.
   */
  public CallOptionsBuilder maxPrice(String maxPriceUsd) {
    return maxPrice(Require.usd(maxPriceUsd, "maxPrice"));
  }

  /** The same as a number. */
  public CallOptionsBuilder maxPrice(BigDecimal maxPriceUsd) {
    this.maxPrice = Require.notNegative(maxPriceUsd, "maxPrice");
    return this;
  }

  /**
   * What a call by its path costs in USD, as the caller knows it: the price list names the prices
   * of known operations only. Without it {@link FreightClient#call} is refused under a spend limit
   * or {@code maxPrice}, and the charge of its success is {@code UNKNOWN}. Has no effect on other
   * calls. Default: not known.
   */
  public CallOptionsBuilder price(String priceUsd) {
    return price(Require.usd(priceUsd, "price"));
  }

  /** The same as a number. */
  public CallOptionsBuilder price(BigDecimal priceUsd) {
    this.price = Require.notNegative(priceUsd, "price");
    return this;
  }

  /**
   * The greatest age of an earlier position that may be returned instead of a new paid read; zero
   * shares only a read that is in progress. A call that finds no such position joins the read of
   * that load that is running, or makes one.
   *
   * <p>A running read belongs to nobody: a caller that cancels, is interrupted or has no time left
   * leaves it to the others, and one that was sent goes on even if all have left. It is charged to,
   * and limited by, the caller that asked first, whose {@code charge()} is unknown if it leaves
   * while the read is in progress; for the others it is none. If the first caller's own limits
   * refuse the read, or it leaves before the read is sent, the next one asks under its own options.
   *
   * <p>Default: every call sends its own read. Applies to {@code getLoadPosition} only.
   */
  public CallOptionsBuilder maxAge(Duration maxAge) {
    this.maxAge = Require.notNegative(maxAge, "maxAge");
    return this;
  }

  /**
   * Returns the last known position, if it is no older than this, instead of a refusal: when a
   * spend limit, {@code maxPrice}, the balance or a price that cannot be read stops {@code
   * getLoadPosition}, or the service cannot be reached, and nothing was charged. {@link
   * FreightResponse#readAt()} tells its age. Known are the positions that this client, or another
   * one with its position cache, has read with {@code maxAge} or {@code orStale}. Such a call joins
   * a read that is running, like one with {@link #maxAge}. Default: the call fails.
   */
  public CallOptionsBuilder orStale(Duration maxAge) {
    this.orStale = Require.notNegative(maxAge, "orStale");
    return this;
  }

  /**
   * Keeps the text of a successful answer in {@link FreightResponse#body()}, so that members which
   * this version of the client does not know are not lost. Costs the memory of the text, which is
   * never logged. Default: it is not kept.
   */
  public CallOptionsBuilder keepBody() {
    this.keepBody = true;
    return this;
  }

  /**
   * The part of the spending that the call belongs to, such as a tenant or one run of an agent: the
   * call must keep its limits as well as those of the client. A scope that the client's {@link
   * SpendGuard} does not know is refused with {@link IllegalArgumentException}, and nothing is
   * sent. Default: no scope, only the limits of the client apply.
   */
  public CallOptionsBuilder scope(SpendGuard.Scope scope) {
    this.scope = Require.nonNull(scope, "scope");
    return this;
  }

  /**
   * Adds a request header, for a gateway or for tracing. A name given twice keeps its last value.
   *
   * @throws IllegalArgumentException when the name belongs to the client ({@code Authorization},
   *     {@code Idempotency-Key} and the like), or name or value hold characters that a header
   *     cannot; the message never shows the value
   */
  public CallOptionsBuilder header(String name, String value) {
    headers.put(HeaderRules.requireExtraName(name), HeaderRules.requireValue(name, value));
    return this;
  }

  /** The options collected so far. */
  public CallOptions build() {
    return new CallOptions(this);
  }
}
