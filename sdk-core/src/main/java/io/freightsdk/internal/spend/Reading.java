package io.freightsdk.internal.spend;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One reading of the price list, in the time of the books.
 *
 * @param nano prices in billionths of a USD; without one for an operation that the list does not
 *     name
 * @param asked when it was asked for, in microseconds since 1970
 * @param answered when the answer came
 * @param last the ledger's last number when the books were told
 */
record Reading(Map<Operation, Long> nano, long asked, long answered, long last) {
  private static final String PRICE = "price.";

  static @Nullable Reading parse(Fields fields) {
    if (!fields.has("asked")) return null;
    Map<Operation, Long> nano = new EnumMap<>(Operation.class);
    fields
        .under(PRICE)
        .forEach(
            (id, usd) -> {
              Operation operation = operation(id);
              // A newer release may know more operations.
              if (operation != null) nano.put(operation, NanoUsd.spent(new BigDecimal(usd)));
            });
    return new Reading(
        nano, fields.number("asked"), fields.number("answered"), fields.number("readAfter"));
  }

  /** Whether it replaces another one: what was asked for later, or stated since then. */
  boolean isNewerThan(Reading other, long now) {
    // One of tomorrow was told before somebody set the clock of the books back.
    if (other.answered > now) return true;
    if (asked != other.asked) return asked > other.asked;
    return answered > other.answered || (answered == other.answered && !nano.equals(other.nano));
  }

  void write(Fields fields) {
    fields.put("asked", asked);
    fields.put("answered", answered);
    fields.put("readAfter", last);
    nano.forEach(
        (operation, price) ->
            fields.put(PRICE + operation.id(), NanoUsd.toUsd(price).toPlainString()));
  }

  private static @Nullable Operation operation(String id) {
    for (Operation operation : Operation.values()) {
      if (operation.id().equals(id)) return operation;
    }
    return null;
  }
}
