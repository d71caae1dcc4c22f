package io.freightsdk.examples.orderservice.order;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A hundred of a customer's orders, the latest first.
 *
 * @param next what to ask for the orders {@code after} these; null when there are none
 */
record OrderList(List<Line> orders, @Nullable String next) {
  /**
   * An order in short.
   *
   * @param state as in {@link Order}
   * @param loadNumber null until it has a load
   */
  record Line(String number, String state, @Nullable String loadNumber) {}
}
