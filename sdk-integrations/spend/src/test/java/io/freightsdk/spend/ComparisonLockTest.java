package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.MemoryStorage;
import io.freightsdk.spend.SpendLedger.AccountBalance;
import io.freightsdk.testing.JdbcProxy;
import io.freightsdk.testing.MovableClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The reads of a comparison while it locks the ledger. Paid calls wait for them. */
class ComparisonLockTest {
  private final MovableClock time = new MovableClock();
  private final List<String> callsUnderTheLock = new ArrayList<>();

  private final LedgerStorage storage =
      new LedgerStorage() {
        private final LedgerStorage kept = new MemoryStorage(time, 100);

        @Override
        public <T> T change(Function<LedgerRows, T> work, Duration atMost) {
          return kept.change(rows -> work.apply(watched(rows)), atMost);
        }

        @Override
        public <T> T storeOutcome(
            Function<LedgerRows, T> work, Duration atMost, Consumer<Throwable> lost) {
          return kept.storeOutcome(work, atMost, lost);
        }

        @Override
        public <T> T read(Function<LedgerRows, T> work) {
          return kept.read(work);
        }

        @Override
        public void close() {}
      };

  private LedgerRows watched(LedgerRows rows) {
    return JdbcProxy.of(
        LedgerRows.class,
        (method, arguments) -> {
          callsUnderTheLock.add(method.getName());
          return JdbcProxy.invoke(rows, method, arguments);
        });
  }

  /**
   * With many entries that would take seconds, and outcomes of calls could not be stored in time.
   */
  @Test
  void comparisonAddsUpNoEntriesUnderTheLock() {
    SpendLedger ledger = new SpendLedger(storage);
    for (String balance : List.of("100.00", "99.35")) {
      callsUnderTheLock.clear();
      BalanceComparison unused =
          ledger.compare(() -> new AccountBalance("account", new BigDecimal(balance)));
      assertThat(callsUnderTheLock)
          .containsExactly("now", "firstReading", "changeNumber", "insert");
      time.advance(Duration.ofMinutes(1));
    }
  }
}
