package io.freightsdk.internal.spend;

import io.freightsdk.internal.spend.Reconciling.Position;
import io.freightsdk.internal.spend.SpendBooks.FreeReads;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendTotals;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The ledger of a client, on the books of its store. */
final class BookLedger implements SpendLedger {
  private static final System.Logger LOG = System.getLogger(BookLedger.class.getName());

  /** How often a reconciliation begins again because calls changed the books meanwhile. */
  private static final int MAX_READINGS = 3;

  private static final int PAGE = 1000;
  private static final int MAX_PAGE = 10_000;

  private final BookStore store;
  private final SpendScope client;
  private final FreeReads service;
  private final Clock clock;
  private final Executor threads;
  private final Consumer<BigDecimal> adjust;
  private final Supplier<String> tokens;

  /** Guarded by this. */
  private BigDecimal savedUsd = BigDecimal.ZERO;

  /**
   * @param client with the limits that bind every call
   * @param tokens names a change among those of all processes
   */
  BookLedger(
      BookStore store,
      SpendScope client,
      FreeReads service,
      Clock clock,
      Executor threads,
      Consumer<BigDecimal> adjust,
      Supplier<String> tokens) {
    this.store = store;
    this.client = client;
    this.service = service;
    this.clock = clock;
    this.threads = threads;
    this.adjust = adjust;
    this.tokens = tokens;
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
    return store.totals(filter);
  }

  @Override
  public List<SpendLedger.Remaining> remaining(SpendScope scope) {
    // Whoever asks for the client's own scope names its limits again.
    List<SpendLimit> limits =
        Stream.concat(scope.limits().stream(), client.limits().stream()).distinct().toList();
    List<SpendLedger.Remaining> seen =
        store.look(clock, book -> Counting.remaining(book, scope.paths(), limits));
    if (!seen.isEmpty() || limits.isEmpty()) return seen;
    return store.change(
        clock,
        book -> {
          Counting.track(book, limits);
          return Counting.remaining(book, scope.paths(), limits);
        });
  }

  @Override
  public List<SpendEntry> page(SpendFilter filter, long afterId, int atMost) {
    if (atMost < 1 || atMost > MAX_PAGE) {
      throw new IllegalArgumentException("atMost: expected 1 to 10,000, got " + atMost);
    }
    return store.look(clock, book -> book.lines().page(filter, afterId, atMost));
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
    out.append(LedgerExport.CSV_HEADER);
    for (Iterator<SpendEntry> all = stream(filter).iterator(); all.hasNext(); ) {
      out.append(LedgerExport.csv(all.next()));
    }
  }

  @Override
  public void writeJsonLines(SpendFilter filter, Appendable out) throws IOException {
    for (Iterator<SpendEntry> all = stream(filter).iterator(); all.hasNext(); ) {
      out.append(LedgerExport.json(all.next()));
    }
  }

  @Override
  public Reconciliation reconcile(Duration settledAfter) {
    String token = tokens.get();
    Reconciliation[] told = new Reconciliation[1];
    for (int reading = 1; ; reading++) {
      Position position = store.change(clock, Reconciling::position);
      BigDecimal balanceUsd =
          Objects.requireNonNull(
              Waiting.on(service.balance(), Operation.GET_BALANCE).balanceUsd(),
              "the service answered getBalance without balanceUsd");
      Map<Operation, Long> prices = position.open().isEmpty() ? Map.of() : pricesNow();
      Reconciliation found =
          store.change(
              clock,
              book -> {
                // The change that was committed is the one to report; its answer may be lost.
                boolean isDone = told[0] != null && SpendRules.isDone(book, token);
                if (isDone) return told[0];
                told[0] = Reconciling.settle(book, position, balanceUsd, prices, settledAfter);
                if (Reconciling.booked(position, told[0])) SpendRules.done(book, token);
                return told[0];
              });
      if (found.verdict() != Verdict.BUSY || reading == MAX_READINGS) return found;
    }
  }

  /** Null if the service does not tell them. */
  private @Nullable Map<Operation, Long> pricesNow() {
    Map<Operation, Long> prices = new EnumMap<>(Operation.class);
    try {
      Map<String, BigDecimal> list = Waiting.on(service.pricing(), Operation.GET_PRICING).prices();
      for (Operation operation : Operation.values()) {
        BigDecimal price = operation.priceKey() == null ? null : list.get(operation.priceKey());
        if (price != null) prices.put(operation, NanoUsd.spent(price));
      }
      return prices;
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.DEBUG, "reconcile: no price list, so nothing is certain", e);
      return null;
    }
  }

  @Override
  public CompletableFuture<Reconciliation> reconcileAsync(Duration settledAfter) {
    return CompletableFuture.supplyAsync(() -> reconcile(settledAfter), threads);
  }

  @Override
  public void adjust(BigDecimal amountUsd) {
    adjust.accept(amountUsd);
  }

  @Override
  public void forget(SpendScope scope) {
    if (scope.path().equals(SpendScope.CLIENT)) {
      throw new IllegalArgumentException("forget: only a named scope can be forgotten");
    }
    store.change(
        clock,
        book -> {
          SpendRules.forget(book, scope.path());
          return true;
        });
  }
}
