package io.freightsdk.jobs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some orders, the latest first, from {@link FreightJobs#orders}.
 *
 * @param nextCursor the cursor of the page after this one; null on the last
 */
public record OrderPage(List<OrderDetails> orders, @Nullable String nextCursor) {
  public OrderPage {
    orders = List.copyOf(orders);
  }
}
