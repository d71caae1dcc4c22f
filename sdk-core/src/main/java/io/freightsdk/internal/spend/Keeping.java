package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Cell;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What books keep: totals, and what goes when it is old. Needs no client. */
public final class Keeping {
  /** So many rows are looked at before others may use the book. */
  private static final int PART = 500;

  private Keeping() {}

  /** The totals of the lines that match. */
  public static SpendTotals totals(Book book, SpendFilter filter) {
    Head head = Head.of(book);
    String path = filter.scope() == null ? SpendScope.CLIENT : filter.scope();
    boolean running = filter.loadNumber() == null && filter.from() == null && filter.to() == null;
    if (running && book.read(Row.SCOPE + path) instanceof Scope scope) {
      return scope.total(filter.operation()).totals(!scope.mayMiss);
    }
    Sums sums = new Sums();
    Accounts.each(book, filter, false, 0, line -> sums.add(line, 1));
    boolean isKept = filter.from() != null && Times.micros(filter.from()) > head.droppedUntil;
    return sums.totals(head.droppedUntil == 0 || isKept);
  }

  /**
   * Drops a part of what is old: lines, keys that nobody will use, then scopes that count nothing.
   *
   * @param after where the part before ended; empty for the first
   */
  public static Purged purge(Book book, Instant before, String after) {
    Rules rules = new Rules(book, book.now());
    new Sleepers(rules).endDead();
    // A call that sleeps may still say what became of it, and what is told twice is booked once.
    long until = Math.min(Times.micros(before), book.now() - Rules.TOLD_TWICE);
    boolean inScopes = after.startsWith(Row.SCOPE);
    int dropped = inScopes ? 0 : purgeLines(rules, until);
    String end = dropped > 0 ? after : inScopes ? null : purgeKeys(rules, until, after);
    if (end == null) end = purgeScopes(rules, until, inScopes ? after : "");
    rules.changed();
    return new Purged(dropped, end);
  }

  /**
   * A part of a purge.
   *
   * @param dropped lines that were deleted
   * @param end where it ended; null if it was the last
   */
  public record Purged(int dropped, @Nullable String end) {}

  private static int purgeLines(Rules rules, long until) {
    long drop = rules.accounts.wall(until);
    int dropped = rules.accounts.book.drop(drop);
    if (dropped > 0) rules.head.droppedUntil = Math.max(rules.head.droppedUntil, drop);
    return dropped;
  }

  private static @Nullable String purgeKeys(Rules rules, long until, String after) {
    Book book = rules.accounts.book;
    List<Cell> part = book.list(Row.KEY, after, PART);
    for (Cell cell : part) {
      Money money = (Money) cell;
      boolean old = money.born < until && money.at < until && money.holds.isEmpty();
      boolean open = money.isSpent() && !money.isCharged();
      if (old && !open) book.delete(money.id());
    }
    return part.size() < PART ? null : part.get(PART - 1).id();
  }

  /** A scope whose limits count nothing any more begins again when it is used. */
  private static @Nullable String purgeScopes(Rules rules, long until, String after) {
    List<Cell> part = rules.accounts.book.list(Row.SCOPE, after, PART);
    for (Cell cell : part) {
      Scope scope = rules.accounts.scope(((Scope) cell).path);
      boolean named = !scope.path.equals(SpendScope.CLIENT);
      boolean idle = scope.isIdle() && scope.spentAt < until;
      if (named && idle && countsNothing(rules.accounts, scope)) drop(rules, scope);
    }
    return part.size() < PART ? null : part.get(PART - 1).id();
  }

  private static boolean countsNothing(Accounts accounts, Scope scope) {
    // Those inside a scope begin again with it, and an entry that is open leaves its sums one day.
    boolean inside = !accounts.book.list(Row.SCOPE + scope.path + '/', "", 1).isEmpty();
    if (inside || scope.total(null).totals(true).unknown() > 0) return false;
    if (accounts.book.read(Row.LIMITS + scope.path) instanceof Caps caps && caps.inTotal) {
      return false;
    }
    for (String window : scope.windows.keySet()) {
      Ring ring = accounts.ring(scope, window);
      if (ring != null && !accounts.isEmpty(ring)) return false;
    }
    return true;
  }

  private static void drop(Rules rules, Scope scope) {
    Book book = rules.accounts.book;
    // What was held until now does not count in a scope of the same name.
    rules.head.last++;
    rules.head.scopesDropped = true;
    for (String window : scope.windows.keySet()) book.delete(Ring.id(scope.path, window));
    book.delete(scope.id());
  }

  /** Forgets what limits count for a scope and those inside it; what is around them goes on. */
  static void forget(Rules rules, String path) {
    Scope scope = rules.accounts.scope(path);
    rules.head.last++;
    scope.forgotten = rules.head.last;
    scope.reset(rules.head.last);
    rules.accounts.book.write(scope);
    rules.changed();
  }
}
