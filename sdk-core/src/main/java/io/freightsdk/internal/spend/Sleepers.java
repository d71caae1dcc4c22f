package io.freightsdk.internal.spend;

import io.freightsdk.Charge.Kind;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Cell;
import io.freightsdk.spend.store.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Calls that did not end in time: their process died, or sleeps. They are presumed unknown; their
 * own later word counts more than what was presumed, and more than what a balance seemed to say.
 */
final class Sleepers {
  private static final System.Logger LOG = System.getLogger(SpendBooks.class.getName());

  private final Rules rules;
  private final Accounts accounts;
  private final Book book;
  private final Head head;

  Sleepers(Rules rules) {
    this.rules = rules;
    this.accounts = rules.accounts;
    this.book = accounts.book;
    this.head = rules.head;
  }

  /** Calls that should be over are dead: nobody knows what they cost. */
  void endDead() {
    long now = accounts.now;
    for (List<Cell> ended = book.ended(now); !ended.isEmpty(); ended = book.ended(now)) {
      for (Cell cell : ended) {
        if (cell instanceof Money money) endDead(money);
        else book.delete(cell.id());
      }
      rules.changed();
    }
  }

  private void endDead(Money money) {
    accounts.count(money, -1);
    List<String> tokens = new ArrayList<>(1);
    money.holds.forEach(
        (token, end) -> {
          if (end <= accounts.now) tokens.add(token);
        });
    for (String token : tokens) {
      long end = Objects.requireNonNull(money.holds.remove(token));
      // A repeat of what was bought costs nothing.
      if (!money.isBought()) presume(money, token, end);
    }
    accounts.count(money, 1);
    boolean gone = !money.hasKey() && money.holds.isEmpty();
    if (gone) book.delete(money.id());
    else book.write(money);
  }

  private void presume(Money money, String token, long end) {
    String path = SpendScope.CLIENT;
    long since = 0;
    for (Map.Entry<String, Long> last : money.paths.entrySet()) {
      path = last.getKey();
      since = last.getValue();
    }
    if (money.hasKey()) {
      money.dead.put(token, end);
      rules.close(money);
    }
    SpendEntry entry = accounts.untold(end, money.operation, money.key(), 0, path, 0, money.amount);
    Line line = accounts.append(entry, token, since, 0, money.amount);
    money.line = line.entry().id();
    if (end >= money.at) {
      money.at = end;
      money.ahead = accounts.ahead;
    }
    money.settled = Kind.UNKNOWN;
  }

  /**
   * Books a call that holds nothing: it was settled already, or its hold ended before it said a
   * word.
   */
  List<SpendEntry> late(
      @Nullable Money money, String id, SpendHold hold, List<SpendEntry> attempts) {
    Line presumed = null;
    List<SpendEntry> told = new ArrayList<>();
    for (Line line : accounts.lines(hold.token())) {
      if (line.entry().attempt() == 0) presumed = line;
      else told.add(line.entry());
    }
    boolean wasDead = presumed != null || (money != null && money.dead.containsKey(hold.token()));
    if (!told.isEmpty() || (!wasDead && attempts.isEmpty())) return told;

    Kind says = Kind.NONE;
    for (SpendEntry attempt : attempts) says = Money.greater(says, attempt.outcome());
    if (money == null) {
      if (presumed != null && says == Kind.UNKNOWN) return List.of(presumed.entry());
      if (presumed != null) {
        contradict(presumed, says);
        accounts.replace(presumed, Kind.NONE, 0, 0);
      }
      return rules.enter(again(id, hold, presumed), hold, attempts);
    }
    accounts.count(money, -1);
    money.dead.remove(hold.token());
    Line carrying = money.isCharged() ? null : accounts.line(money.line);
    if (carrying != null && says == Kind.UNKNOWN) {
      // It knows no more than was presumed.
      money.said = Money.greater(money.said, says);
      accounts.count(money, 1);
      book.write(money);
      rules.changed();
      return List.of(carrying.entry());
    }
    boolean contradicts = says == Kind.CHARGED || (says == Kind.NONE && money.word() == Kind.NONE);
    if (carrying != null && contradicts) contradict(carrying, says);
    return rules.enter(money, hold, attempts);
  }

  /** The money of a call as it was held, at a price that rose since if the books presumed so. */
  private Money again(String id, SpendHold hold, @Nullable Line presumed) {
    long born = Times.micros(hold.keyGoodUntil()) - Rules.KEY_LIFE;
    Money money = new Money(id, hold.operation(), born, born);
    money.paths.put(hold.scope(), hold.since());
    money.amount = NanoUsd.spent(hold.amountUsd());
    money.least = money.amount;
    if (presumed != null && presumed.mostNano() > money.amount) {
      money.amount = presumed.mostNano();
      money.repriced = true;
    }
    return money;
  }

  /** A word against what a balance or a person said, or about money of before the opening. */
  private void contradict(Line line, Kind says) {
    SpendEntry entry = line.entry();
    boolean settledOtherwise = entry.outcome() != Kind.UNKNOWN && entry.outcome() != says;
    boolean before = entry.id() <= head.openedAfter && says == Kind.CHARGED;
    if (!settledOtherwise && !before) return;
    head.opening = null;
    if (settledOtherwise) {
      LOG.log(
          System.Logger.Level.ERROR,
          "entry %d of %s was settled as %s, and its call says %s; the call is believed, and the next reconcile() opens the ledger again"
              .formatted(entry.id(), entry.operation().id(), entry.outcome(), says));
    }
  }
}
