package io.freightsdk.spring.boot;

import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.util.Map;
import java.util.Objects;

/**
 * A bean that gives each customer a spend scope with the limits of {@code
 * freight.spend.customer.*}, or those of {@code freight.spend.customers.<id>.*}.
 *
 * <pre>{@code
 * freight.createLoad(input, CallOptions.builder().scope(scopes.of(customerId)).build());
 * }</pre>
 */
public final class FreightScopes {
  private static final SpendScope CUSTOMERS = SpendScope.of("customer", SpendLimits.none());

  private final SpendLimits each;
  private final Map<String, SpendLimits> single;

  /**
   * @param each limits of a customer that has none of its own
   * @param single limits of single customers, by id
   */
  public FreightScopes(SpendLimits each, Map<String, SpendLimits> single) {
    this.each = Objects.requireNonNull(each, "each");
    this.single = Map.copyOf(Objects.requireNonNull(single, "single"));
  }

  /**
   * The scope of a customer, {@code client/customer/} and a {@link SpendScope#nameOf name} for the
   * id, which may be any text.
   */
  public SpendScope of(String customerId) {
    Objects.requireNonNull(customerId, "customerId");
    return CUSTOMERS.child(SpendScope.nameOf(customerId), single.getOrDefault(customerId, each));
  }
}
