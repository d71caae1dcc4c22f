package io.freightsdk.internal.spend.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.spend.SpendLedgerException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file under a ledger: what a crash, a full disk or another process leaves of it. */
class JournalIT {
  @TempDir Path parent;
  private Path file;
  private Path lock;

  @BeforeEach
  void open() throws IOException {
    Path folder = parent.toRealPath().resolve("books");
    file = folder.resolve("ledger");
    lock = folder.resolve("ledger.lock");
  }

  private TextRows rows() {
    return TextRows.open(file, Disk.REAL);
  }

  @Test
  void aProcessThatIsKilledAtAnyStepLosesNothingThatWasCommitted() {
    int kills = 0;
    for (double part : List.of(0.9, 0.0, 0.3, 1.0).subList(0, 2)) {
      for (int step = 1; ; step++) {
        Path path = file.resolveSibling("ledger-" + step + "-" + (int) (part * 10));
        List<String> told = new ArrayList<>();
        boolean killed = false;
        try {
          TextRows rows = TextRows.open(path, new KilledAt(step, part));
          // The third is large enough that the file is written again as a whole.
          for (int i = 0; i < 6; i++) {
            rows.put("row", i + "x".repeat(i < 2 ? 10 : 400_000));
            told.add(String.valueOf(i));
          }
        } catch (KilledAt.Killed e) {
          killed = true;
          kills++;
        }
        TextRows after = TextRows.open(path, Disk.REAL);
        String row = after.read().getOrDefault("row", "");
        String last = row.isEmpty() ? "" : row.substring(0, 1);
        // The one that was on its way may be there, and whole.
        List<String> may = new ArrayList<>(List.of(String.valueOf(told.size())));
        may.add(told.isEmpty() ? "" : told.get(told.size() - 1));
        assertThat(last).as("step %d, part %s", step, part).isIn(may);
        after.put("next", "works");
        assertThat(TextRows.open(path, Disk.REAL).read()).containsEntry("next", "works");
        if (!killed) break;
      }
    }
    assertThat(kills).as("steps at which it was killed").isGreaterThan(25);
  }

  @Test
  void aLineThatIsCutAtAnyByteIsAChangeThatNeverWas() throws IOException {
    TextRows rows = rows();
    rows.put("a", "1");
    long whole = Files.size(file);
    byte[] remembered = Files.readAllBytes(lock);
    rows.put("a", "2 \u20ac and more");
    byte[] both = Files.readAllBytes(file);
    for (int length = (int) whole; length < both.length; length++) {
      Files.write(file, Arrays.copyOf(both, length));
      // The lock's file is written after the line.
      Files.write(lock, remembered);
      TextRows again = rows();
      assertThat(again.read()).containsExactly(Map.entry("a", "1"));
      again.put("b", "3");
      assertThat(rows().read()).containsOnlyKeys("a", "b").containsEntry("a", "1");
    }
  }

  @Test
  void aBitThatIsWrongIsRefusedAndLeftAlone() throws IOException {
    TextRows rows = rows();
    for (int i = 0; i < 3; i++) rows.put("row " + i, "1.00 USD");
    byte[] good = Files.readAllBytes(file);
    for (int at = 0; at < good.length; at++) {
      byte[] bytes = good.clone();
      bytes[at] ^= 1;
      Files.write(file, bytes);
      assertThatThrownBy(this::rows)
          .as("byte %d", at)
          .isInstanceOfSatisfying(
              SpendLedgerException.class, e -> assertThat(e.isPassing()).isFalse())
          .message()
          .containsAnyOf("restore it from a copy", "put it back", "move it away");
      assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
    }
  }

  @Test
  void aFileOfAnyOtherLengthThanItHadIsRefused() throws IOException {
    TextRows rows = rows();
    for (int i = 0; i < 3; i++) rows.put("row " + i, "1.00 USD");
    byte[] good = Files.readAllBytes(file);
    for (int length = 0; length < good.length; length++) {
      Files.write(file, Arrays.copyOf(good, length));
      areRefused("is shorter than it was");
    }
    Files.write(file, good);
    assertThat(rows().read()).hasSize(3);
  }

  @Test
  void somebodyElsesFileIsRefusedAndLeftAlone() throws IOException {
    Files.writeString(
        PrivateFolder.open(file.getParent()).file("ledger"), "a letter of somebody else");
    assertThatThrownBy(this::rows)
        .hasMessageContaining("is not a file that begins with \"text-rows 1\"");
    assertThat(file).hasContent("a letter of somebody else");
  }

  @Test
  void aFileThatGoesOrShrinksWhileItIsOpenStopsEverything() throws IOException {
    TextRows rows = rows();
    rows.put("a", "1");
    byte[] first = Files.readAllBytes(file);
    rows.put("a", "2");
    Files.write(file, first);
    assertThatThrownBy(() -> rows.read()).hasMessageContaining("is shorter than it was");
    Files.delete(file);
    assertThatThrownBy(() -> rows.read()).hasMessageContaining("nobody knows what was spent");
  }

  private void areRefused(String why) {
    assertThatThrownBy(this::rows)
        .isInstanceOfSatisfying(
            SpendLedgerException.class, e -> assertThat(e.isPassing()).isFalse())
        .hasMessageContaining(file + " " + why + ", so nobody knows what was spent")
        .hasMessageContaining("start over: stop the programs that use it and delete both it")
        .hasMessageEndingWith(" and " + lock);
  }

  @Test
  void rowsThatAreGoneAtTheStartAreRefusedUntilBothFilesAreDeleted() throws IOException {
    rows().put("a", "1");
    byte[] good = Files.readAllBytes(file);
    Files.delete(file);
    areRefused("has gone");
    assertThat(file).as("not begun again").doesNotExist();
    Files.write(file, good);
    PrivateFolderIT.allow(file, "rw-------");
    assertThat(rows().read()).as("put back").containsExactly(Map.entry("a", "1"));

    Files.delete(file);
    Files.delete(lock);
    assertThat(rows().read()).isEmpty();
  }

  @Test
  void anotherFileInPlaceOfTheRowsIsRefused() throws IOException {
    rows().put("spent", "19.54 USD");
    TextRows unused = TextRows.open(file.resolveSibling("other"), Disk.REAL);
    Files.copy(file.resolveSibling("other"), file, StandardCopyOption.REPLACE_EXISTING);
    areRefused("is not the one that was here");
  }

  @Test
  void aLineOfAnotherProcessIsMissedByOneThatHasNotReadIt() throws IOException {
    TextRows one = rows();
    byte[] before = Files.readAllBytes(file);
    rows().put("spent", "0.65 USD");
    Files.write(file, before);
    assertThatThrownBy(() -> one.read()).hasMessageContaining("is shorter than it was");
  }

  @Test
  void aLockThatRemembersNothingGoesOnWorking() throws IOException {
    rows().put("a", "1");
    byte[] whole = Files.readAllBytes(lock);
    // By a release that wrote nothing into it, and by processes that were killed while they wrote.
    for (int length : List.of(0, 1, 12, whole.length - 2)) {
      Files.write(lock, Arrays.copyOf(whole, length));
      assertThat(rows().read()).as("%d bytes", length).containsEntry("a", "1");
    }
    rows().put("b", "2");
    Files.delete(file);
    areRefused("has gone");
  }

  @Test
  void aFileThatWasWrittenAnewIsRememberedByItsNewLength() throws IOException {
    TextRows rows = rows();
    for (int i = 0; i < 8; i++) rows.put("row", i + "x".repeat(300_000));
    assertThat(rows().read()).hasSize(1);
    rows.put("last", "1");
    byte[] good = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(good, good.length - 1));
    areRefused("is shorter than it was");
  }

  /** A disk that is full when the length is noted, but not when the rows are written. */
  @Test
  void aLengthThatCannotBeNotedLagsBehind() {
    boolean[] full = {false};
    Disk disk =
        new Disk() {
          @Override
          void write(RandomAccessFile to, long position, byte[] bytes) throws IOException {
            if (full[0] && position == 0 && bytes.length < 200) throw new IOException("full");
            super.write(to, position, bytes);
          }
        };
    TextRows rows = TextRows.open(file, disk);
    rows.put("row", "before");
    full[0] = true;
    for (int i = 0; i < 8; i++) rows.put("row", i + "x".repeat(300_000));
    assertThat(rows().read().get("row")).startsWith("7");
    full[0] = false;
    rows.put("row", "after");
    assertThat(rows().read()).containsExactly(Map.entry("row", "after"));
  }

  /** Here a folder has the name of the new file. */
  @Test
  void aFileThatCannotBeWrittenAnewGoesOnGrowing() throws IOException {
    TextRows rows = rows();
    Path inTheWay = Files.createDirectory(file.resolveSibling("ledger.new"));
    for (int i = 0; i < 8; i++) rows.put("row", i + "x".repeat(300_000));
    assertThat(rows().read().get("row")).startsWith("7");
    assertThat(Files.size(file)).isGreaterThan(2_000_000);
    Files.delete(inTheWay);
    rows.put("row", "8");
    assertThat(Files.size(file)).isLessThan(1_000);
    assertThat(rows().read()).containsExactly(Map.entry("row", "8"));
  }

  @Test
  void aFullDiskChangesNothing() {
    boolean[] full = {false};
    TextRows rows =
        TextRows.open(
            file,
            new Disk() {
              @Override
              void write(RandomAccessFile to, long position, byte[] bytes) throws IOException {
                if (!full[0]) {
                  super.write(to, position, bytes);
                  return;
                }
                super.write(to, position, Arrays.copyOf(bytes, 7));
                throw new IOException("No space left on device");
              }
            });
    rows.put("a", "1");
    full[0] = true;
    assertThatThrownBy(() -> rows.put("a", "2"))
        .isInstanceOfSatisfying(SpendLedgerException.class, e -> assertThat(e.isPassing()).isTrue())
        .hasMessageContaining("No space left");
    assertThat(rows.read()).containsEntry("a", "1");
    full[0] = false;
    rows.put("a", "3");
    assertThat(rows().read()).containsExactly(Map.entry("a", "3"));
  }

  @Test
  void whatADiskDidNotSayIsReadAgain() {
    boolean[] broken = {false};
    TextRows rows =
        TextRows.open(
            file,
            new Disk() {
              @Override
              void sync(RandomAccessFile what) throws IOException {
                if (broken[0]) throw new IOException("Input/output error");
                super.sync(what);
              }
            });
    broken[0] = true;
    assertThatThrownBy(() -> rows.put("a", "2"))
        .isInstanceOfSatisfying(
            SpendLedgerException.class, e -> assertThat(e.isPassing()).isTrue());
    broken[0] = false;
    assertThat(rows.read()).as("read again").isEqualTo(rows().read());
  }

  @Test
  void aChangeThatThrowsChangesNothing() {
    TextRows rows = rows();
    assertThatThrownBy(
            () ->
                rows.change(
                    "a",
                    before -> {
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(rows.read()).isEmpty();
    assertThat(rows().read()).isEmpty();
  }

  /** What is in the file counts, whatever became of those who wrote it. */
  @Test
  void aChangeThatThrowsAfterItWasWrittenIsReadAgain() {
    TextRows rows = rows();
    rows.failsToKeep = true;
    assertThatThrownBy(() -> rows.put("a", "1")).hasMessage("no memory");
    rows.failsToKeep = false;
    assertThat(rows.read()).containsExactly(Map.entry("a", "1"));
  }

  @Test
  void threadsThatShareTheFileLoseNoChange() throws Exception {
    int each = 20;
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Boolean>> work = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        work.add(
            () -> {
              TextRows rows = rows();
              for (int n = 0; n < each; n++) {
                rows.change(
                    "count",
                    count -> String.valueOf(count == null ? 1 : Integer.parseInt(count) + 1));
              }
              return true;
            });
      }
      for (Future<Boolean> done : threads.invokeAll(work)) assertThat(done.get()).isTrue();
    } finally {
      threads.shutdown();
    }
    assertThat(rows().read()).containsExactly(Map.entry("count", String.valueOf(4 * each)));
  }

  @Test
  void anInterruptedThreadWritesWholeLinesAndStaysInterrupted() {
    TextRows rows = rows();
    Thread.currentThread().interrupt();
    rows.put("a", "1");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(rows().read()).containsEntry("a", "1");
  }

  @Test
  void anOldFileIsWrittenAnewAndOthersNotice() throws IOException {
    TextRows one = rows();
    TextRows other = rows();
    for (int i = 0; i < 8; i++) {
      (i % 2 == 0 ? one : other).put("row", i + "x".repeat(300_000));
    }
    assertThat(Files.size(file)).isLessThan(1_600_000);
    assertThat(one.read()).isEqualTo(other.read());
    assertThat(one.read().get("row")).startsWith("7");
  }
}
