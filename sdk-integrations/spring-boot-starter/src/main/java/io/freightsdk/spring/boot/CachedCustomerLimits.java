package io.freightsdk.spring.boot;

import io.freightsdk.spend.SpendLimit;
import java.util.List;
import java.util.Objects;

/** The limits of {@link CustomerLimits#cached}. */
record CachedCustomerLimits(
    CustomerCache<List<SpendLimit>> orders, CustomerCache<List<SpendLimit>> pages)
    implements CustomerLimits {
  @Override
  public List<SpendLimit> orderLimits(String customerId) {
    return Objects.requireNonNull(orders.of(customerId), "limits of orders");
  }

  @Override
  public List<SpendLimit> pageLimits(String customerId) {
    return Objects.requireNonNull(pages.of(customerId), "limits of pages");
  }
}
