package io.freightsdk.error;

import io.freightsdk.SpendGuard;
import java.io.Serial;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The client refused the call and did not send this attempt: it would exceed a spend limit. Unlike
 * {@link InsufficientFundsException}, this exception is not about the prepaid balance.
 */
public final class SpendLimitExceededException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm '('VV')'", Locale.ENGLISH);

  private final SpendGuard.LimitExceeded refusal;

  /** Creates the exception. */
  public SpendLimitExceededException(FailedCall call, SpendGuard.LimitExceeded refusal) {
    super(
        call,
        null,
        String.format(
            Locale.ROOT,
            "not sent: the call costs %s USD%s and the limit of %s has %s USD left; %s",
            Objects.requireNonNull(refusal, "refusal").priceUsd().toPlainString(),
            refusal.priceUsd().compareTo(refusal.remainingUsd()) > 0
                ? ""
                : ", an earlier one under its key may have cost more,",
            refusal.limit(),
            refusal.remainingUsd().toPlainString(),
            whatHelps(refusal)));
    this.refusal = refusal;
  }

  private static String whatHelps(SpendGuard.LimitExceeded refusal) {
    Instant retryAt = refusal.retryAt();
    if (retryAt == null) return "raise the limit";
    ZoneId zone = refusal.zone();
    return "raise the limit or wait until "
        + (zone == null ? retryAt : DAY.format(retryAt.atZone(zone)));
  }

  /**
   * The limit that the call would exceed, in words: {@code 10.00 USD per 24 hours for scope
   * client/acme}.
   */
  public String limit() {
    return refusal.limit();
  }

  /**
   * The price of the call, in USD. It can be lower than {@link #remainingUsd()} for a repeat with
   * an idempotency key. The repeat needs the highest amount that any call with the key may have
   * cost, less the amount that the limit already counts.
   */
  public BigDecimal priceUsd() {
    return refusal.priceUsd();
  }

  /**
   * The remaining budget of the limit, in USD. Unknown charges and calls in progress count as
   * spent.
   */
  public BigDecimal remainingUsd() {
    return refusal.remainingUsd();
  }

  /**
   * The time at which the limit has enough budget for the call, if nothing else is paid until then.
   * At this time, earlier charges have left the limit's period, or the idempotency key is no longer
   * valid. Null if only a higher limit helps, as with a total, or with a price above the limit.
   */
  public @Nullable Instant retryAt() {
    return refusal.retryAt();
  }
}
