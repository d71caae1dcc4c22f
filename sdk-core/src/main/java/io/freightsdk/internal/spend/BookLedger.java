package io.freightsdk.internal.spend;

import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.spend.SpendBooks.FreeReads;
import io.freightsdk.internal.text.Require;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Line;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The ledger of a client, on the books of its store. */
final class BookLedger implements SpendLedger {
  private static final System.Logger LOG = System.getLogger(BookLedger.class.getName());

  /** How often a reconciliation begins again because calls changed the books meanwhile. */
  private static final int MAX_READINGS = 3;

  private static final int PAGE = 1000;
  private static final String CSV_HEADER =
      "id,at,operation,load_number,idempotency_key,request_id,attempt,outcome,amount_usd,scope,least_usd\r\n";
  private static final int MAX_PAGE = 10_000;

  private final SpendBooks books;
  private final SpendScope client;
  private final Timer timer;
  private final FreeReads service;

  /** Guarded by this. */
  private BigDecimal savedUsd = BigDecimal.ZERO;

  /**
   * @param client with the limits that bind every call
   */
  BookLedger(SpendBooks books, SpendScope client, Timer timer, FreeReads service) {
    this.books = books;
    this.client = client;
    this.timer = timer;
    this.service = service;
  }

  synchronized void save(BigDecimal priceUsd) {
    savedUsd = savedUsd.add(priceUsd);
  }

  @Override
  public synchronized BigDecimal savedUsd() {
    return savedUsd;
  }

  @Override
  public SpendTotals totals(SpendFilter filter) {
    return books.totals(Require.nonNull(filter, "filter"));
  }

  @Override
  public BigDecimal heldUsd() {
    return NanoUsd.toUsd(books.<Long>look(rules -> rules.accounts.scope(SpendScope.CLIENT).held));
  }

  @Override
  public @Nullable Reconciliation lastReconciliation() {
    return books.look(rules -> rules.head.reconciled);
  }

  @Override
  public List<SpendLedger.Remaining> remaining(SpendScope scope) {
    // Whoever asks for the client's own scope names its limits again.
    List<SpendLimit> brought =
        Require.nonNull(scope, "scope").limits().stream()
            .filter(limit -> !client.limits().contains(limit))
            .toList();
    List<SpendLedger.Remaining> seen =
        books.look(rules -> remaining(rules.accounts, scope, brought));
    if (seen != null) return seen;
    return books.change(
        rules -> {
          rules.changed();
          return rules.accounts.remaining(limits(rules.accounts, scope, brought));
        });
  }

  /** Null if a window of the limits is not counted yet. */
  private @Nullable List<SpendLedger.Remaining> remaining(
      Accounts accounts, SpendScope scope, List<SpendLimit> brought) {
    List<SpendLimit> limits = limits(accounts, scope, brought);
    return accounts.tracks(limits) ? accounts.remaining(limits) : null;
  }

  private List<SpendLimit> limits(Accounts accounts, SpendScope scope, List<SpendLimit> brought) {
    return accounts.limits(scope.paths(), brought, client.limits());
  }

  @Override
  public List<SpendEntry> page(SpendFilter filter, long afterId, int atMost) {
    if (atMost < 1 || atMost > MAX_PAGE) {
      throw new IllegalArgumentException("atMost: expected 1 to 10,000, got " + atMost);
    }
    Require.nonNull(filter, "filter");
    Book.Query query = new Book.Query(filter, false, null, afterId);
    return books.look(
        rules -> rules.accounts.book.lines(query, atMost).stream().map(Line::entry).toList());
  }

  @Override
  public Stream<SpendEntry> stream(SpendFilter filter) {
    return Stream.iterate(
            page(filter, 0, PAGE),
            page -> !page.isEmpty(),
            page ->
                page.size() < PAGE ? List.of() : page(filter, page.get(page.size() - 1).id(), PAGE))
        .flatMap(List::stream);
  }

  @Override
  public void writeCsv(SpendFilter filter, Appendable out) throws IOException {
    Iterator<SpendEntry> all = stream(filter).iterator();
    Require.nonNull(out, "out").append(CSV_HEADER);
    while (all.hasNext()) {
      out.append(csv(all.next()));
    }
  }

  /** A line as RFC 4180 has it. */
  private static String csv(SpendEntry entry) {
    return Stream.of(
                entry.id(),
                entry.at(),
                entry.operation().id(),
                entry.loadNumber(),
                entry.idempotencyKey(),
                entry.requestId(),
                entry.attempt(),
                entry.outcome(),
                entry.amountUsd().toPlainString(),
                entry.scope(),
                entry.leastUsd().toPlainString())
            .map(field -> field == null ? "" : quoted(field.toString()))
            .collect(Collectors.joining(","))
        + "\r\n";
  }

  private static String quoted(String field) {
    boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
  }

  @Override
  public Reconciliation reconcile() {
    // A price that has changed opens what was charged at the old one.
    boolean unused = books.read(prices());
    Reconciliation[] told = new Reconciliation[1];
    String token = books.newToken();
    for (int reading = 1; ; reading++) {
      Reconciling.Seen seen = books.change(rules -> new Reconciling(rules).begin());
      Balance balance = Waiting.on(timer, service.balance(), Operation.GET_BALANCE);
      BigDecimal balanceUsd =
          Objects.requireNonNull(
              balance.balanceUsd(), "the service answered getBalance without balanceUsd");
      Reconciliation found =
          books.change(
              rules -> {
                // The change that was committed is the one to report; its answer may be lost.
                if (!rules.first(token) && told[0] != null && rules.accounts.book.mayBeRepeated())
                  return told[0];
                told[0] = new Reconciling(rules).compare(NanoUsd.of(balanceUsd), seen);
                return told[0];
              });
      if (found.verdict() != Verdict.NOT_NOW || reading == MAX_READINGS) return found;
    }
  }

  @Override
  public @Nullable Reconciliation reconcileOnce(String name) {
    Require.notBlank(name, "name");
    boolean[] first = new boolean[1];
    books.change(
        rules -> {
          // The answer of a commit may be lost, and the change made again.
          boolean again = first[0] && rules.accounts.book.mayBeRepeated();
          first[0] = rules.first("reconcile " + name) || again;
          if (first[0]) rules.changed();
          return true;
        });
    return first[0] ? reconcile() : null;
  }

  private PriceReading prices() {
    Moment asked = books.now();
    Pricing list = Waiting.on(timer, service.pricing(), Operation.GET_PRICING);
    return new PriceReading(list.prices(), asked, books.now());
  }

  @Override
  public SpendEntry settle(long entryId, boolean charged) {
    return settle(List.of(entryId), charged).get(0);
  }

  @Override
  public List<SpendEntry> settle(List<Long> entryIds, boolean charged) {
    return settle(List.copyOf(Require.nonNull(entryIds, "entryIds")), null, charged);
  }

  @Override
  public List<SpendEntry> settle(List<Long> entryIds, BigDecimal sumUsd) {
    return settle(Require.items(entryIds, "entryIds"), nano(sumUsd, "sumUsd"), true);
  }

  /** An amount that the books can count. */
  private static long nano(BigDecimal usd, String name) {
    try {
      BigDecimal exact =
          Require.nonNull(usd, name).setScale(NanoUsd.SCALE, RoundingMode.UNNECESSARY);
      return NanoUsd.of(exact);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          name + ": expected at most 9 decimals and less than 9 billion USD, got " + usd, e);
    }
  }

  private List<SpendEntry> settle(List<Long> ids, @Nullable Long sum, boolean charged) {
    Reconciling.Settled settled =
        books.change(rules -> new Reconciling(rules).settle(ids, sum, charged));
    if (settled.refusal() != null) {
      throw new IllegalArgumentException("settle: " + settled.refusal());
    }
    return settled.entries();
  }

  @Override
  public void accept(String reason) {
    Require.nonNull(reason, "reason");
    String generation = books.newGeneration();
    LOG.log(
        System.Logger.Level.WARNING, "the books are accepted as they are, because: {0}", reason);
    books.change(
        rules -> {
          new Reconciling(rules).accept(generation);
          return true;
        });
  }

  @Override
  public void acceptTime() {
    books.acceptTime();
  }

  @Override
  public void adjust(BigDecimal amountUsd) {
    long unused = nano(amountUsd, "amountUsd");
    books.adjust(amountUsd);
  }

  @Override
  public void forget(SpendScope scope) {
    if (Require.nonNull(scope, "scope").path().equals(SpendScope.CLIENT)) {
      throw new IllegalArgumentException("forget: only a named scope can be forgotten");
    }
    books.change(
        rules -> {
          Keeping.forget(rules, scope.path());
          return true;
        });
  }

  @Override
  public void removeLimits(SpendScope scope) {
    Require.nonNull(scope, "scope");
    books.change(
        rules -> {
          rules.accounts.book.delete(Row.LIMITS + scope.path());
          rules.changed();
          return true;
        });
  }
}
