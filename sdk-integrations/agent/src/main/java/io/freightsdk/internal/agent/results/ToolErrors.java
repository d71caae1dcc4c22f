package io.freightsdk.internal.agent.results;

import io.freightsdk.Charge;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.error.AuthenticationException;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.ClientSaturatedException;
import io.freightsdk.error.DeliveryNotReadyException;
import io.freightsdk.error.FreightApiException;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.RateLimitedException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLedgerException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Creates the errors for the model: of failed calls of the client, and of calls that are refused
 * before they are sent. All texts are ours, because texts of the service may contain anything.
 */
public final class ToolErrors {
  private static final Pattern FIELD = Pattern.compile("[A-Za-z0-9.]{1,60}");
  private static final Pattern PATH = Pattern.compile("/[a-z0-9/_-]{1,60}");

  private ToolErrors() {}

  /**
   * An error without details. Nothing was charged.
   *
   * @param type the exception of the failed call
   */
  private record Row(
      Class<? extends FreightException> type,
      String code,
      Retry retry,
      String fact,
      String nextStep) {}

  /** The next step after a failure that may be temporary. */
  public static final String IN_A_MINUTE =
      "Try again in a minute, once. If it fails again, tell the user.";

  private static final String NO_TOOL_WORKS = "Tell the user. No tool works until this is fixed.";

  private static final List<Row> ROWS =
      List.of(
          new Row(
              AuthenticationException.class,
              "KEY_REFUSED",
              Retry.AFTER_USER_ACTION,
              "The service does not accept this application's agent key.",
              NO_TOOL_WORKS),
          new Row(
              UnknownBrokerException.class,
              "UNKNOWN_BROKER",
              Retry.AFTER_USER_ACTION,
              "The broker of this application's agent key is not registered.",
              NO_TOOL_WORKS),
          new Row(
              PermissionDeniedException.class,
              "PERMISSION_DENIED",
              Retry.NEVER,
              "The load belongs to another broker, or the key does not allow this.",
              "Tell the user."),
          new Row(
              LoadNotFoundException.class,
              "LOAD_NOT_FOUND",
              Retry.CHANGED_ARGUMENTS,
              "There is no load with this number.",
              "Call list_loads to find the numbers of your loads, or ask the user for the number."),
          new Row(
              FreightCancelledException.class,
              "CANCELLED",
              Retry.NEVER,
              "The call was cancelled.",
              "Call again only if the result is still wanted."),
          new Row(
              BillingUnavailableException.class,
              "BILLING_UNAVAILABLE",
              Retry.AFTER_DELAY,
              "The billing of the service is unavailable.",
              IN_A_MINUTE),
          new Row(
              RateLimitedException.class,
              "RATE_LIMITED",
              Retry.AFTER_DELAY,
              "The service receives too many calls.",
              IN_A_MINUTE),
          new Row(
              ClientSaturatedException.class,
              "BUSY",
              Retry.AFTER_DELAY,
              "Too many calls are in progress.",
              IN_A_MINUTE));

  public static ToolErrorException of(FreightException failure) {
    if (failure instanceof InsufficientFundsException e) return insufficientFunds(e, false);
    if (failure instanceof InvalidRequestException e && namesFields(e)) return invalidFields(e);
    if (failure instanceof DeliveryNotReadyException e) {
      LoadStatus status = e.loadStatus();
      return notAtDelivery(status != null && status.isKnown() ? status.value() : null);
    }
    if (failure.charge().kind() != Charge.Kind.NONE) return unknownOutcome(failure);
    if (failure instanceof InvalidRequestException e) return invalid(e);
    if (failure instanceof PriceUnavailableException) return priceUnknown();
    for (Row row : ROWS) {
      if (row.type.isInstance(failure)) {
        return error(row.code, row.retry, failure).because(row.fact, row.nextStep);
      }
    }
    if (failure instanceof UnexpectedStatusException e && e.status() == 404) return wrongAddress(e);
    if (failure.nextStep() == NextStep.FIX_CONFIGURATION) return configuration(failure);
    if (failure.getCause() instanceof SpendLedgerException) return ledgerUnavailable();
    return error("SERVICE_UNAVAILABLE", Retry.AFTER_DELAY, failure)
        .because("The service could not be reached, or returned no usable response.", IN_A_MINUTE);
  }

  /**
   * The error if the price list cannot be read. If the call itself would fail in the same way, the
   * error of the call.
   */
  public static ToolErrorException ofPrice(FreightException failure) {
    return switch (failure.nextStep()) {
      case FIX_KEY, FIX_CONFIGURATION -> of(failure);
      default -> {
        boolean isUnreachable = failure instanceof FreightConnectionException e && e.notProcessed();
        boolean isFromApplicationCode = failure.getClass() == FreightException.class;
        yield isUnreachable || isFromApplicationCode ? of(failure) : priceUnknown();
      }
    };
  }

  public static ToolErrorException priceUnknown() {
    return ToolErrorException.of("PRICE_UNKNOWN", Retry.AFTER_DELAY)
        .because("The price could not be read, so the call was not sent.", IN_A_MINUTE);
  }

  /**
   * The error if the server does not have the path, usually because the base URL ends with a path.
   */
  private static ToolErrorException wrongAddress(UnexpectedStatusException failure) {
    return error("WRONG_ADDRESS", Retry.AFTER_USER_ACTION, failure)
        .because(
            "The service address of this application does not lead to the service.",
            "Tell the user: the address (\"Address of the service\" in the form of the bundle,"
                + " FREIGHT_BASE_URL, or baseUrl) must have no path such as /v1 at its end.");
  }

  private static ToolErrorException configuration(FreightException failure) {
    return error("CONFIGURATION", Retry.AFTER_USER_ACTION, failure)
        .because(
            "This application cannot reach the service: its address, certificate or proxy is wrong,"
                + " or the network is off.",
            NO_TOOL_WORKS);
  }

  /** The error if the ledger is unavailable and nothing was sent. */
  public static ToolErrorException ledgerUnavailable() {
    return ToolErrorException.of("LEDGER_UNAVAILABLE", Retry.AFTER_DELAY)
        .because(
            "The application cannot reach its spend ledger, so nothing was sent.", IN_A_MINUTE);
  }

  /**
   * The error if a limit has too little left.
   *
   * @param capUsd the cap of a limit of the tools; null for a limit of the client
   * @param retryAt when the limit has enough left; null if only a higher limit helps
   * @param wasApproved whether a person had approved the call
   */
  public static ToolErrorException spendLimit(
      @Nullable BigDecimal capUsd,
      BigDecimal priceUsd,
      BigDecimal remainingUsd,
      @Nullable Instant retryAt,
      boolean wasApproved) {
    Retry retry = retryAt == null ? Retry.AFTER_USER_ACTION : Retry.AFTER_DELAY;
    ToolErrorException.Builder error =
        ToolErrorException.of("SPEND_LIMIT", retry)
            .detail("priceUsd", MoneyFormat.decimal(priceUsd))
            .detail("allowanceUsd", MoneyFormat.remaining(remainingUsd));
    if (capUsd != null) error.detail("limitUsd", MoneyFormat.decimal(capUsd));
    if (retryAt != null) error.detail("retryAt", TimeFormat.roundedUp(retryAt));
    return error.because(
        String.format(
            Locale.ROOT,
            "Not sent:%s the call costs %s USD and %s USD of your limit%s are left.",
            wasApproved ? " it was approved, but the limit was used meanwhile;" : "",
            MoneyFormat.decimal(priceUsd),
            MoneyFormat.remaining(remainingUsd),
            capUsd == null ? "" : " of " + MoneyFormat.decimal(capUsd) + " USD"),
        retryAt == null
            ? "Stop paid calls and tell the user that the limit is used up."
            : "Stop paid calls until "
                + TimeFormat.roundedUp(retryAt)
                + ", or ask the user to raise the limit.");
  }

  /**
   * The error if the balance does not cover a call.
   *
   * @param showsBalance whether the caller may see the balance, which all callers share
   */
  public static ToolErrorException insufficientFunds(
      InsufficientFundsException e, boolean showsBalance) {
    BigDecimal priceUsd = e.priceUsd();
    BigDecimal balanceUsd = showsBalance ? e.balanceUsd() : null;
    String billingPath = e.billingUrl();
    ToolErrorException.Builder error = error("INSUFFICIENT_FUNDS", Retry.AFTER_USER_ACTION, e);
    if (priceUsd != null) error.detail("priceUsd", MoneyFormat.decimal(priceUsd));
    if (balanceUsd != null) error.detail("balanceUsd", MoneyFormat.remaining(balanceUsd));
    if (billingPath != null && PATH.matcher(billingPath).matches()) {
      error.detail("billingPath", billingPath);
    }
    String balance = balanceUsd == null ? "" : " of " + MoneyFormat.remaining(balanceUsd) + " USD";
    String price = priceUsd == null ? "the call" : MoneyFormat.decimal(priceUsd) + " USD";
    return error.because(
        "The prepaid balance" + balance + " does not cover " + price + ".",
        "Ask the user to top up in the broker console (Billing). Do not repeat the call before"
            + " that.");
  }

  /**
   * The error after a price increase above the approved price, or above the price that needs no
   * approval.
   *
   * @param approvedUsd null without an approval
   */
  public static ToolErrorException priceIncreased(
      PriceLimitExceededException e, @Nullable BigDecimal approvedUsd) {
    String approved =
        approvedUsd == null
            ? ""
            : "A person approved " + MoneyFormat.decimal(approvedUsd) + " USD. ";
    return error("PRICE_CHANGED", Retry.SAME_ARGUMENTS, e)
        .detail("priceUsd", MoneyFormat.decimal(e.priceUsd()))
        .because(
            "Not sent: the price has just changed to "
                + MoneyFormat.decimal(e.priceUsd())
                + " USD.",
            approved + "Repeat the call with the same arguments if the new price is acceptable.");
  }

  /** The error if the price exceeds the maximum price of the client. */
  public static ToolErrorException tooExpensive(BigDecimal priceUsd, BigDecimal maxPriceUsd) {
    return ToolErrorException.of("PRICE_TOO_HIGH", Retry.AFTER_USER_ACTION)
        .detail("priceUsd", MoneyFormat.decimal(priceUsd))
        .detail("limitUsd", MoneyFormat.decimal(maxPriceUsd))
        .because(
            String.format(
                Locale.ROOT,
                "Not sent: the call costs %s USD, and no single call may cost more than %s USD.",
                MoneyFormat.decimal(priceUsd),
                MoneyFormat.decimal(maxPriceUsd)),
            "Tell the user. Only a higher maximum price per call allows it.");
  }

  /**
   * Whether the error names fields that a model can correct. A model must not guess a phone number.
   */
  private static boolean namesFields(InvalidRequestException e) {
    return !e.fields().isEmpty() && !isInvalidPhone(e);
  }

  private static boolean isInvalidPhone(InvalidRequestException e) {
    return "INVALID_DRIVER_PHONE".equals(e.code());
  }

  private static ToolErrorException invalidFields(InvalidRequestException e) {
    String fields =
        String.join(
            ", ", e.fields().stream().filter(f -> FIELD.matcher(f).matches()).limit(10).toList());
    return error("INVALID_ARGUMENTS", Retry.CHANGED_ARGUMENTS, e)
        .detail("fields", fields)
        .because(
            "The service refused these fields: " + fields + ".",
            "Correct them, or ask the user for them, then call again.");
  }

  private static ToolErrorException invalid(InvalidRequestException e) {
    boolean phone = isInvalidPhone(e);
    return error("INVALID_ARGUMENTS", Retry.CHANGED_ARGUMENTS, e)
        .detail("fields", phone ? "driverPhone" : "")
        .because(
            phone
                ? "The service does not accept driverPhone as a phone number."
                : "The service refused the arguments.",
            phone ? "Ask the user for the driver's number." : "Check them with the user.");
  }

  /**
   * The error if the truck has not arrived at its last stop.
   *
   * @param status of the load; null if it is not known
   */
  public static ToolErrorException notAtDelivery(@Nullable String status) {
    ToolErrorException.Builder error = ToolErrorException.of("NOT_AT_DELIVERY", Retry.AFTER_DELAY);
    if (status != null) error.detail("loadStatus", status);
    return error.because(
        "The truck has not arrived at its last stop.",
        "Tell the user, and call again when the user says that it has arrived. Each read of its"
            + " position costs money.");
  }

  /** The error of a call without a result that was charged or may have been charged. */
  private static ToolErrorException unknownOutcome(FreightException failure) {
    boolean create = failure.operation() == Operation.CREATE_LOAD;
    boolean busy = failure instanceof FreightApiException e && e.status() == 429;
    Retry same = busy ? Retry.AFTER_DELAY : Retry.SAME_ARGUMENTS;
    Retry retry = create ? same : Retry.NEVER_SAME_ARGUMENTS;
    return error("OUTCOME_UNKNOWN", retry, failure)
        .because(
            busy
                ? "A gateway before the service receives too many calls. The outcome of this call is unknown."
                : "The response of the service was lost or could not be read.",
            create && busy
                ? "Wait a minute, then call again with exactly the same arguments. That makes one load"
                    + " and one charge."
                : create
                    ? "Call again with exactly the same arguments. That makes one load and one charge, even"
                        + " if the first call succeeded."
                    : "A repeat is charged again. First call get_budget, which is free. Read again only if"
                        + " the position is still needed.");
  }

  private static ToolErrorException.Builder error(
      String code, Retry retry, FreightException failure) {
    ToolErrorException.Builder error = ToolErrorException.of(code, retry).charge(failure.charge());
    return failure instanceof FreightApiException e
        ? error.detail("httpStatus", e.status())
        : error;
  }
}
