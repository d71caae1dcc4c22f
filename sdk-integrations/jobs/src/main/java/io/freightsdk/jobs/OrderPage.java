package io.freightsdk.jobs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some orders, the latest first, from {@link FreightJobs#orders}.
 *
 * @param next the cursor of the page after this one; null on the last
 */
public record OrderPage(List<OrderState> orders, @Nullable String next) {
  public OrderPage {
    orders = List.copyOf(orders);
  }
}
