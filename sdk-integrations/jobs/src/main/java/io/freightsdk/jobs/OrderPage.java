package io.freightsdk.jobs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of orders, the newest first, from {@link FreightJobs#orders}.
 *
 * @param nextCursor the cursor of the next page; null on the last page
 */
public record OrderPage(List<OrderSummary> orders, @Nullable String nextCursor) {
  public OrderPage {
    orders = List.copyOf(orders);
  }
}
