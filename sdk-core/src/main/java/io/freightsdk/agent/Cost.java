package io.freightsdk.agent;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** What a call of a tool takes from the prepaid balance. */
public sealed interface Cost {
  default boolean isFree() {
    return this instanceof Free;
  }

  /** Nothing, ever. */
  record Free() implements Cost {}

  /**
   * The price of an operation, once per call that did something.
   *
   * @param priceUsd the live price when it was asked for; null before the price list was read
   */
  record PerCall(Operation operation, @Nullable BigDecimal priceUsd) implements Cost {}
}
