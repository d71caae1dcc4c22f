package io.freightsdk.server.service.account;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The current prices in USD by price key ({@code Pricing}). Thread-safe. A change becomes visible
 * as a whole.
 */
public final class PriceList {
  private static final Set<String> PAID = Set.of("load_create", "position_read");

  private static final Map<String, BigDecimal> PUBLISHED = published();

  private volatile Map<String, BigDecimal> prices = PUBLISHED;

  /** Whether this operation costs money by the API description. */
  public static boolean isPaid(Operation operation) {
    String key = operation.priceKey();
    return key != null && PAID.contains(key);
  }

  /** The price of one call; zero for a free operation. */
  public BigDecimal price(Operation operation) {
    String key = operation.priceKey();
    return key == null ? BigDecimal.ZERO : prices.getOrDefault(key, BigDecimal.ZERO);
  }

  /** All prices by their keys in the price list, in the order of the description. */
  public Map<String, BigDecimal> all() {
    return prices;
  }

  /**
   * Changes these prices. Other prices stay.
   *
   * @throws IllegalArgumentException for a negative price, an unknown key, or a price of an
   *     operation that the description declares free; then nothing changed
   */
  public synchronized void change(Map<String, BigDecimal> changes) {
    Map<String, BigDecimal> changed = new LinkedHashMap<>(prices);
    changes.forEach((key, price) -> changed.put(key, requireValid(key, price)));
    prices = Collections.unmodifiableMap(changed);
  }

  private static BigDecimal requireValid(String key, BigDecimal price) {
    if (!PUBLISHED.containsKey(key)) {
      throw new IllegalArgumentException(
          "prices: unknown key '" + key + "'; known: " + String.join(", ", PUBLISHED.keySet()));
    }
    if (!PAID.contains(key) && price.signum() != 0) {
      throw new IllegalArgumentException("prices: " + key + " is free by the API description");
    }
    return Usd.of(price);
  }

  private static Map<String, BigDecimal> published() {
    Map<String, BigDecimal> published = new LinkedHashMap<>();
    published.put("load_create", new BigDecimal("0.65"));
    published.put("position_read", new BigDecimal("0.02"));
    published.put("status_update", new BigDecimal("0.00"));
    published.put("delivery_confirm", new BigDecimal("0.00"));
    return Collections.unmodifiableMap(published);
  }
}
