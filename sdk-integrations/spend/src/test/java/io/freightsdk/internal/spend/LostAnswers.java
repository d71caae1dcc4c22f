package io.freightsdk.internal.spend;

import java.util.Random;
import java.util.function.Function;

/** A storage of which some changes are taken back and made again, or made and made again. */
public final class LostAnswers implements Storage {
  private static final int ONE_OF = 4;

  private static final class TakenBack extends RuntimeException {
    private static final long serialVersionUID = 1;

    TakenBack() {
      super(null, null, false, false);
    }
  }

  private final Storage real;
  private final Random random;

  public LostAnswers(Storage real, Random random) {
    this.real = real;
    this.random = random;
  }

  @Override
  public <T> T change(Function<Rows, T> work) {
    switch (random.nextInt(2 * ONE_OF)) {
      case 0 -> {
        T unused = real.change(work);
      }
      case 1 -> takeBack(work);
      default -> {}
    }
    return real.change(work);
  }

  private void takeBack(Function<Rows, ?> work) {
    try {
      real.change(
          rows -> {
            work.apply(rows);
            throw new TakenBack();
          });
    } catch (TakenBack expected) {
      // As after a commit that failed.
    }
  }

  @Override
  public <T> T look(Function<Rows, T> work) {
    return real.look(work);
  }

  @Override
  public boolean mayBlock() {
    return real.mayBlock();
  }

  @Override
  public void close() {
    real.close();
  }
}
