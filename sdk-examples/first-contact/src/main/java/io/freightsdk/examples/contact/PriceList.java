package io.freightsdk.examples.contact;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The service's price list as it was read once.
 *
 * @param usd of each operation whose price can be read
 */
record PriceList(Map<Operation, BigDecimal> usd) {
  static final PriceList NONE = new PriceList(Map.of());

  /** Whether the description says that it costs something. */
  static boolean isPaid(Operation operation) {
    return operation == Operation.CREATE_LOAD || operation == Operation.GET_LOAD_POSITION;
  }

  /** The prices that can be read, of a body that keeps the description. */
  static PriceList of(JsonNode body) {
    Map<Operation, BigDecimal> usd = new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      String key = operation.priceKey();
      if (key == null || operation.experimental()) continue;
      BigDecimal price = Facts.usd(body.path("prices").get(key));
      if (price != null && price.signum() >= 0) usd.put(operation, price);
    }
    return new PriceList(usd);
  }

  /** Adds what the description gives away and the list does not, whatever else is wrong with it. */
  static void addNotFree(JsonNode body, Set<Operation> operations) {
    for (Operation operation : Operation.values()) {
      String key = operation.priceKey();
      if (key == null || operation.experimental() || isPaid(operation)) continue;
      JsonNode price = body.path("prices").get(key);
      BigDecimal usd = Facts.usd(price);
      if (price != null && (usd == null || usd.signum() != 0)) operations.add(operation);
    }
  }

  /** Says why a list that was read now is not this one; null if it is. */
  @Nullable String changed(Answer now, Secrets secrets) {
    JsonNode body = now.status() == 200 ? now.json() : null;
    if (body == null) return "the price list cannot be read any more";
    if (!"USD".equals(now.text("currency"))) return "the price list has another currency now";
    boolean conforms =
        Description.PUBLISHED.judge(Operation.GET_PRICING, 200, body, secrets).broken().isEmpty();
    if (!conforms) return "the price list cannot be read any more";
    PriceList other = of(body);
    for (Map.Entry<Operation, BigDecimal> price : usd.entrySet()) {
      String name = "`" + price.getKey().priceKey() + "`";
      BigDecimal then = price.getValue();
      BigDecimal later = other.usd.get(price.getKey());
      if (later == null) return "the price list has no price of " + name + " any more";
      if (later.compareTo(then) == 0) continue;
      return "the listed price of "
          + name
          + " changed from "
          + Run.cents(then)
          + " to "
          + Run.cents(later);
    }
    return null;
  }
}
