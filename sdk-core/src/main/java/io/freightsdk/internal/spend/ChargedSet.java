package io.freightsdk.internal.spend;

import io.freightsdk.internal.spend.Book.Line;
import io.freightsdk.model.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which of some unknown entries were charged, and how much, so that it adds up to an amount.
 *
 * <p>An entry may have cost what the client knew, the least for which its key was sent, or any
 * price that was charged since or stands now. Entries with the same prices are interchangeable, so
 * the search is over how many of them cost which price; the price that the client knew comes first.
 * Of interchangeable entries the newest are taken, so that every window counts at least what was
 * charged in it.
 *
 * @param amounts what was charged by entry; entries that are missing were not
 * @param trust how sure that is
 * @param oneWay whether no other numbers of entries at these prices add up to it
 */
record ChargedSet(Map<Long, Long> amounts, Trust trust, boolean oneWay) {
  /** How sure an attribution is. */
  enum Trust {
    /** No other attribution adds up to the amount. */
    CERTAIN,
    /** How much it was in which scopes is certain, but not which entries, or at which price. */
    WHICH_IS_OPEN,
    /** The sum is right; other scopes or prices may add up to it too. */
    GUESS
  }

  /** Prices are few; more steps than this would mean that they are not. */
  private static final int MAX_STEPS = 1_000_000;

  /**
   * Null if nothing adds up to it.
   *
   * @param unknown oldest first
   * @param money of the entries, by entry
   * @param charged what calls of an operation have cost since
   * @param pricesNow what they cost now; null if that is not known, and nothing certain then
   */
  static @Nullable ChargedSet adding(
      List<Line> unknown,
      Map<Long, Reservation> money,
      long amount,
      Map<Operation, List<Long>> charged,
      @Nullable Map<Operation, Long> pricesNow) {
    Map<Costs, Kind> alike = new LinkedHashMap<>();
    for (Line line : unknown) {
      Reservation own = money.get(line.id());
      long least = own == null ? line.amount() : Math.min(own.least(), line.amount());
      Kind kind =
          alike.computeIfAbsent(
              new Costs(line.entry().operation(), line.amount(), least),
              costs -> new Kind(costs.prices(charged, pricesNow)));
      kind.entries.add(line.id());
      kind.scopes.add(own == null ? List.of() : own.paths());
    }
    List<Kind> kinds = new ArrayList<>(alike.values());
    // Expensive entries decide most: what is left for the cheap ones then fits, or soon does not.
    kinds.sort(Comparator.comparingLong(Kind::highest).reversed());
    Search search = new Search(kinds);
    search.from(0, 0, amount);
    int[] found = search.found;
    if (found == null) return null;

    boolean oneWay = search.solutions == 1;
    boolean certain = oneWay;
    boolean sameScopes = oneWay;
    Map<Long, Long> amounts = new HashMap<>();
    int[] used = new int[kinds.size()];
    for (int i = 0; i < found.length; i++) {
      Option option = search.options.get(i);
      Kind kind = kinds.get(option.kind);
      for (int n = 0; n < found[i]; n++) {
        int newest = kind.entries.size() - ++used[option.kind];
        amounts.put(kind.entries.get(newest), option.price);
      }
      boolean someOfThem = found[i] > 0 && found[i] < kind.entries.size();
      certain &= !someOfThem;
      // The same number of them in other scopes adds up as well.
      sameScopes &= !someOfThem || kind.scopes.size() == 1;
    }
    sameScopes |= kinds.stream().flatMap(kind -> kind.scopes.stream()).distinct().count() == 1;
    Trust trust = certain ? Trust.CERTAIN : sameScopes ? Trust.WHICH_IS_OPEN : Trust.GUESS;
    return new ChargedSet(amounts, pricesNow == null ? Trust.GUESS : trust, oneWay);
  }

  /** What an entry may have cost, but for the prices that were charged since. */
  private record Costs(Operation operation, long amount, long least) {
    List<Long> prices(
        Map<Operation, List<Long>> charged, @Nullable Map<Operation, Long> pricesNow) {
      TreeSet<Long> others = new TreeSet<>(charged.getOrDefault(operation, List.of()));
      Long now = pricesNow == null ? null : pricesNow.get(operation);
      if (now != null) others.add(now);
      others.add(least);
      others.remove(amount);
      others.removeIf(price -> price <= 0);
      List<Long> prices = new ArrayList<>();
      if (amount > 0) prices.add(amount);
      prices.addAll(others);
      return prices;
    }
  }

  /** Entries that are interchangeable, and what each may have cost. */
  private static final class Kind {
    private final List<Long> prices;
    private final List<Long> entries = new ArrayList<>();
    private final Set<List<String>> scopes = new HashSet<>();

    Kind(List<Long> prices) {
      this.prices = prices;
    }

    long highest() {
      return prices.stream().mapToLong(Long::longValue).max().orElse(0);
    }
  }

  /** One price that entries of a kind may have cost. */
  private record Option(int kind, long price, int entries) {}

  /** What is left to be explained by an option and those after it. */
  private record Rest(int option, int usedOfKind, long left) {}

  private static final class Search {
    private final List<Option> options = new ArrayList<>();

    /** What all entries of a kind and of those after it may have cost at most. */
    private final long[] mostFrom;

    /** What an option and those after it add up to is a multiple of it. */
    private final long[] divisorFrom;

    private final Set<Rest> hopeless = new HashSet<>();
    private final int[] taken;
    private int steps;
    private int solutions;
    private int @Nullable [] found;

    Search(List<Kind> kinds) {
      mostFrom = new long[kinds.size() + 1];
      for (int kind = kinds.size() - 1; kind >= 0; kind--) {
        Kind own = kinds.get(kind);
        mostFrom[kind] = mostFrom[kind + 1] + own.entries.size() * own.highest();
      }
      for (int kind = 0; kind < kinds.size(); kind++) {
        Kind own = kinds.get(kind);
        for (long price : own.prices) options.add(new Option(kind, price, own.entries.size()));
      }
      taken = new int[options.size()];
      divisorFrom = new long[options.size()];
      long divisor = 0;
      for (int i = options.size() - 1; i >= 0; i--) {
        divisor = gcd(options.get(i).price, divisor);
        divisorFrom[i] = divisor;
      }
    }

    private static long gcd(long one, long other) {
      return other == 0 ? one : gcd(other, one % other);
    }

    /** Tries every number of entries at the option's price, and goes on with the next option. */
    void from(int index, int usedOfKind, long left) {
      if (solutions > 1) return;
      if (++steps > MAX_STEPS) {
        // Not everything was tried, so nothing is certain.
        solutions = Math.max(solutions, 2);
        return;
      }
      if (left == 0) {
        if (solutions++ == 0) {
          found = new int[taken.length];
          System.arraycopy(taken, 0, found, 0, index);
        }
        return;
      }
      if (index == options.size()) return;

      Option option = options.get(index);
      boolean sameKind = index > 0 && options.get(index - 1).kind == option.kind;
      int used = sameKind ? usedOfKind : 0;
      if (left > mostFrom[option.kind] || left % divisorFrom[index] != 0) return;
      Rest rest = new Rest(index, used, left);
      if (hopeless.contains(rest)) return;
      int before = solutions;
      long most = Math.min(option.entries - used, left / option.price);
      for (long count = most; count >= 0; count--) {
        taken[index] = (int) count;
        from(index + 1, used + (int) count, left - count * option.price);
      }
      taken[index] = 0;
      if (solutions == before) hopeless.add(rest);
    }
  }
}
