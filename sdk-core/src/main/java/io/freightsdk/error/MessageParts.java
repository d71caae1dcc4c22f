package io.freightsdk.error;

import io.freightsdk.internal.text.HeaderRules;
import io.freightsdk.internal.text.Redactor;
import io.freightsdk.internal.text.RetryAfter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The parts that messages of exceptions share: refusal, charge and next step. */
final class MessageParts {
  private MessageParts() {}

  /**
   * The refusal by status, code and the requested wait, without the service's error text, which may
   * quote the request.
   */
  static String refused(
      int status, @Nullable String code, Map<String, ? extends List<String>> headers) {
    String later = HeaderRules.first(HeaderRules.copyOf(headers), "Retry-After");
    boolean isReadable = RetryAfter.parse(later, Instant.EPOCH) != null;
    return "refused with HTTP "
        + status
        + (code == null ? "" : " " + Redactor.quote(code))
        + (isReadable ? " and Retry-After: " + later : "");
  }

  /** The charge and the next step. */
  static String chargeAndNextStep(FailedCall call) {
    return chargeText(call) + nextStepText(call);
  }

  /** The charge of all attempts of the call. */
  static String chargeText(FailedCall call) {
    return switch (Objects.requireNonNull(call, "call").charge().kind()) {
      case NONE -> "nothing was charged";
      case CHARGED -> call.charge() + " was charged";
      case UNKNOWN -> "it may have been charged";
    };
  }

  private static String nextStepText(FailedCall call) {
    return switch (call.nextStep()) {
      case RETRY_WITH_SAME_KEY -> ", repeat with the same idempotency key";
      case RETRY_LATER -> ", repeat later";
      case FIX_REQUEST -> ", fix the request";
      case FIX_CONFIGURATION -> ", fix the configuration";
      case FIX_KEY -> ", check the agent key";
      case TOP_UP -> ", top up the balance";
      case RAISE_LIMIT -> ", raise the limit";
      case WAIT_FOR_DRIVER -> ", wait for the driver";
      case NONE ->
          switch (call.charge().kind()) {
            case NONE -> "";
            case CHARGED -> ", a repeated call is charged again";
            case UNKNOWN -> ", look for it in the broker console before you repeat the call";
          };
    };
  }
}
