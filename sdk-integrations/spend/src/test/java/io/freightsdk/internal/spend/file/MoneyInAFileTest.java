package io.freightsdk.internal.spend.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.spend.MoneyModel;
import io.freightsdk.internal.spend.MoneyModelContract;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.TwoProcesses;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.TestStorage;
import io.freightsdk.testing.Seeds;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The model of the money, with its rows in a file. */
class MoneyInAFileTest extends MoneyModelContract {
  /** So small that the file is written again as a whole all the time. */
  private static final long SMALL = 20_000;

  @TempDir Path folder;
  private int files;

  private Path file() {
    return folder.resolve("ledger-" + files++);
  }

  @Override
  protected TestStorage storage() {
    Path file = file();
    return clock -> FileStorage.open(file, clock, new QuickDisk(), SMALL);
  }

  @Override
  protected int programs() {
    return 150;
  }

  /** A disk that is full for a while, or does not say whether it has written. */
  private static final class FailingDisk extends QuickDisk {
    private static final int ONE_OF = 25;
    private final Random random;
    int failures;

    FailingDisk(Random random) {
      this.random = random;
    }

    private void mayFail() throws IOException {
      if (random.nextInt(ONE_OF) > 0) return;
      failures++;
      throw new IOException("No space left on device");
    }

    @Override
    void write(RandomAccessFile file, long position, byte[] bytes) throws IOException {
      super.write(file, position, bytes);
      mayFail();
    }

    @Override
    void cut(RandomAccessFile file, long length) throws IOException {
      mayFail();
      super.cut(file, length);
    }

    @Override
    void sync(RandomAccessFile file) throws IOException {
      mayFail();
    }
  }

  private static Storage opened(Path file, Clock clock, Disk disk) {
    while (true) {
      try {
        return FileStorage.open(file, clock, disk, SMALL);
      } catch (SpendLedgerException e) {
        assertThat(e.isPassing()).isTrue();
      }
    }
  }

  @Test
  void noProgramOfTwoProcessesOnABadDiskPassesALimitOrLosesMoney() {
    int failures = 0;
    long first = Seeds.orFresh(3) * 1_000_000;
    for (long seed = first; seed < first + 75; seed++) {
      Path file = file();
      Random random = new Random(seed);
      FailingDisk disk = new FailingDisk(random);
      new MoneyModel(
              seed,
              clock ->
                  new TwoProcesses(opened(file, clock, disk), opened(file, clock, disk), random))
          .run();
      failures += disk.failures;
    }
    assertThat(failures).isPositive();
  }
}
