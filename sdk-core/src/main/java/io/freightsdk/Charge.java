package io.freightsdk;

import java.io.Serial;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one call took from the prepaid balance: nothing, an exact amount, or an amount that is not
 * known yet.
 *
 * <p>{@link #NONE} is only ever reported when it is certain. {@link #UNKNOWN} means that money may
 * have been taken: the answer was lost after the request could have reached the service, or the
 * price was not known. Immutable and safe to share.
 */
public final class Charge implements Serializable {
  /** The three answers to "did money move?". */
  public enum Kind {
    /** Certainly nothing was charged. */
    NONE,
    /** Exactly {@link Charge#amountUsd()} was charged. */
    EXACT,
    /** Money may have moved; count it as spent until the balance proves otherwise. */
    UNKNOWN
  }

  /** Certainly nothing was charged. */
  public static final Charge NONE = new Charge(Kind.NONE, BigDecimal.ZERO);

  /** Money may have moved. */
  public static final Charge UNKNOWN = new Charge(Kind.UNKNOWN, null);

  @Serial private static final long serialVersionUID = 1;

  private final Kind kind;
  private final @Nullable BigDecimal amountUsd;

  private Charge(Kind kind, @Nullable BigDecimal amountUsd) {
    this.kind = kind;
    this.amountUsd = amountUsd;
  }

  /**
   * A charge of exactly this amount; zero gives {@link #NONE}.
   *
   * @throws IllegalArgumentException when the amount is negative
   */
  public static Charge exact(BigDecimal amountUsd) {
    if (amountUsd.signum() < 0) {
      throw new IllegalArgumentException(
          "amountUsd must not be negative, but was " + amountUsd + " USD");
    }
    return amountUsd.signum() == 0 ? NONE : new Charge(Kind.EXACT, amountUsd);
  }

  /** Whether nothing, an exact amount or an unknown amount was charged. */
  public Kind kind() {
    return kind;
  }

  /** The amount in USD: zero for {@link #NONE}, null for {@link #UNKNOWN}. */
  public @Nullable BigDecimal amountUsd() {
    return amountUsd;
  }

  /** The sum of this charge and a later one; {@link #UNKNOWN} if one of them is unknown. */
  public Charge plus(Charge later) {
    if (kind == Kind.UNKNOWN || later.kind == Kind.UNKNOWN) {
      return UNKNOWN;
    }
    if (kind == Kind.NONE) {
      return later;
    }
    if (later.kind == Kind.NONE) {
      return this;
    }
    return exact(Objects.requireNonNull(amountUsd).add(Objects.requireNonNull(later.amountUsd)));
  }

  /** Equal by kind and by numeric amount: 0.65 USD equals 0.650 USD. */
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
    return kind == Kind.EXACT && amountUsd != null
        ? amountUsd.toPlainString() + " USD"
        : kind.name();
  }

  @Serial
  private Object readResolve() {
    return switch (kind) {
      case NONE -> NONE;
      case UNKNOWN -> UNKNOWN;
      case EXACT -> this;
    };
  }
}
