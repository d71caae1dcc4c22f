package io.freightsdk.agent;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Compares the {@code customerRef} that a model wrote with the application's own orders, before a
 * load is paid for. A model that mistypes a reference would otherwise buy a second load.
 *
 * <p>Called from the threads that call tools, several at a time. What it throws refuses the call.
 */
@FunctionalInterface
public interface ReferenceCheck {
  /**
   * Whether there is such an order.
   *
   * @param customerRef as the model wrote it, without spaces around it
   * @param scope the caller's {@link ToolCall#scope()}; null for none
   */
  Verdict check(String customerRef, @Nullable String scope);

  /**
   * What the application says of a reference.
   *
   * @param accepted whether a load may be created under it
   * @param meant the order that was probably meant, told to the model; null for none
   */
  record Verdict(boolean accepted, @Nullable String meant) {
    /** There is such an order. */
    public static Verdict known() {
      return new Verdict(true, null);
    }

    /** There is no such order. */
    public static Verdict unknown() {
      return new Verdict(false, null);
    }

    /** There is no such order, and this one was probably meant. */
    public static Verdict meant(String customerRef) {
      return new Verdict(false, Objects.requireNonNull(customerRef, "customerRef"));
    }
  }
}
