package io.freightsdk.agent;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** What one call of a tool costs. */
public sealed interface Cost {
  default boolean isFree() {
    return this instanceof Free;
  }

  /** The tool is always free. */
  record Free() implements Cost {}

  /**
   * The price of an operation; a call that returns an earlier result is free.
   *
   * @param priceUsd the live price in USD as it was last read; null before the price list was read
   */
  record PerCall(Operation operation, @Nullable BigDecimal priceUsd) implements Cost {}
}
