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
 * What one call took from the prepaid balance: nothing, the price that was read at {@link
 * #pricedAt()}, or an amount that is not known yet. For a card top-up, what it took from the card.
 *
 * <p>No answer of the service states what was charged; its price list does. So an amount is that of
 * the newest reading before the call was sent, and differs from the debit if the service changed
 * the price in between. {@link #NONE} is only ever reported when it is certain. {@link #UNKNOWN}
 * means that money may have been taken: the answer was lost after the request could have reached
 * the service, or the price was not known.
 *
 * @param kind whether nothing, the price of the call or an unknown amount was charged
 * @param amountUsd the amount in USD: zero for {@link #NONE}, null for {@link #UNKNOWN}
 * @param pricedAt when the price of the amount was asked for, by the clock of the client; of a sum,
 *     the oldest reading in it. Null if nothing was charged, or if it is not known whether
 */
public record Charge(
    @Jackson.NonNull Kind kind, @Nullable BigDecimal amountUsd, @Nullable Instant pricedAt)
    implements Serializable {
  /** The three answers to "did money move?", the one that counts most last. */
  public enum Kind {
    /** Certainly nothing was charged. */
    NONE,
    /** Money may have moved; count it as spent until the balance proves otherwise. */
    UNKNOWN,
    /**
     * Certainly charged: {@link Charge#amountUsd()}, at the price read at {@link
     * Charge#pricedAt()}.
     */
    CHARGED
  }

  /** Certainly nothing was charged. */
  public static final Charge NONE = new Charge(Kind.NONE, BigDecimal.ZERO, null);

  /** Money may have moved. */
  public static final Charge UNKNOWN = new Charge(Kind.UNKNOWN, null, null);

  /**
   * Reads a stored charge; {@link #NONE}, {@link #UNKNOWN} and {@link #charged} make one.
   *
   * @throws NullPointerException if the kind is missing, or the amount of a charge
   * @throws IllegalArgumentException if the kind has no such amount, or no time of a price
   */
  public Charge {
    switch (Require.nonNull(kind, "kind")) {
      case NONE -> {
        if (amountUsd != null && amountUsd.signum() != 0) throw hasNo(kind, "amountUsd", amountUsd);
        if (pricedAt != null) throw hasNo(kind, "pricedAt", pricedAt);
        amountUsd = BigDecimal.ZERO;
      }
      case UNKNOWN -> {
        if (amountUsd != null) throw hasNo(kind, "amountUsd", amountUsd);
        if (pricedAt != null) throw hasNo(kind, "pricedAt", pricedAt);
      }
      case CHARGED -> {
        if (amountUsd == null) throw new NullPointerException("amountUsd");
        BigDecimal unused = Require.notNegative(amountUsd, "amountUsd");
      }
    }
  }

  private static IllegalArgumentException hasNo(Kind kind, String member, Object got) {
    return new IllegalArgumentException(
        "a charge of kind " + kind + " has no " + member + ", but got " + got);
  }

  /** A charge without the time at which its price was read. */
  public static Charge charged(String amountUsd) {
    return charged(Require.usd(amountUsd, "amountUsd"));
  }

  /** The same as a number. */
  public static Charge charged(BigDecimal amountUsd) {
    return charged(amountUsd, null);
  }

  /**
   * A charge of this amount, at the price that was read then. A price of zero is a price: what was
   * charged 0 USD is {@link Kind#CHARGED}.
   *
   * @throws IllegalArgumentException when the amount is negative
   */
  public static Charge charged(BigDecimal amountUsd, @Nullable Instant pricedAt) {
    return new Charge(Kind.CHARGED, amountUsd, pricedAt);
  }

  /** The sum of this charge and a later one; {@link #UNKNOWN} if one of them is unknown. */
  public Charge plus(Charge later) {
    if (Objects.requireNonNull(later, "later").kind == Kind.UNKNOWN || kind == Kind.UNKNOWN) {
      return UNKNOWN;
    }
    if (kind == Kind.NONE) {
      return later;
    }
    if (later.kind == Kind.NONE) {
      return this;
    }
    BigDecimal sum = Objects.requireNonNull(amountUsd).add(Objects.requireNonNull(later.amountUsd));
    return charged(sum, older(pricedAt, later.pricedAt));
  }

  private static @Nullable Instant older(@Nullable Instant one, @Nullable Instant other) {
    if (one == null || other == null) return null;
    return one.isBefore(other) ? one : other;
  }

  /**
   * Equal by kind and by numeric amount: 0.65 USD equals 0.650 USD, whenever its price was read.
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

  /** Such as {@code NONE}, {@code 0.65 USD} or {@code UNKNOWN}. */
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
