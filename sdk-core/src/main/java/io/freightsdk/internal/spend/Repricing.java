package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Cell;
import io.freightsdk.spend.store.Line;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a reading of the price list means for the books. The service changed a price at some time
 * between two readings, so everything that was held or charged since the earlier one was asked for
 * may have cost either price: limits count the higher, one entry for each scope says the
 * difference.
 */
final class Repricing {
  /** The attempt of an entry that is none. */
  static final int CHANGE_OF_PRICE = -1;

  private final Rules rules;
  private final Accounts accounts;
  private final Book book;
  private final Head head;

  Repricing(Rules rules) {
    this.rules = rules;
    this.accounts = rules.accounts;
    this.book = accounts.book;
    this.head = accounts.head;
  }

  /**
   * Takes a reading, unless the books know a newer one.
   *
   * @param token names the telling
   * @return the entries that say by how much what was charged may differ
   */
  List<SpendEntry> told(Reading reading, String token) {
    Reading before = head.reading;
    if (before != null && !reading.isNewerThan(before, accounts.now)) return List.of();
    head.reading = reading;
    List<SpendEntry> entries = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      Long was = before == null ? null : before.prices().get(operation.priceKey());
      Long is = reading.prices().get(operation.priceKey());
      if (is == null || is.equals(was)) continue;
      hold(operation, was, is);
      if (before == null || was == null) continue;
      entries.addAll(enter(operation, is, before, token + '/' + operation.id()));
    }
    rules.changed();
    return entries;
  }

  /** What is set aside may cost the new price; what knew no price costs the first one. */
  private void hold(Operation operation, @Nullable Long was, long price) {
    // Rows with a hold: they all end some day.
    for (Cell cell : book.ended(Long.MAX_VALUE - 1)) {
      boolean held = cell instanceof Money money && money.operation == operation && money.isHeld();
      if (!held) continue;
      Money money = (Money) cell;
      // A price that no list has told, as that of a refusal, may have changed as well.
      boolean told = was != null || (money.isPriced() && money.amount != price);
      accounts.count(money, -1);
      money.amount = Math.max(money.amount, price);
      long least = money.isPriced() ? money.least : was == null ? price : was;
      money.least = Math.min(least, price);
      money.repriced |= told;
      accounts.count(money, 1);
      book.write(money);
    }
  }

  private List<SpendEntry> enter(Operation operation, long price, Reading before, String token) {
    Map<String, long[]> byScope = new TreeMap<>();
    // What was booked since the books were told is known by its number, whatever its clock said.
    Instant asked = Times.instant(accounts.wall(before.asked()));
    SpendFilter since = new SpendFilter(operation, null, null, asked, null);
    Accounts.each(
        book,
        since,
        false,
        0,
        line -> {
          if (line.entry().id() <= before.last()) add(line, price, byScope);
        });
    SpendFilter all = SpendFilter.all().operation(operation);
    Accounts.each(book, all, false, before.last(), line -> add(line, price, byScope));
    List<SpendEntry> entries = new ArrayList<>();
    byScope.forEach(
        (scope, sum) -> {
          if (sum[0] == 0 && sum[1] == 0) return;
          SpendEntry entry =
              accounts.untold(
                  accounts.now, operation, null, CHANGE_OF_PRICE, scope, sum[0], sum[1]);
          String name = token + '/' + entries.size();
          accounts.append(entry, name, head.last - 1, sum[0], sum[1]);
          entries.add(entry);
        });
    return entries;
  }

  /** Adds what a line may differ from the price. */
  private static void add(Line line, long price, Map<String, long[]> byScope) {
    Charge.Kind outcome = line.entry().outcome();
    if (outcome == Charge.Kind.NONE || line.entry().attempt() == CHANGE_OF_PRICE) return;
    long[] sum = byScope.computeIfAbsent(line.entry().scope(), none -> new long[2]);
    boolean charged = outcome == Charge.Kind.CHARGED;
    if (charged) sum[0] += Math.min(0, price - line.leastNano());
    sum[1] += Math.max(0, price - line.mostNano());
  }
}
