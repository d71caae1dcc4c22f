package io.freightsdk.internal.spend;

import io.freightsdk.Charge.Kind;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.store.Cell;
import io.freightsdk.spend.store.Line;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a balance or a person says about open entries. Nothing is guessed: a balance settles them
 * only if all of them cost the least or all cost the most.
 */
final class Reconciling {
  private static final long SETTLED_AFTER = Times.micros(Duration.ofMinutes(1));

  private final Rules rules;
  private final Accounts accounts;
  private final Head head;

  Reconciling(Rules rules) {
    this.rules = rules;
    this.accounts = rules.accounts;
    this.head = accounts.head;
  }

  /** What moves with all money that calls, balances and people tell. */
  record Seen(long last, long least, long adjusted) {
    private static Seen of(Head head) {
      return new Seen(head.last, head.least, head.adjusted);
    }
  }

  /** The books before the balance is read, with what is dead told as such. */
  Seen begin() {
    new Sleepers(rules).endDead();
    return Seen.of(head);
  }

  /**
   * Compares the balance with the ledger.
   *
   * @param seen the books before the balance was read
   */
  Reconciliation compare(long balance, Seen seen) {
    List<Line> open = open();
    boolean running = accounts.scope(SpendScope.CLIENT).running > 0;
    boolean moved = !Seen.of(head).equals(seen);
    if (moved || running || open.stream().anyMatch(this::isYoung)) {
      return told(Verdict.NOT_NOW, balance, null, open);
    }
    Long opening = head.opening;
    if (opening == null) {
      head.open(balance);
      return kept(Verdict.OPENED, balance, balance, open);
    }
    long least = head.expected(opening);
    long missing = least - balance;
    long most = 0;
    for (Line line : open) most += line.mostNano() - line.leastNano();
    if (missing < 0) return kept(Verdict.MONEY_CAME, balance, least, open);
    if (missing > most) return kept(Verdict.DOES_NOT_FIT, balance, least, open);
    if (missing > 0 && missing < most) return kept(Verdict.BETWEEN, balance, least, open);
    Verdict verdict = missing == 0 ? Verdict.NOTHING : Verdict.ALL;
    for (Line line : open) {
      settle(line, verdict == Verdict.ALL ? line.mostNano() : line.leastNano());
    }
    return kept(verdict, balance, least, open);
  }

  private Reconciliation kept(Verdict verdict, long balance, long least, List<Line> open) {
    Reconciliation told = told(verdict, balance, least, open);
    head.reconciled = told;
    rules.changed();
    return told;
  }

  private boolean isYoung(Line line) {
    // The service may still charge a call, but no change of a price.
    if (line.entry().attempt() == Repricing.CHANGE_OF_PRICE) return false;
    long at = Times.micros(line.entry().at());
    return accounts.wall(accounts.now) - at < SETTLED_AFTER;
  }

  /** The open entries since the opening. */
  private List<Line> open() {
    List<Line> open = new ArrayList<>();
    Accounts.each(accounts.book, SpendFilter.all(), true, head.openedAfter, open::add);
    return open;
  }

  /** It is known that the line cost this. */
  private void settle(Line line, long cost) {
    SpendEntry entry = line.entry();
    boolean none = cost == 0 && entry.outcome() == Kind.UNKNOWN;
    Kind outcome = none ? Kind.NONE : Kind.CHARGED;
    String key = entry.idempotencyKey();
    Cell cell = key == null ? null : accounts.book.read(Row.KEY + key);
    Money money = cell instanceof Money known && known.line == entry.id() ? known : null;
    if (money != null) accounts.count(money, -1);
    accounts.replace(line, outcome, cost, cost);
    if (money == null) return;
    money.settled = outcome;
    if (!none) money.amount = cost;
    accounts.count(money, 1);
    accounts.book.write(money);
  }

  /**
   * A person, or somebody who knows, says what entries cost together: the newest are taken as
   * charged.
   *
   * @return the entries as they are now, or why they cannot be settled
   */
  Settled settle(List<Long> ids, @Nullable Long sum, boolean charged) {
    List<Line> lines = new ArrayList<>();
    long least = 0;
    long most = 0;
    for (long id : ids) {
      Line line = accounts.line(id);
      if (line == null) return Settled.refused("the ledger has no entry " + id);
      if (!line.isOpen()) {
        return Settled.refused("entry " + id + " is not open: it is known what it cost");
      }
      if (lines.contains(line)) return Settled.refused("entry " + id + " is named twice");
      lines.add(line);
      least += line.leastNano();
      most += line.mostNano();
    }
    long all = sum != null ? sum : charged ? most : least;
    if (all < least || all > most) {
      return Settled.refused(
          "expected %s to %s USD, which the entries may have cost together, got %s USD"
              .formatted(
                  NanoUsd.toUsd(least).toPlainString(),
                  NanoUsd.toUsd(most).toPlainString(),
                  NanoUsd.toUsd(all).toPlainString()));
    }
    lines.sort(Comparator.comparingLong((Line line) -> line.entry().id()).reversed());
    long left = all - least;
    for (Line line : lines) {
      long more = Math.min(left, line.mostNano() - line.leastNano());
      left -= more;
      settle(line, line.leastNano() + more);
    }
    rules.changed();
    List<SpendEntry> now = new ArrayList<>();
    for (long id : ids) {
      Line line = accounts.line(id);
      if (line != null) now.add(line.entry());
    }
    return new Settled(now, null);
  }

  /** What became of a wish to settle. */
  record Settled(List<SpendEntry> entries, @Nullable String refusal) {
    private static Settled refused(String why) {
      return new Settled(List.of(), why);
    }
  }

  /** A person accepts books that are older than they were. */
  void accept(String generation) {
    head.generation = Head.ACCEPTED + generation;
    head.opening = null;
    rules.changed();
  }

  private Reconciliation told(
      Verdict verdict, long balance, @Nullable Long least, List<Line> open) {
    long most = 0;
    for (Line line : open) most += line.mostNano() - line.leastNano();
    BigDecimal expected = least == null ? null : NanoUsd.toUsd(least);
    long missing = least == null ? 0 : least - balance;
    return new Reconciliation(
        Times.instant(accounts.wall(accounts.now)),
        verdict,
        NanoUsd.toUsd(balance),
        expected,
        NanoUsd.toUsd(missing),
        NanoUsd.toUsd(most),
        open.size());
  }
}
