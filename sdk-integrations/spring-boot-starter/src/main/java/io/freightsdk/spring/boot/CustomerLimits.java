package io.freightsdk.spring.boot;

import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * The limits of each customer, and the scopes that have these limits. A customer's orders and page
 * have separate limits, so that an open page does not use up the budget for orders. Must be safe
 * for concurrent use.
 *
 * <p>By default, these are the limits of {@code freight.limits.per-customer.*}, {@code
 * .customers.<id>.*} and {@code .per-customer-page.*}. A bean of the application replaces them, for
 * example with limits from a table:
 *
 * <pre>{@code
 * @Bean
 * CustomerLimits customerLimits(Customers customers) {
 *   return CustomerLimits.cached(
 *       customer -> List.of(SpendLimit.perDay(customers.find(customer).dailyLimitUsd())),
 *       customer -> List.of());
 * }
 * }</pre>
 *
 * <p>Pass the scope with a call of your own. The jobs pass the order scope of an order's customer:
 *
 * <pre>{@code
 * freight.getLoadPosition(number, CallOptions.builder().scope(limits.pageScope(customer)).build());
 * }</pre>
 */
@FunctionalInterface
public interface CustomerLimits {
  /**
   * Returns the limits for a customer's orders: for their creation, and for the reads of the jobs
   * that follow their loads. Called for each of these calls. If it throws, nothing is sent, and the
   * orders wait for {@code WaitReason.LIMIT}.
   *
   * @return the limits; an empty list for no limits
   */
  List<SpendLimit> orderLimits(String customerId);

  /** Returns the limits for the reads of a customer's page. Default: none. Called for each read. */
  default List<SpendLimit> pageLimits(String customerId) {
    return List.of();
  }

  /**
   * Returns the scope {@code client/customer/<id>/orders} of a customer's orders, with the {@link
   * #orderLimits}. The id may be any text, see {@link SpendScope#of}.
   */
  default SpendScope orderScope(String customerId) {
    return scope(customerId, "orders", this::orderLimits);
  }

  /**
   * Returns the scope {@code client/customer/<id>/page} of a customer's page, with the {@link
   * #pageLimits}.
   */
  default SpendScope pageScope(String customerId) {
    return scope(customerId, "page", this::pageLimits);
  }

  /**
   * Creates limits that are read at most once a minute for each customer. If they cannot be read
   * again, for example while a database is unavailable, the last ones apply.
   *
   * @param orders returns the limits for a customer's orders; may throw
   * @param pages returns the limits for the reads of a customer's page; may throw
   */
  static CustomerLimits cached(
      Function<String, List<SpendLimit>> orders, Function<String, List<SpendLimit>> pages) {
    CustomerCache<List<SpendLimit>> ofOrders =
        new CustomerCache<>("limits of customers' orders", orders, TimeSource.MACHINE);
    CustomerCache<List<SpendLimit>> ofPages =
        new CustomerCache<>("limits of customers' pages", pages, TimeSource.MACHINE);
    return new CustomerLimits() {
      @Override
      public List<SpendLimit> orderLimits(String customerId) {
        return Objects.requireNonNull(ofOrders.of(customerId), "limits of orders");
      }

      @Override
      public List<SpendLimit> pageLimits(String customerId) {
        return Objects.requireNonNull(ofPages.of(customerId), "limits of pages");
      }
    };
  }

  private static SpendScope scope(
      String customerId, String part, Function<String, List<SpendLimit>> limits) {
    Objects.requireNonNull(customerId, "customerId");
    return SpendScope.of("customer")
        .child(customerId)
        .child(part, limits.apply(customerId).toArray(SpendLimit[]::new));
  }
}
