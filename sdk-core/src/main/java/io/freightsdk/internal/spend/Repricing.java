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

/**
 * What a reading of the price list means for the books. The service changed a price at some time
 * between two readings, so everything that was held or charged since the earlier one was asked for
 * may have cost either price: limits count the higher, one entry for each scope says the
 * difference.
 */
final class Repricing {
  /** The attempt of an entry that is none. */
  static final int CHANGE_OF_PRICE = -1;

  private static final int PAGE = 1000;

  private final Rules rules;
  private final Accounts accounts;
  private final Book book;
  private final Head head;

  Repricing(Rules rules) {
    this.rules = rules;
    this.accounts = rules.accounts();
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
    if (before != null) {
      for (Operation operation : Operation.values()) {
        Long was = before.nano().get(operation);
        Long is = reading.nano().get(operation);
        if (was == null || is == null || was.equals(is)) continue;
        hold(operation, is);
        entries.addAll(enter(operation, is, before, token + '/' + operation.id()));
      }
    }
    rules.changed();
    return entries;
  }

  /** What is set aside may cost the new price. */
  private void hold(Operation operation, long price) {
    for (String kind : List.of(Cells.CALL, Cells.KEY)) {
      for (Cell cell : held(kind)) {
        Money money = (Money) cell;
        if (money.operation != operation || !money.isHeld()) continue;
        accounts.count(money, -1);
        money.amount = Math.max(money.amount, price);
        money.least = Math.min(money.least, price);
        money.repriced = true;
        accounts.count(money, 1);
        book.write(money);
      }
    }
  }

  /** Rows with a hold: they all end some day. */
  private List<Cell> held(String kind) {
    return book.ended(Long.MAX_VALUE - 1).stream()
        .filter(cell -> cell.id().startsWith(kind))
        .toList();
  }

  private List<SpendEntry> enter(Operation operation, long price, Reading before, String token) {
    Map<String, long[]> byScope = new TreeMap<>();
    // What was booked since the books were told is known by its number, whatever its clock said.
    Instant asked = Times.instant(accounts.wall(before.asked()));
    add(new SpendFilter(operation, null, null, asked, null), 0, before.last(), price, byScope);
    SpendFilter all = new SpendFilter(operation, null, null, null, null);
    add(all, before.last(), Long.MAX_VALUE, price, byScope);
    List<SpendEntry> entries = new ArrayList<>();
    byScope.forEach(
        (scope, sum) -> {
          if (sum[0] == 0 && sum[1] == 0) return;
          entries.add(
              accounts
                  .append(difference(operation, scope, sum, token + '/' + entries.size()))
                  .entry());
        });
    return entries;
  }

  /** Adds what the lines after one number, up to another, may differ from the price. */
  private void add(
      SpendFilter filter, long after, long upTo, long price, Map<String, long[]> byScope) {
    List<Line> page = page(filter, after);
    while (!page.isEmpty()) {
      for (Line line : page) {
        if (line.entry().id() > upTo) return;
        long[] sum = byScope.computeIfAbsent(line.entry().scope(), none -> new long[2]);
        boolean charged = line.entry().outcome() == Charge.Kind.CHARGED;
        boolean unknown = line.entry().outcome() == Charge.Kind.UNKNOWN;
        if (!charged && !unknown) continue;
        if (charged) sum[0] += Math.min(0, price - line.leastNano());
        sum[1] += Math.max(0, price - line.mostNano());
      }
      page = page(filter, page.get(page.size() - 1).entry().id());
    }
  }

  private List<Line> page(SpendFilter filter, long after) {
    return book.lines(new Book.Query(filter, false, null, after), PAGE);
  }

  private Line difference(Operation operation, String scope, long[] sum, String token) {
    SpendEntry entry =
        new SpendEntry(
            0,
            Times.instant(accounts.wall(accounts.now)),
            operation,
            null,
            null,
            null,
            CHANGE_OF_PRICE,
            Charge.Kind.UNKNOWN,
            NanoUsd.toUsd(sum[1]),
            scope,
            NanoUsd.toUsd(sum[0]));
    return new Line(entry, token, head.last, sum[0], sum[1]);
  }
}
