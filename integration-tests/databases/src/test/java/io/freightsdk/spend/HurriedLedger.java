package io.freightsdk.spend;

import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.SqlStorage;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * A ledger in a database whose callers wait less than two seconds for the end of a call, which
 * hardly pauses before it tries again, and which gives up sooner than half a minute.
 */
public final class HurriedLedger {
  private static final Duration PAUSE = Duration.ofMillis(10);
  private static final Duration FOR_THE_END = Duration.ofMillis(200);

  private HurriedLedger() {}

  /**
   * Opens it.
   *
   * @param late how long an end is tried after its caller has stopped waiting
   */
  public static SpendLedger jdbc(DataSource database, String name, Duration late) {
    return new SpendLedger(new Hurried(SqlStorage.open(database, name, null, PAUSE, late)));
  }

  private record Hurried(SqlStorage real) implements LedgerStorage {
    @Override
    public <T> T change(Function<LedgerRows, T> work, Duration atMost) {
      return real.change(work, atMost);
    }

    @Override
    public <T> T storeOutcome(
        Function<LedgerRows, T> work, Duration atMost, Consumer<Throwable> lost) {
      return real.storeOutcome(work, FOR_THE_END, lost);
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
