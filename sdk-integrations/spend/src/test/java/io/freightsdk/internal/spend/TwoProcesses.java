package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendLedgerException;
import java.util.Random;
import java.util.function.Function;

/** Two processes over one ledger that take turns, and make a change that failed once more. */
public class TwoProcesses implements Storage {
  private final Storage[] both;
  private final Random random;

  public TwoProcesses(Storage one, Storage other, Random random) {
    this.both = new Storage[] {one, other};
    this.random = random;
  }

  @Override
  public <T> T change(Function<Rows, T> work) {
    while (true) {
      try {
        return both[random.nextInt(2)].change(work);
      } catch (SpendLedgerException e) {
        if (!e.isPassing()) throw new AssertionError("a failure for ever", e);
      }
    }
  }

  @Override
  public <T> T look(Function<Rows, T> work) {
    return both[random.nextInt(2)].look(work);
  }

  @Override
  public boolean mayBlock() {
    return true;
  }

  @Override
  public void close() {}
}
