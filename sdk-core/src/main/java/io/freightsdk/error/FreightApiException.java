package io.freightsdk.error;

import java.io.Serial;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The service answered with an error. API description, section 7. */
public abstract sealed class FreightApiException extends FreightException
    permits MissingFieldsException,
        InvalidRequestException,
        AuthenticationException,
        InsufficientFundsException,
        PermissionDeniedException,
        LoadNotFoundException,
        StatusDoorClosedException,
        DeliveryNotReadyException,
        UnknownBrokerException,
        RateLimitedException,
        BillingUnavailableException,
        UnexpectedStatusException {
  @Serial private static final long serialVersionUID = 1;

  private final ApiAnswer answer;

  FreightApiException(FailureFacts facts, ApiAnswer answer, String factAndFix) {
    super(facts, factAndFix, null);
    this.answer = answer;
  }

  @Override
  public abstract FreightApiException with(FailureFacts facts);

  /** HTTP status code of the answer. */
  public int status() {
    return answer.status();
  }

  /**
   * The service's error text as it was received; null when the body has none. Unlike the message of
   * this exception it may contain personal data: show it to people, but do not log it.
   */
  public @Nullable String error() {
    return answer.error();
  }

  /** The service's code for programs, such as {@code INSUFFICIENT_FUNDS}; null when absent. */
  public @Nullable String code() {
    return answer.code();
  }

  /** All headers of the answer, unmodifiable; look-up by name ignores case. */
  public Map<String, List<String>> headers() {
    return answer.headers();
  }

  /** The answer as one value. */
  public ApiAnswer answer() {
    return answer;
  }
}
