package io.freightsdk.spend;

import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.SqlStorage;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * A ledger in a database with short timeouts: callers wait 200 ms for an outcome to be stored,
 * attempts are 10 ms apart, and their total time is a parameter.
 */
public final class ShortTimeoutLedger {
  private static final Duration PAUSE = Duration.ofMillis(10);
  private static final Duration OUTCOME_TIMEOUT = Duration.ofMillis(200);

  private ShortTimeoutLedger() {}

  /**
   * Opens the ledger.
   *
   * @param retryTime how long the ledger tries to store an outcome after its caller has stopped
   *     waiting
   */
  public static SpendLedger jdbc(DataSource database, String name, Duration retryTime) {
    return new SpendLedger(
        new ShortTimeout(SqlStorage.open(database, name, null, PAUSE, retryTime)));
  }

  private record ShortTimeout(SqlStorage real) implements LedgerStorage {
    @Override
    public <T> T change(Function<LedgerRows, T> work, Duration atMost) {
      return real.change(work, atMost);
    }

    @Override
    public <T> T storeOutcome(
        Function<LedgerRows, T> work, Duration atMost, Consumer<Throwable> lost) {
      return real.storeOutcome(work, OUTCOME_TIMEOUT, lost);
    }

    @Override
    public <T> T read(Function<LedgerRows, T> work) {
      return real.read(work);
    }

    @Override
    public void close() {
      real.close();
    }
  }
}
