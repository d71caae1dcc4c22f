package io.freightsdk.error;

import java.io.Serial;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Refused by the client before this attempt was sent: a spend limit or {@code maxPrice} applies to
 * the call, and the service's price list is away.
 *
 * <p>Also a call whose price the price list does not name ({@link NextStep#FIX_SETUP}), and a call
 * by its path under a limit, whose price {@code CallOptions} do not state.
 *
 * <p>A key that is refused, a host that is unknown, a certificate that is not trusted or a wrong
 * path is not told by this exception but by its own, as it is for a call without a limit.
 */
public final class PriceUnavailableException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  /**
   * A call whose price could not be read; {@code cause} says why, null when no answer came in time.
   */
  public PriceUnavailableException(FailureFacts facts, @Nullable Throwable cause) {
    super(
        facts,
        "not sent: a limit applies to the call and the price list cannot be read"
            + (cause instanceof FreightException ? " (" + cause.getMessage() + ")" : "")
            + "; repeat later",
        cause);
  }

  /** A call by its path under a limit, whose price its caller has not stated. */
  public PriceUnavailableException(FailureFacts facts) {
    super(
        facts,
        "not sent: a limit applies to the call and no price list names its price; state it with"
            + " CallOptions.price",
        null);
  }

  private PriceUnavailableException(String factAndFix, FailureFacts facts) {
    super(facts, factAndFix, null);
  }

  /**
   * A call of a paid operation whose price the price list does not name. Reading the list again
   * does not help; {@code priceKey} is what it should name.
   */
  public static PriceUnavailableException notListed(FailureFacts facts, @Nullable String priceKey) {
    Objects.requireNonNull(facts, "facts");
    return new PriceUnavailableException(
        "not sent: a limit applies to the call and the price list has no price "
            + priceKey
            + "; check with getPricing() that the base URL is that of the service, or call without"
            + " a limit and without maxPrice",
        facts);
  }

  /**
   * What a call fails with that needs a price when the price list was not read. The service refused
   * the key, could not be reached or the client's own set-up failed: the failure that the call
   * would have met itself. Otherwise a {@link PriceUnavailableException}.
   *
   * @param facts of the call, which has sent nothing; the next step is that of the cause
   * @param cause what the reading of the price list failed with; null when no answer came in time
   */
  public static FreightException unpriced(FailureFacts facts, @Nullable Throwable cause) {
    Objects.requireNonNull(facts, "facts");
    if (!(cause instanceof FreightException met)) {
      return new PriceUnavailableException(facts, cause);
    }
    FailureFacts same =
        facts.toBuilder()
            .nextStep(met.nextStep())
            .retryable(met.retryable())
            .requestId(met.requestId())
            .build();
    FreightException own = asMetBy(same, met);
    if (own == null) return new PriceUnavailableException(facts, cause);
    own.addSuppressed(met);
    return own;
  }

  private static @Nullable FreightException asMetBy(FailureFacts call, FreightException met) {
    if (met instanceof AuthenticationException e) {
      return new AuthenticationException(call, e.answer());
    }
    if (met instanceof PermissionDeniedException e) {
      return new PermissionDeniedException(call, e.answer());
    }
    if (met instanceof UnknownBrokerException e) {
      return new UnknownBrokerException(call, e.answer(), e.brokerEmail());
    }
    if (met instanceof UnexpectedStatusException e && e.nextStep() == NextStep.FIX_SETUP) {
      return new UnexpectedStatusException(call, e.answer(), e.whose);
    }
    if (met instanceof FreightDecodingException e && e.nextStep() == NextStep.FIX_SETUP) {
      return new FreightDecodingException(
          call, e.status(), e.fact, e.path(), e.bodyExcerpt(), e.loadNumber(), e.getCause());
    }
    if (met instanceof FreightConnectionException e && e.neverSent()) {
      return new FreightConnectionException(call, e.fact, true, e.getCause());
    }
    if (met instanceof UnexpectedFailureException e) {
      return new UnexpectedFailureException(call, e.what, Objects.requireNonNull(e.getCause()));
    }
    return null;
  }
}
