package io.freightsdk.agent;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checks the {@code customerRef} of a model against the application's orders, before a load is
 * created. Otherwise, a mistyped reference would buy a second load.
 *
 * <p>Runs on the threads that call tools, concurrently. An exception refuses the call.
 */
@FunctionalInterface
public interface ReferenceCheck {
  /**
   * Whether the application has this order.
   *
   * @param customerRef the reference as it is sent: in capitals, with one hyphen for each run of
   *     spaces and punctuation
   * @param scope the caller's {@link ToolCallContext#scope()}; null for none
   */
  Verdict check(String customerRef, @Nullable String scope);

  /**
   * The result of a check.
   *
   * @param accepted whether a load may be created for it
   * @param suggestion the probable reference, for the model; null for none
   */
  record Verdict(boolean accepted, @Nullable String suggestion) {
    /** The application has the order. */
    public static Verdict accept() {
      return new Verdict(true, null);
    }

    /** The application does not have the order. */
    public static Verdict reject() {
      return new Verdict(false, null);
    }

    /** The application does not have the order, but an order with a similar reference. */
    public static Verdict suggest(String customerRef) {
      return new Verdict(false, Objects.requireNonNull(customerRef, "customerRef"));
    }
  }
}
