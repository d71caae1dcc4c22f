package io.freightsdk.agent;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A check of a model's {@code customerRef} against your application's orders, before a load is
 * created. Without it, a mistyped reference would buy a second load.
 *
 * <p>Runs on the threads that call tools, concurrently. An exception refuses the call.
 */
@FunctionalInterface
public interface ReferenceCheck {
  /**
   * Checks whether your application has an order with this reference.
   *
   * @param customerRef the reference as it is sent: in capitals, with one hyphen for each run of
   *     spaces and punctuation
   * @param scope the caller's {@link ToolCallContext#scope()}; null if it has none
   */
  Verdict check(String customerRef, @Nullable String scope);

  /**
   * The result of a check.
   *
   * @param accepted whether a load may be created for the reference
   * @param suggestion the probable reference, for the model; null if there is none
   */
  record Verdict(boolean accepted, @Nullable String suggestion) {
    /** Returns the result that the application has the order. */
    public static Verdict accept() {
      return new Verdict(true, null);
    }

    /** Returns the result that the application does not have the order. */
    public static Verdict reject() {
      return new Verdict(false, null);
    }

    /**
     * Returns the result that the application does not have the order, but has an order with a
     * similar reference.
     */
    public static Verdict suggest(String customerRef) {
      return new Verdict(false, Objects.requireNonNull(customerRef, "customerRef"));
    }
  }
}
