package io.freightsdk;

import io.freightsdk.internal.text.Require;
import io.freightsdk.model.internal.Jackson;
import java.io.Serial;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The charge of one call: nothing, an amount in USD, or unknown. It is taken from the prepaid
 * balance, and for a card top-up from the card.
 *
 * <p>No response of the service contains a charge. The amount is therefore the price that the
 * client read last before it sent the call. If the service changes the price in between, the amount
 * differs from the debit.
 *
 * @param kind whether the call was charged
 * @param amountUsd the amount in USD: zero for {@link #NONE}, null for {@link #UNKNOWN}
 * @param pricedAt when the client requested the price of the amount, by its own clock; for a sum,
 *     the earliest such time. Null for {@link #NONE} and {@link #UNKNOWN}, and if the time of a
 *     price is not known
 */
public record Charge(
    @Jackson.NonNull Kind kind, @Nullable BigDecimal amountUsd, @Nullable Instant pricedAt)
    implements Serializable {
  /** Whether a call was charged. */
  public enum Kind {
    // The order matters: of attempts that share a reservation, the last of these kinds counts.

    /** Nothing was charged. This is certain. */
    NONE,
    /**
     * Money may have been taken: the price was not known, or the response was lost after the
     * request could have reached the service. Count it as spent until the balance proves otherwise.
     */
    UNKNOWN,
    /**
     * {@link Charge#amountUsd()} was charged, at the price that was read at {@link
     * Charge#pricedAt()}. This is certain.
     */
    CHARGED
  }

  /** The charge of {@link Kind#NONE}. */
  public static final Charge NONE = new Charge(Kind.NONE, BigDecimal.ZERO, null);

  /** The charge of {@link Kind#UNKNOWN}. */
  public static final Charge UNKNOWN = new Charge(Kind.UNKNOWN, null, null);

  /**
   * Creates a charge from stored values. Otherwise use {@link #NONE}, {@link #UNKNOWN} or {@link
   * #charged}.
   *
   * @throws NullPointerException if the kind is null, or the amount of a {@link Kind#CHARGED}
   *     charge
   * @throws IllegalArgumentException if the kind does not allow the amount or the time, or if the
   *     amount is negative
   */
  public Charge {
    switch (Objects.requireNonNull(kind, "kind")) {
      case NONE -> {
        if (amountUsd != null && amountUsd.signum() != 0)
          throw notAllowed(kind, "amountUsd", amountUsd);
        if (pricedAt != null) throw notAllowed(kind, "pricedAt", pricedAt);
        amountUsd = BigDecimal.ZERO;
      }
      case UNKNOWN -> {
        if (amountUsd != null) throw notAllowed(kind, "amountUsd", amountUsd);
        if (pricedAt != null) throw notAllowed(kind, "pricedAt", pricedAt);
      }
      case CHARGED -> {
        if (amountUsd == null) throw new NullPointerException("amountUsd");
        Require.notNegative(amountUsd, "amountUsd");
      }
    }
  }

  private static IllegalArgumentException notAllowed(Kind kind, String member, Object value) {
    return new IllegalArgumentException(
        member + ": not allowed for a charge of kind " + kind + ", got " + value);
  }

  /**
   * Creates a charge of this amount in USD, such as {@code "0.65"}, without the time of its price.
   *
   * @throws io.freightsdk.error.InvalidOptionException if the text is no amount, or the amount is
   *     negative
   */
  public static Charge charged(String amountUsd) {
    return charged(Require.usd(amountUsd, "amountUsd"));
  }

  /**
   * Creates a charge of this amount in USD, without the time of its price.
   *
   * @throws io.freightsdk.error.InvalidOptionException if the amount is negative
   */
  public static Charge charged(BigDecimal amountUsd) {
    return charged(amountUsd, null);
  }

  /**
   * Creates a charge of this amount in USD, at the price that was read at this time; null if the
   * time is not known. An amount of 0 is also {@link Kind#CHARGED}.
   *
   * @throws IllegalArgumentException if the amount is negative
   */
  public static Charge charged(BigDecimal amountUsd, @Nullable Instant pricedAt) {
    return new Charge(Kind.CHARGED, amountUsd, pricedAt);
  }

  /** Returns the sum of this charge and another one; {@link #UNKNOWN} if one of them is unknown. */
  public Charge plus(Charge other) {
    if (Objects.requireNonNull(other, "other").kind == Kind.UNKNOWN || kind == Kind.UNKNOWN) {
      return UNKNOWN;
    }
    if (kind == Kind.NONE) {
      return other;
    }
    if (other.kind == Kind.NONE) {
      return this;
    }
    BigDecimal sum = Objects.requireNonNull(amountUsd).add(Objects.requireNonNull(other.amountUsd));
    return charged(sum, earlier(pricedAt, other.pricedAt));
  }

  private static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
    if (a == null || b == null) return null;
    return a.isBefore(b) ? a : b;
  }

  /**
   * Whether kind and numeric amount are equal: 0.65 USD equals 0.650 USD, whenever the price was
   * read.
   */
  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof Charge charge) || kind != charge.kind) {
      return false;
    }
    if (amountUsd == null || charge.amountUsd == null) {
      return amountUsd == null && charge.amountUsd == null;
    }
    return amountUsd.compareTo(charge.amountUsd) == 0;
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, amountUsd == null ? null : amountUsd.stripTrailingZeros());
  }

  /** Returns {@code NONE}, {@code UNKNOWN} or an amount such as {@code 0.65 USD}. */
  @Override
  public String toString() {
    return kind == Kind.CHARGED && amountUsd != null
        ? amountUsd.toPlainString() + " USD"
        : kind.name();
  }

  @Serial
  private Object readResolve() {
    return switch (kind) {
      case NONE -> NONE;
      case UNKNOWN -> UNKNOWN;
      case CHARGED -> this;
    };
  }
}
