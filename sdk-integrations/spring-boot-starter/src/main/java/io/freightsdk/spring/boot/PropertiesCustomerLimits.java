package io.freightsdk.spring.boot;

import io.freightsdk.spend.SpendLimit;
import java.util.List;

/**
 * The limits of {@code freight.limits}: customers may have their own for orders, but not for pages.
 */
record PropertiesCustomerLimits(FreightProperties.Limits limits) implements CustomerLimits {
  @Override
  public List<SpendLimit> orderLimits(String customerId) {
    return limits.customers().getOrDefault(customerId, limits.perCustomer()).limits(limits.zone());
  }

  @Override
  public List<SpendLimit> pageLimits(String customerId) {
    return limits.perCustomerPage().limits(limits.zone());
  }
}
