package io.freightsdk.spring.boot;

import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.util.Map;
import java.util.Objects;

/**
 * A bean that makes the spend scopes of customers, with the limits of {@code
 * freight.limits.per-customer.*}, {@code .customers.<id>.*} and {@code .customer-page.*}. Orders
 * and page of a customer have a scope and limits each, so that a page that stays open uses up
 * nothing of what orders need.
 *
 * <pre>{@code
 * freight.getLoadPosition(number, CallOptions.builder().scope(scopes.page(customerId)).build());
 * }</pre>
 */
public final class CustomerScopes {
  private static final SpendScope CUSTOMERS = SpendScope.of("customer", SpendLimits.none());

  private final SpendLimits each;
  private final Map<String, SpendLimits> single;
  private final SpendLimits page;

  /**
   * @param each limits of the orders of a customer that has none of its own
   * @param single limits of the orders of single customers, by id
   * @param page limits of each customer's page
   */
  public CustomerScopes(SpendLimits each, Map<String, SpendLimits> single, SpendLimits page) {
    this.each = Objects.requireNonNull(each, "each");
    this.single = Map.copyOf(Objects.requireNonNull(single, "single"));
    this.page = Objects.requireNonNull(page, "page");
  }

  /**
   * What a customer's orders are paid in, {@code client/customer/<name>/orders}: their creation,
   * and the reads of the jobs that follow their loads. The name is made of the id, which may be any
   * text, by {@link SpendScope#nameOf}.
   */
  public SpendScope orders(String customerId) {
    return of(customerId).child("orders", single.getOrDefault(customerId, each));
  }

  /** What a customer's page is paid in, {@code client/customer/<name>/page}. */
  public SpendScope page(String customerId) {
    return of(customerId).child("page", page);
  }

  private static SpendScope of(String customerId) {
    Objects.requireNonNull(customerId, "customerId");
    return CUSTOMERS.child(SpendScope.nameOf(customerId), SpendLimits.none());
  }
}
