package io.freightsdk.error;

import io.freightsdk.Charge;
import java.io.Serial;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Refused by the client before this attempt was sent: a spend limit or {@code maxPrice} applies to
 * the call, and the service's price list cannot be read ({@link NextStep#RETRY_LATER}) or does not
 * name the operation ({@link NextStep#FIX_CONFIGURATION}).
 *
 * <p>If the price list cannot be read because of a refused key, an unknown host, an untrusted
 * certificate or a wrong path, the call fails with the exception of that cause, as it would without
 * a limit.
 */
public final class PriceUnavailableException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  /** Why there is no price, as a part of the message. */
  private final String why;

  /** A call whose price is not known; {@code why} is a part of the message. */
  public PriceUnavailableException(FailureFacts facts, String why, @Nullable Throwable cause) {
    super(facts, "not sent: a limit applies to the call and " + why, cause);
    this.why = why;
  }

  @Override
  public PriceUnavailableException with(FailureFacts facts) {
    return new PriceUnavailableException(facts, why, getCause());
  }

  /**
   * A call of a paid operation whose price the price list does not name. Reading the list again
   * does not help; {@code priceKey} is what it should name.
   */
  public static PriceUnavailableException notListed(FailureFacts facts, @Nullable String priceKey) {
    return new PriceUnavailableException(
        facts,
        "the price list has no price "
            + priceKey
            + "; check with getPricing() that the base URL is that of the service, or call without"
            + " a limit and without maxPrice",
        null);
  }

  /**
   * The failure of a call that needs a price which could not be read. If the cause would have met
   * the call itself (the key was refused, the service was not reachable, the configuration is
   * wrong), the same failure; otherwise a {@link PriceUnavailableException}.
   *
   * @param facts of the call; if it cost nothing so far, the next step is that of the cause
   * @param cause the failure of reading the price list; null when no answer came in time
   */
  public static FreightException unpriced(FailureFacts facts, @Nullable Throwable cause) {
    Objects.requireNonNull(facts, "facts");
    if (!(cause instanceof FreightException met)) return unread(facts, "", cause);
    if (!wouldBeMetByTheCall(met)) return unread(facts, " (" + met.getMessage() + ")", met);
    FailureFacts.Builder ofTheCall = facts.toBuilder().requestId(met.requestId());
    // A load that an earlier attempt was charged for is still requested again with its key.
    boolean costNothing = facts.charge().equals(Charge.NONE);
    if (costNothing) ofTheCall.nextStep(met.nextStep()).retryable(met.retryable());
    FreightException own = met.with(ofTheCall.build());
    own.addSuppressed(met);
    return own;
  }

  private static PriceUnavailableException unread(
      FailureFacts facts, String because, @Nullable Throwable cause) {
    return new PriceUnavailableException(
        facts, "the price list cannot be read" + because + "; repeat later", cause);
  }

  private static boolean wouldBeMetByTheCall(FreightException met) {
    boolean isOfTheKey =
        met instanceof AuthenticationException
            || met instanceof PermissionDeniedException
            || met instanceof UnknownBrokerException;
    boolean isOfTheConfiguration =
        met.nextStep() == NextStep.FIX_CONFIGURATION
            && (met instanceof UnexpectedStatusException
                || met instanceof FreightDecodingException);
    boolean isUnreachable = met instanceof FreightConnectionException e && e.notProcessed();
    return isOfTheKey || isOfTheConfiguration || isUnreachable || met.isOfCodeAround();
  }
}
