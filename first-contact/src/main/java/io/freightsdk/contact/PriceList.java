package io.freightsdk.contact;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The price list of the service.
 *
 * @param usd the price of each operation, if it can be read
 * @param unexpectedlyPriced operations with a price that the description calls free
 */
record PriceList(Map<Operation, BigDecimal> usd, Set<Operation> unexpectedlyPriced) {
  private static final BigDecimal MAX_AMOUNT = new BigDecimal("1000000");

  /**
   * As in the ledger of the client. A service that uses doubles shows 24.35 as 24.349999999999998,
   * which is the same amount.
   */
  private static final int DECIMALS = 9;

  static final PriceList NONE = new PriceList(Map.of(), Set.of());

  /** The readable prices of a response; none if it is no price list in USD. */
  static PriceList of(ApiResponse response) {
    JsonNode body = response.status() == 200 ? response.json() : null;
    if (body == null) return NONE;
    boolean isUsd = isUsd(body);
    Map<Operation, BigDecimal> usd = new EnumMap<>(Operation.class);
    Set<Operation> unexpectedlyPriced = EnumSet.noneOf(Operation.class);
    for (Operation operation : Operation.values()) {
      if (operation.priceKey() == null || operation.experimental()) continue;
      JsonNode listed = body.path("prices").get(operation.priceKey());
      BigDecimal price = usd(listed);
      if (isUsd && price != null && price.signum() >= 0) usd.put(operation, price);
      boolean isFree = listed == null || (price != null && price.signum() == 0);
      if (!isFree && !isPaid(operation)) unexpectedlyPriced.add(operation);
    }
    return new PriceList(usd, unexpectedlyPriced);
  }

  /** Whether the client takes the amounts of a body as USD. */
  static boolean isUsd(JsonNode body) {
    return body.path("currency").stringValue("USD").equalsIgnoreCase("USD");
  }

  /** Whether an operation costs money by the description. */
  static boolean isPaid(Operation operation) {
    return operation == Operation.CREATE_LOAD || operation == Operation.GET_LOAD_POSITION;
  }

  /** An amount in USD; null for another value, or an impossible amount. */
  static @Nullable BigDecimal usd(@Nullable JsonNode node) {
    if (node == null || !node.isNumber()) return null;
    BigDecimal usd = node.decimalValue();
    if (usd.abs().compareTo(MAX_AMOUNT) > 0) return null;
    return usd.setScale(DECIMALS, RoundingMode.HALF_EVEN);
  }

  /** Such as {@code 0.65 USD}, with at least two decimals. */
  static String text(BigDecimal usd) {
    BigDecimal plain = usd.stripTrailingZeros();
    return plain.setScale(Math.max(2, plain.scale())).toPlainString() + " USD";
  }
}
