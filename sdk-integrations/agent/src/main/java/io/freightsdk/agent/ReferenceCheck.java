package io.freightsdk.agent;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Compares the {@code customerRef} that a model wrote with the application's own orders, before a
 * load is paid for. Otherwise a model that mistypes a reference would buy a second load.
 *
 * <p>Called on the threads that call tools, on several at once. An exception refuses the call.
 */
@FunctionalInterface
public interface ReferenceCheck {
  /**
   * Whether the application has this order.
   *
   * @param customerRef as it will be sent: in capitals, each run of blanks and punctuation as one
   *     hyphen
   * @param scope the caller's {@link ToolCallContext#scope()}; null for none
   */
  Verdict check(String customerRef, @Nullable String scope);

  /**
   * What the application says about a reference.
   *
   * @param accepted whether a load may be created for it
   * @param suggestion the reference that was probably meant, which the model gets; null for none
   */
  record Verdict(boolean accepted, @Nullable String suggestion) {
    /** There is such an order. */
    public static Verdict accept() {
      return new Verdict(true, null);
    }

    /** There is no such order. */
    public static Verdict reject() {
      return new Verdict(false, null);
    }

    /** There is no such order; this reference was probably meant. */
    public static Verdict suggest(String customerRef) {
      return new Verdict(false, Objects.requireNonNull(customerRef, "customerRef"));
    }
  }
}
