package io.freightsdk.internal.spend;

import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendPosition;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendTotals;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The ledger of a client, on the books of its store. */
final class BookLedger implements SpendLedger {
  /** How often a reconciliation begins anew because calls changed the books meanwhile. */
  private static final int MAX_READINGS = 3;

  private final SpendStore store;
  private final Supplier<CompletableFuture<Balance>> balance;
  private final Clock clock;
  private final Executor inStore;

  /** Guarded by this. */
  private BigDecimal savedUsd = BigDecimal.ZERO;

  BookLedger(
      SpendStore store,
      Supplier<CompletableFuture<Balance>> balance,
      Clock clock,
      Executor inStore) {
    this.store = store;
    this.balance = balance;
    this.clock = clock;
    this.inStore = inStore;
  }

  /** A call was spared. */
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
  public List<SpendEntry> entries(SpendFilter filter) {
    List<SpendEntry> entries = new ArrayList<>();
    store.read(filter, entries::add);
    return List.copyOf(entries);
  }

  @Override
  public void writeCsv(SpendFilter filter, Appendable out) throws IOException {
    out.append(LedgerExport.CSV_HEADER);
    for (SpendEntry entry : entries(filter)) out.append(LedgerExport.csv(entry));
  }

  @Override
  public void writeJsonLines(SpendFilter filter, Appendable out) throws IOException {
    for (SpendEntry entry : entries(filter)) out.append(LedgerExport.json(entry));
  }

  @Override
  public Reconciliation reconcile(Duration settledAfter) {
    return Waiting.on(reconcileAsync(settledAfter), Operation.GET_BALANCE);
  }

  @Override
  public CompletableFuture<Reconciliation> reconcileAsync(Duration settledAfter) {
    return read(settledAfter, 1);
  }

  private CompletableFuture<Reconciliation> read(Duration settledAfter, int reading) {
    return CompletableFuture.supplyAsync(() -> store.position(clock.instant()), inStore)
        .thenCompose(
            before ->
                balance
                    .get()
                    .thenApplyAsync(read -> judge(before, stated(read), settledAfter), inStore))
        .thenCompose(
            report -> {
              boolean changed = report.verdict() == Verdict.BUSY;
              return changed && reading < MAX_READINGS
                  ? read(settledAfter, reading + 1)
                  : CompletableFuture.completedFuture(report);
            });
  }

  private static BigDecimal stated(Balance balance) {
    return Objects.requireNonNull(
        balance.balanceUsd(), "reconcile: the service answered without balanceUsd");
  }

  private Reconciliation judge(SpendPosition books, BigDecimal balanceUsd, Duration settledAfter) {
    Reconciler.Finding finding = Reconciler.judge(books, balanceUsd, clock.instant(), settledAfter);
    BigDecimal opening = finding.openingUsd();
    boolean booked =
        opening == null ? resolve(books, finding) : store.open(books.version(), opening);
    return booked ? finding.report() : busy(balanceUsd, finding.report());
  }

  /** Also without an outcome to book, a finding holds only if nothing changed meanwhile. */
  private boolean resolve(SpendPosition books, Reconciler.Finding finding) {
    return finding.outcomes().isEmpty()
        ? store.position(clock.instant()).version() == books.version()
        : store.resolve(books.version(), finding.outcomes());
  }

  private static Reconciliation busy(BigDecimal balanceUsd, Reconciliation report) {
    return new Reconciliation(
        Verdict.BUSY,
        balanceUsd,
        report.expectedUsd(),
        BigDecimal.ZERO,
        BigDecimal.ZERO,
        report.foundChargedUsd().add(report.foundNotChargedUsd()).add(report.unknownUsd()),
        BigDecimal.ZERO,
        true);
  }

  @Override
  public void adjust(BigDecimal amountUsd) {
    store.adjust(amountUsd);
  }

  @Override
  public void forget(SpendScope scope) {
    if (scope.path().equals(SpendScope.CLIENT)) {
      throw new IllegalArgumentException("forget: only a named scope can be forgotten");
    }
    store.forget(scope.path());
  }
}
