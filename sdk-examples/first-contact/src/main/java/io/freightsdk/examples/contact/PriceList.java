package io.freightsdk.examples.contact;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The service's price list as it was read once.
 *
 * @param usd of each operation whose price can be read
 * @param notFree operations that the description gives away, and the list does not
 */
record PriceList(Map<Operation, BigDecimal> usd, Set<Operation> notFree) {
  private static final BigDecimal MORE_THAN_ANYBODY_HAS = new BigDecimal("1000000");

  /**
   * As fine as our client's ledger counts. A service that counts in binary fractions shows 24.35 as
   * 24.349999999999998, which is no other sum.
   */
  private static final int DECIMALS = 9;

  static final PriceList NONE = new PriceList(Map.of(), Set.of());

  /** The prices that can be read, of an answer; none if it is no price list in USD. */
  static PriceList of(ApiResponse answer) {
    JsonNode body = answer.status() == 200 ? answer.json() : null;
    if (body == null) return NONE;
    boolean isPriceList = Description.broken(Operation.GET_PRICING, 200, body).isEmpty();
    Map<Operation, BigDecimal> usd = new EnumMap<>(Operation.class);
    Set<Operation> notFree = EnumSet.noneOf(Operation.class);
    for (Operation operation : Operation.values()) {
      if (operation.priceKey() == null || operation.experimental()) continue;
      JsonNode listed = body.path("prices").get(operation.priceKey());
      BigDecimal price = usd(listed);
      if (isPriceList && price != null && price.signum() >= 0) usd.put(operation, price);
      boolean isFree = listed == null || (price != null && price.signum() == 0);
      if (!isFree && !isPaid(operation)) notFree.add(operation);
    }
    return new PriceList(usd, notFree);
  }

  /** Whether the description says that an operation costs something. */
  static boolean isPaid(Operation operation) {
    return operation == Operation.CREATE_LOAD || operation == Operation.GET_LOAD_POSITION;
  }

  /** An amount of USD; null for a number that no account can have, or for something else. */
  static @Nullable BigDecimal usd(@Nullable JsonNode node) {
    if (node == null || !node.isNumber()) return null;
    BigDecimal usd = node.decimalValue();
    if (usd.abs().compareTo(MORE_THAN_ANYBODY_HAS) > 0) return null;
    return usd.setScale(DECIMALS, RoundingMode.HALF_EVEN);
  }

  /** Such as {@code 65 cents}. */
  static String cents(BigDecimal usd) {
    BigDecimal cents = usd.movePointRight(2).round(new MathContext(6, RoundingMode.HALF_EVEN));
    return cents.stripTrailingZeros().toPlainString() + " cents";
  }
}
