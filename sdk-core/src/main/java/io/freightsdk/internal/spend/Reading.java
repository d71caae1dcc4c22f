package io.freightsdk.internal.spend;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One reading of the price list, in the time of the books.
 *
 * @param prices in billionths of a USD, by their names in the list
 * @param asked when it was asked for, in microseconds since 1970
 * @param answered when the answer came
 * @param last the ledger's last number when the books were told
 */
record Reading(Map<String, Long> prices, long asked, long answered, long last) {

  static @Nullable Reading fields(Fields fields, @Nullable Reading known) {
    Reading told = known == null ? new Reading(new LinkedHashMap<>(), 0, 0, 0) : known;
    fields.each("price.", told.prices, Fields::usd, Fields::nano);
    long asked = fields.number("asked", told.asked);
    long answered = fields.number("answered", told.answered);
    long last = fields.number("readAfter", told.last);
    return asked == 0 ? null : new Reading(told.prices, asked, answered, last);
  }

  /** Whether it replaces another one: what was asked for later, or stated since then. */
  boolean isNewerThan(Reading other, long now) {
    // One of tomorrow was told before somebody set the clock of the books back.
    if (other.answered > now) return true;
    if (asked != other.asked) return asked > other.asked;
    return answered > other.answered
        || (answered == other.answered && !prices.equals(other.prices));
  }
}
