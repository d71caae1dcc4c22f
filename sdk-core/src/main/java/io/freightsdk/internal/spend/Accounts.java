package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendRefusal;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Cell;
import io.freightsdk.spend.store.Line;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What scopes and windows count, and whether something fits: the arithmetic below {@link Rules}, on
 * the rows of one transaction.
 */
final class Accounts {
  private static final int PAGE = 1000;
  private static final long HOUR = Times.micros(Duration.ofHours(1));

  final Book book;
  final Head head;
  final long now;

  /** What the time of day is ahead of the time of the books. */
  final long ahead;

  private final Map<String, Scope> scopes = new TreeMap<>();

  /**
   * @param now the time of the books, at least as late as the storage says
   */
  Accounts(Book book, long now) {
    this.book = book;
    this.head = Head.of(book);
    this.now = now;
    this.ahead = book.wall() - book.now();
  }

  /** The time of day that a time of the books was. */
  long wall(long time) {
    return time + ahead;
  }

  private long nowIn(Ring ring) {
    return in(ring, now, ahead);
  }

  /** A time as the window tells it: calendar days begin by the time of day, as it was then. */
  private static long in(Ring ring, long time, long ahead) {
    return ring.window.zone() == null ? time : time + ahead;
  }

  private static long ahead(Line line) {
    return Times.micros(line.entry().at()) - line.atMicros();
  }

  // --- rows ---

  /** The scope; one around it that was forgotten since has it begin again. */
  Scope scope(String path) {
    Scope known = scopes.get(path);
    if (known != null) return known;

    Cell cell = book.read(Row.SCOPE + path);
    Scope scope =
        cell instanceof Scope stored ? stored : new Scope(path, head.last, head.scopesDropped);
    int slash = path.lastIndexOf('/');
    long around = slash < 0 ? 0 : scope(path.substring(0, slash)).countsFrom;
    long from = Math.max(around, scope.forgotten);
    if (from > scope.countsFrom) scope.reset(from);
    scopes.put(path, scope);
    return scope;
  }

  /** Null if the scope does not count the window yet. */
  @Nullable Ring ring(Scope scope, String window) {
    Long newest = scope.windows.get(window);
    if (newest == null) return null;
    Cell stored = book.read(Ring.id(scope.path, window));
    if (!(stored instanceof Ring ring) || ring.countsFrom != scope.countsFrom) return null;
    ring.newest(newest);
    return ring;
  }

  // --- counting ---

  /** Lets scopes and windows count the money, or no longer count it. */
  void count(Money money, int sign) {
    int calls = sign * money.holds.size();
    long amount = sign * money.amount;
    boolean held = money.isHeld();
    boolean spent = money.isSpent();
    if (calls == 0 && !spent) return;
    for (String path : around(money.paths.keySet())) {
      Scope scope = scope(path);
      if (!money.countsIn(path, scope.countsFrom)) continue;
      scope.running += calls;
      if (held) scope.held += amount;
      else if (spent) spend(scope, money.at, money.ahead, amount);
      book.write(scope);
    }
  }

  /** Lets scopes and windows count a line that no key carries, or no longer count it. */
  private void count(Line line, int sign) {
    if (line.mostNano() <= 0) return;
    for (String path : scope(line.entry().scope()).around) {
      Scope scope = scope(path);
      if (line.since() < scope.countsFrom) continue;
      spend(scope, line.atMicros(), ahead(line), sign * line.mostNano());
      book.write(scope);
    }
  }

  private void spend(Scope scope, long at, long ahead, long amount) {
    scope.spent += amount;
    if (amount > 0) scope.spentAt = Math.max(scope.spentAt, at - at % HOUR + HOUR);
    for (Map.Entry<String, Long> window : scope.windows.entrySet()) {
      Ring ring = ring(scope, window.getKey());
      if (ring == null) continue;
      if (ring.add(in(ring, at, ahead), amount, nowIn(ring))) book.write(ring);
      window.setValue(ring.newest());
    }
  }

  /** Every path and those around it, each once. */
  private Iterable<String> around(Set<String> paths) {
    if (paths.size() == 1) return scope(paths.iterator().next()).around;
    Set<String> all = new TreeSet<>();
    for (String path : paths) all.addAll(scope(path).around);
    return all;
  }

  // --- the ledger ---

  /** An entry of now with the number that follows. */
  SpendEntry entry(
      SpendEntry of, @Nullable String key, Charge.Kind outcome, long least, long most) {
    head.last++;
    return entry(of, head.last, Times.instant(wall(now)), key, outcome, least, most);
  }

  /** An unknown entry of a time that no attempt has told. */
  SpendEntry untold(
      long at,
      Operation operation,
      @Nullable String key,
      int attempt,
      String scope,
      long least,
      long most) {
    head.last++;
    return new SpendEntry(
        head.last,
        Times.instant(wall(at)),
        operation,
        null,
        key,
        null,
        attempt,
        Charge.Kind.UNKNOWN,
        NanoUsd.toUsd(most),
        scope,
        NanoUsd.toUsd(least));
  }

  private static SpendEntry entry(
      SpendEntry of,
      long id,
      Instant at,
      @Nullable String key,
      Charge.Kind outcome,
      long least,
      long most) {
    return new SpendEntry(
        id,
        at,
        of.operation(),
        of.loadNumber(),
        key,
        of.requestId(),
        of.attempt(),
        outcome,
        NanoUsd.toUsd(most),
        of.scope(),
        NanoUsd.toUsd(least));
  }

  /** Adds a line to the ledger; scopes count it unless a key carries it. */
  Line append(SpendEntry entry, String token, long since, long least, long most) {
    long at = Times.micros(entry.at()) - ahead;
    Line line = new Line(entry, token, since, least, most, at);
    book.append(line);
    sum(line, 1);
    return line;
  }

  /** Replaces a line by what is known of it now. */
  void replace(Line before, Charge.Kind outcome, long least, long most) {
    SpendEntry was = before.entry();
    SpendEntry entry = entry(was, was.id(), was.at(), was.idempotencyKey(), outcome, least, most);
    Line after = new Line(entry, before.token(), before.since(), least, most, before.atMicros());
    sum(before, -1);
    book.replace(after);
    sum(after, 1);
  }

  private void sum(Line line, int sign) {
    head.least += sign * line.leastNano();
    Operation operation = line.entry().operation();
    for (String path : scope(line.entry().scope()).around) {
      Scope scope = scope(path);
      scope.sums(operation).add(line, sign);
      book.write(scope);
    }
    if (line.entry().idempotencyKey() == null) count(line, sign);
  }

  /** The lines of a call. */
  List<Line> lines(String token) {
    return book.lines(new Book.Query(SpendFilter.all(), false, token, 0), PAGE);
  }

  /** Null if there is no line of this number; 0 is none's. */
  @Nullable Line line(long number) {
    if (number == 0) return null;
    List<Line> found = book.lines(new Book.Query(SpendFilter.all(), false, null, number - 1), 1);
    return found.isEmpty() || found.get(0).entry().id() != number ? null : found.get(0);
  }

  /** Shows every line that matches, by ascending number. */
  static void each(Book book, SpendFilter filter, boolean open, long after, Consumer<Line> show) {
    List<Line> page;
    do {
      page = book.lines(new Book.Query(filter, open, null, after), PAGE);
      page.forEach(show);
      if (!page.isEmpty()) after = page.get(page.size() - 1).entry().id();
    } while (page.size() == PAGE);
  }

  // --- limits ---

  /**
   * The limits that bind a call in a scope, innermost first, the client's own last. Who brings none
   * for a path is under those that the books remember.
   */
  List<SpendLimit> limits(List<String> paths, List<SpendLimit> brought, List<SpendLimit> own) {
    List<SpendLimit> all = new ArrayList<>(own.size() + brought.size());
    for (String path : paths) {
      List<SpendLimit> mine = of(path, brought);
      if (mine.isEmpty() && book.read(Row.LIMITS + path) instanceof Caps caps) mine = caps.limits;
      all.addAll(mine);
    }
    all.addAll(own);
    return all;
  }

  /** Limits that a call brings and the books do not remember yet. */
  List<Caps> news(List<String> paths, List<SpendLimit> brought) {
    if (brought.isEmpty()) return List.of();
    List<Caps> news = new ArrayList<>(1);
    for (String path : paths) {
      List<SpendLimit> mine = of(path, brought);
      // What binds every call is a client's own affair.
      if (mine.isEmpty() || path.equals(SpendScope.CLIENT)) continue;
      Caps known = book.read(Row.LIMITS + path) instanceof Caps caps ? caps : null;
      if (known == null || !known.limits.equals(mine)) news.add(new Caps(path, mine, known));
    }
    return news;
  }

  private static List<SpendLimit> of(String path, List<SpendLimit> limits) {
    if (limits.isEmpty()) return limits;
    List<SpendLimit> ofPath = new ArrayList<>(2);
    for (SpendLimit limit : limits) if (limit.scope().equals(path)) ofPath.add(limit);
    return ofPath;
  }

  /** The limit's window, which its scope counts from now on; null if the limit has none. */
  private @Nullable Ring tracked(SpendLimit limit) {
    Window window = Window.of(limit);
    if (window == null) return null;
    Scope scope = scope(limit.scope());
    String name = window.name();
    Ring known = ring(scope, name);
    if (known != null) return known;
    Ring ring = new Ring(scope.path + ' ' + name, scope.countsFrom);
    if (scope.spent > 0) fill(scope, ring);
    scope.windows.put(name, ring.newest());
    book.write(ring);
    book.write(scope);
    return ring;
  }

  /**
   * Adds what the ledger says that the window holds. What was purged counts when the last of it was
   * made.
   */
  private void fill(Scope scope, Ring ring) {
    long start = ring.window.startOf(ring.window.oldestSlot(nowIn(ring)));
    if (ring.window.zone() == null) start += ahead;
    boolean someDropped = head.droppedUntil >= start;
    Instant from = someDropped ? null : Times.instant(start);
    SpendFilter filter = new SpendFilter(null, null, null, from, null);
    Set<String> seen = new HashSet<>();
    long[] found = {0};
    each(
        book,
        filter,
        false,
        0,
        line -> {
          String key = line.entry().idempotencyKey();
          Cell carrying = key == null ? null : book.read(Row.KEY + key);
          if (carrying instanceof Money money) {
            boolean counts =
                seen.add(money.id())
                    && money.isSpent()
                    && money.countsIn(scope.path, scope.countsFrom);
            if (counts) found[0] += add(ring, money.at, money.ahead, money.amount);
          } else if (line.since() >= scope.countsFrom
              && ScopePaths.isInside(line.entry().scope(), scope.path)) {
            found[0] += add(ring, line.atMicros(), ahead(line), line.mostNano());
          }
        });
    if (someDropped && scope.spent > found[0]) {
      add(ring, head.droppedUntil - ahead, ahead, scope.spent - found[0]);
    }
  }

  private long add(Ring ring, long at, long ahead, long amount) {
    if (amount > 0) ring.add(in(ring, at, ahead), amount, nowIn(ring));
    return amount;
  }

  /**
   * Null if the amount fits every limit.
   *
   * @param priceNano what one call costs, which a limit per call compares
   * @param own money of the same key, which is not counted twice
   */
  @Nullable SpendRefusal refusal(
      List<SpendLimit> limits, long priceNano, long amount, @Nullable Money own) {
    for (SpendLimit limit : limits) {
      long cap = NanoUsd.cap(limit.capUsd());
      boolean perCall = limit.kind() == SpendLimit.Kind.PER_CALL;
      Ring ring = tracked(limit);
      long mine = perCall ? 0 : part(own, limit, ring);
      long counted = counted(limit, ring) - mine;
      long more = perCall ? priceNano : amount;
      long missing = counted + more - cap;
      // What is free fits, also where more is counted than a limit allows now.
      if (missing <= 0 || more == 0) continue;

      boolean spentOwn = own != null && own.isSpent();
      Instant freesAt =
          ring == null || more > cap
              ? null
              : ring.freesAt(
                  missing,
                  nowIn(ring),
                  own == null ? 0 : in(ring, own.at, own.ahead),
                  spentOwn ? mine : 0);
      boolean slides = ring != null && ring.window.zone() == null;
      if (freesAt != null && slides) freesAt = freesAt.plus(ahead, ChronoUnit.MICROS);
      return new SpendRefusal(
          limit, NanoUsd.toUsd(more), NanoUsd.toUsd(Math.max(0, cap - counted)), freesAt);
    }
    return null;
  }

  /** Whether a window of a scope holds nothing. */
  boolean isEmpty(Ring ring) {
    return ring.sum(nowIn(ring)) == 0;
  }

  /** Whether every window of the limits is counted. */
  boolean tracks(List<SpendLimit> limits) {
    for (SpendLimit limit : limits) {
      Window window = Window.of(limit);
      if (window != null && ring(scope(limit.scope()), window.name()) == null) return false;
    }
    return true;
  }

  List<SpendLedger.Remaining> remaining(List<SpendLimit> limits) {
    List<SpendLedger.Remaining> remaining = new ArrayList<>(limits.size());
    for (SpendLimit limit : limits) {
      long left = NanoUsd.cap(limit.capUsd()) - counted(limit, tracked(limit));
      remaining.add(new SpendLedger.Remaining(limit, NanoUsd.toUsd(Math.max(0, left))));
    }
    return remaining;
  }

  /** Held money does not age: the service may take it at any moment until the call ends. */
  private long counted(SpendLimit limit, @Nullable Ring ring) {
    Scope scope = scope(limit.scope());
    return switch (limit.kind()) {
      case PER_CALL -> 0;
      case TOTAL -> scope.held + scope.spent;
      case WINDOW, CALENDAR_DAY -> scope.held + (ring == null ? 0 : ring.sum(nowIn(ring)));
    };
  }

  /** What of a limit's count is this money. */
  private long part(@Nullable Money own, SpendLimit limit, @Nullable Ring ring) {
    if (own == null || !own.countsIn(limit.scope(), scope(limit.scope()).countsFrom)) return 0;
    if (own.isHeld()) return own.amount;
    boolean left = ring != null && !ring.has(in(ring, own.at, own.ahead), nowIn(ring));
    return own.isSpent() && !left ? own.amount : 0;
  }
}
