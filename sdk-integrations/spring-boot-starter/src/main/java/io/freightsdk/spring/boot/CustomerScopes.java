package io.freightsdk.spring.boot;

import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A bean that makes the spend scopes of customers, with the limits of {@code
 * freight.limits.per-customer.*}, {@code .customers.<id>.*} and {@code .per-customer-page.*}.
 * Orders and page of a customer have separate scopes and limits, so that a page that stays open
 * does not use up the money for orders.
 *
 * <pre>{@code
 * freight.getLoadPosition(number, CallOptions.builder().scope(scopes.page(customerId)).build());
 * }</pre>
 */
public final class CustomerScopes {
  private static final SpendScope CUSTOMERS = SpendScope.of("customer");

  private final List<SpendLimit> each;
  private final Map<String, List<SpendLimit>> single;
  private final List<SpendLimit> page;

  /**
   * @param each limits of the orders of every customer that is not in {@code single}
   * @param single limits of the orders of single customers, by id
   * @param page limits of each customer's page
   */
  public CustomerScopes(
      List<SpendLimit> each, Map<String, List<SpendLimit>> single, List<SpendLimit> page) {
    this.each = List.copyOf(Objects.requireNonNull(each, "each"));
    this.single = Map.copyOf(Objects.requireNonNull(single, "single"));
    this.page = List.copyOf(Objects.requireNonNull(page, "page"));
  }

  /**
   * The scope of a customer's orders, {@code client/customer/<name>/orders}: for their creation,
   * and for the reads of the jobs that follow their loads. The id may be any text, see {@link
   * SpendScope#of}.
   */
  public SpendScope orders(String customerId) {
    SpendScope customer = of(customerId);
    List<SpendLimit> limits = single.getOrDefault(customerId, each);
    return customer.child("orders", limits.toArray(SpendLimit[]::new));
  }

  /** The scope of a customer's page, {@code client/customer/<name>/page}. */
  public SpendScope page(String customerId) {
    return of(customerId).child("page", page.toArray(SpendLimit[]::new));
  }

  private static SpendScope of(String customerId) {
    Objects.requireNonNull(customerId, "customerId");
    return CUSTOMERS.child(customerId);
  }
}
