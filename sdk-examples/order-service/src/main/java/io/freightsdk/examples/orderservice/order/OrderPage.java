package io.freightsdk.examples.orderservice.order;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a customer's orders, by their numbers.
 *
 * @param next what to ask for the orders {@code after}; null when there are none
 */
record OrderPage(List<Line> orders, @Nullable String next) {
  /**
   * An order in short.
   *
   * @param state as in {@link Order}
   * @param loadNumber null until it has a load
   */
  record Line(String number, String state, @Nullable String loadNumber) {}
}
