package io.freightsdk.internal.spend;

import io.freightsdk.internal.spend.Interval.Unknown;
import io.freightsdk.internal.spend.Sum.Kind;
import io.freightsdk.internal.spend.Sum.Range;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A comparison of the ledger with the service's balance, by a look before it is read and after. */
public final class Reconciling {
  /** So long after its last outcome a request may be on its way. */
  static final long ON_ITS_WAY = TimeUnit.MINUTES.toMicros(5);

  /** Who settles by a balance. */
  public static final String WHO = "reconcile";

  private static final long DAY = TimeUnit.DAYS.toMicros(1);
  private static final int PAGE = 500;
  private static final Range LEAST = new Range(Posting.LEDGER, Kind.LEAST, 0, 1);
  private static final Range MOST = new Range(Posting.LEDGER, Kind.MOST, 0, 1);

  private final Rows rows;
  private final Rules rules;
  private final boolean recordsTopUps;

  /**
   * What was seen before the balance was read.
   *
   * @param opening its number
   * @param least what was surely charged since then
   */
  public record Before(long opening, long least, long at) {}

  public Reconciling(Rows rows) {
    this(rows, false);
  }

  /**
   * A comparison on the rows of a change.
   *
   * @param recordsTopUps whether money that came is an adjustment, if it is known to the cent
   */
  public Reconciling(Rows rows, boolean recordsTopUps) {
    this.rows = rows;
    this.rules = new Rules(rows);
    this.recordsTopUps = recordsTopUps;
  }

  /** The first look, before the balance is read; takes no lock. */
  public static Before before(Rows rows) {
    long opening = rows.head().opening();
    long least = rows.sums(List.of(LEAST)).values().stream().mapToLong(n -> n).sum();
    return new Before(opening, least, rows.now());
  }

  /**
   * The second look, after prices and balance were read.
   *
   * @param name of the comparison: made again, it is the same
   * @param pricesUsd the price list
   */
  public Line.Comparison compare(
      String name, Before before, Map<String, BigDecimal> pricesUsd, long balance) {
    if (rows.line(name) instanceof Line.Comparison made) return made;
    rules.expire();
    Head head = rows.head();
    Long last = head.comparison();
    // The first look was at sums that are no more, and the comparison that ended them is as new.
    boolean isOvertaken = head.opening() != before.opening;
    Line newest = isOvertaken && last != null ? rows.line(last.longValue()) : null;
    if (newest instanceof Line.Comparison theirs) return theirs;

    Map<Sum, Long> sums = rows.sums(ranges());
    long saidBefore = before.at - ON_ITS_WAY;
    String why = "the balance of %s USD".formatted(NanoUsd.toUsd(balance).toPlainString());
    Interval.Known known =
        new Interval.Known(
            head.balance() + head.adjusted(),
            balance,
            before.least,
            sums.getOrDefault(new Sum(Posting.LEDGER, Kind.MOST, 0), 0L),
            unknown(head, saidBefore),
            head.opening() > 0,
            isPriced(sums, pricesUsd),
            Math.floorDiv(rules.now, DAY) != Math.floorDiv(head.comparedAt(), DAY));
    Interval.Verdict verdict = Interval.judge(known);
    if (recordsTopUps && known.isExact() && verdict.unexplained() > 0) {
      rules.adjust(name + " top-up", verdict.unexplained(), WHO, why + " is higher");
      known = known.with(verdict.unexplained());
      verdict = Interval.judge(known);
    }
    for (long id : verdict.free()) rules.settle(name + " " + id, id, false, WHO, why);
    for (long id : verdict.charged()) rules.settle(name + " " + id, id, true, WHO, why);
    boolean opensAnew = !verdict.openAnewBecause().isEmpty();
    if (opensAnew) open(balance, saidBefore);

    int settled = verdict.free().size() + verdict.charged().size();
    Filter open = new Filter(null, null, null, null, null, null, true, true);
    Line.Comparison made =
        new Line.Comparison(
            rows.nextId(),
            name,
            rules.now,
            balance,
            head.opening() == 0 ? balance : known.opening(),
            verdict.least(),
            verdict.most(),
            verdict.unexplained(),
            settled,
            Math.toIntExact(rows.totals(open).unknownCount()),
            opensAnew,
            verdict.openAnewBecause());
    // The head first: a ledger in memory may forget at once what it does not name.
    rows.put(rows.head().compares(rules.now, made.id()));
    rows.put(made);
    return made;
  }

  private static List<Range> ranges() {
    List<Range> ranges = new ArrayList<>(List.of(LEAST, MOST));
    for (Operation operation : Operation.values()) {
      String scope = Posting.LEDGER + "/" + operation.id();
      ranges.add(new Range(scope, Kind.PRICE, 0, Long.MAX_VALUE));
    }
    return ranges;
  }

  /** Unknown entries of which no request is on its way, and which the opening does not contain. */
  private List<Unknown> unknown(Head head, long saidBefore) {
    Filter open = new Filter(null, null, null, null, head.openedAt() + 1, null, true, true);
    List<Unknown> unknown = new ArrayList<>();
    long after = 0;
    List<Line> page;
    do {
      page = rows.lines(open, after, PAGE);
      for (Line line : page) {
        after = line.id();
        Entry entry = (Entry) line;
        if (entry.saidAt() < saidBefore) {
          unknown.add(new Unknown(entry.id(), entry.lowest(), entry.most()));
        }
      }
    } while (page.size() == PAGE);
    return unknown;
  }

  /** Whether every price of the list that was used since the opening is the one of now. */
  private static boolean isPriced(Map<Sum, Long> sums, Map<String, BigDecimal> pricesUsd) {
    for (Operation operation : Operation.values()) {
      String key = operation.priceKey();
      if (key == null) continue;
      BigDecimal now = pricesUsd.get(key);
      String scope = Posting.LEDGER + "/" + operation.id();
      for (Map.Entry<Sum, Long> used : sums.entrySet()) {
        boolean isUsed = used.getKey().scope().equals(scope) && used.getValue() != 0;
        boolean isSame = now != null && used.getKey().slot() == NanoUsd.spent(now);
        if (isUsed && !isSame) return false;
      }
    }
    return true;
  }

  /** What ended before the first look, five minutes ago or earlier, is in the balance. */
  private void open(long balance, long outBefore) {
    Map<Sum, Long> changes = new HashMap<>();
    rows.sums(ranges()).forEach((sum, counted) -> changes.put(sum, -counted));
    Head opened = rows.head().opens(balance, rules.now, outBefore);
    rows.put(opened);
    Posting posting = new Posting(opened, rules.now);
    for (Entry entry : rows.recent(outBefore)) posting.ledger(entry, 1, changes);
    changes.values().removeIf(change -> change == 0);
    if (!changes.isEmpty()) rows.add(changes);
  }
}
