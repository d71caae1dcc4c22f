package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendEntry;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which of some entries add up to an amount.
 *
 * <p>Entries of one price are interchangeable, so the search is over how many of each price; of one
 * price the oldest are taken.
 *
 * @param certain false if another set adds up to the same
 */
record ChargedSet(Set<Long> ids, boolean certain) {
  /** Prices are few; more steps than this would mean that they are not. */
  private static final int MAX_STEPS = 1_000_000;

  /** Null if no set adds up to it. */
  static @Nullable ChargedSet adding(List<SpendEntry> entries, BigDecimal amountUsd) {
    Map<BigDecimal, List<SpendEntry>> byPrice = new TreeMap<>(Comparator.reverseOrder());
    for (SpendEntry entry : entries) {
      byPrice.computeIfAbsent(entry.amountUsd(), price -> new ArrayList<>()).add(entry);
    }
    Search search = new Search(byPrice);
    search.from(0, NanoUsd.spent(amountUsd));
    int[] found = search.found;
    if (found == null) return null;

    Set<Long> ids = new HashSet<>();
    boolean certain = search.solutions == 1;
    int index = 0;
    for (List<SpendEntry> samePrice : byPrice.values()) {
      int taken = found[index++];
      certain &= taken == 0 || taken == samePrice.size();
      for (SpendEntry entry : samePrice.subList(0, taken)) ids.add(entry.id());
    }
    return new ChargedSet(ids, certain);
  }

  private static final class Search {
    private final long[] prices;
    private final int[] available;
    private final int[] taken;
    private int steps;
    private int solutions;
    private int @Nullable [] found;

    Search(Map<BigDecimal, List<SpendEntry>> byPrice) {
      prices = byPrice.keySet().stream().mapToLong(NanoUsd::spent).toArray();
      available = byPrice.values().stream().mapToInt(List::size).toArray();
      taken = new int[prices.length];
    }

    void from(int index, long left) {
      if (left == 0) {
        Arrays.fill(taken, index, taken.length, 0);
        if (solutions++ == 0) found = taken.clone();
        return;
      }
      boolean enough = solutions > 1 || ++steps > MAX_STEPS;
      if (enough || index == prices.length || prices[index] == 0) return;

      boolean last = index == prices.length - 1;
      long most = Math.min(available[index], left / prices[index]);
      long least = last ? most : 0;
      for (long count = most; count >= least; count--) {
        taken[index] = (int) count;
        from(index + 1, left - count * prices[index]);
      }
    }
  }
}
