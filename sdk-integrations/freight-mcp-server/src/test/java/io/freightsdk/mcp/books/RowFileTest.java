package io.freightsdk.mcp.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.store.BookStore;
import io.freightsdk.testsupport.Size;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file under the books: what a crash, a full disk or another process leaves of it. */
class RowFileTest {
  @TempDir Path parent;
  private PrivateFolder folder;
  private Path file;
  private Path lock;

  @BeforeEach
  void open() {
    folder = PrivateFolder.open(parent.resolve("books"));
    file = folder.path().resolve("default.books");
    lock = folder.path().resolve("default.lock");
  }

  private RowFile rows() {
    return RowFile.open(folder, "default");
  }

  private static Map<String, String> all(RowFile rows) {
    return rows.change(now -> new TreeMap<>(now.list("")));
  }

  private static void put(RowFile rows, String id, String text) {
    boolean unused =
        rows.change(
            now -> {
              now.write(id, text);
              return true;
            });
  }

  /** The process ends here, in the middle of what it does. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  /** Ends the process at one step, after some of its bytes. */
  private static final class KilledAt extends Disk {
    private final int step;
    private final double part;
    private int steps;

    KilledAt(int step, double part) {
      this.step = step;
      this.part = part;
    }

    private boolean isNow() {
      return ++steps == step;
    }

    @Override
    void write(RandomAccessFile to, long position, byte[] bytes) throws IOException {
      if (!isNow()) {
        super.write(to, position, bytes);
        return;
      }
      super.write(to, position, Arrays.copyOf(bytes, (int) (bytes.length * part)));
      throw new Killed();
    }

    @Override
    void cut(RandomAccessFile what, long length) throws IOException {
      if (isNow()) throw new Killed();
      super.cut(what, length);
    }

    @Override
    void sync(RandomAccessFile what) throws IOException {
      if (isNow()) throw new Killed();
      super.sync(what);
    }

    @Override
    void replace(Path with, Path what) throws IOException {
      if (isNow()) throw new Killed();
      super.replace(with, what);
    }
  }

  @Test
  void aProcessThatIsKilledAtAnyStepLosesNothingThatWasCommitted() {
    int kills = 0;
    for (double part : List.of(0.9, 0.0, 0.3, 1.0).subList(0, Size.of(2, 4))) {
      for (int step = 1; ; step++) {
        String name = "book-" + step + "-" + (int) (part * 10);
        List<String> told = new ArrayList<>();
        boolean killed = false;
        try {
          RowFile rows = RowFile.open(folder, name, new KilledAt(step, part));
          // The third is large enough that the file is written again as a whole.
          for (int i = 0; i < 6; i++) {
            put(rows, "row", i + "x".repeat(i < 2 ? 10 : 400_000));
            told.add(String.valueOf(i));
          }
        } catch (Killed e) {
          killed = true;
          kills++;
        }
        RowFile after = RowFile.open(folder, name);
        String row = all(after).getOrDefault("row", "");
        String last = row.isEmpty() ? "" : row.substring(0, 1);
        // The one that was on its way may be there, and whole.
        List<String> may = new ArrayList<>(List.of(String.valueOf(told.size())));
        may.add(told.isEmpty() ? "" : told.get(told.size() - 1));
        assertThat(last).as("step %d, part %s", step, part).isIn(may);
        put(after, "next", "works");
        assertThat(all(RowFile.open(folder, name))).containsEntry("next", "works");
        if (!killed) break;
      }
    }
    assertThat(kills).as("steps at which it was killed").isGreaterThan(Size.of(25, 50));
  }

  @Test
  void aLineThatIsCutAtAnyByteIsAChangeThatNeverWas() throws IOException {
    RowFile rows = rows();
    put(rows, "a", "1");
    long whole = Files.size(file);
    byte[] remembered = Files.readAllBytes(lock);
    put(rows, "a", "2 \u20ac \n and more");
    byte[] both = Files.readAllBytes(file);
    for (int length = (int) whole; length < both.length; length++) {
      Files.write(file, Arrays.copyOf(both, length));
      // The lock's file is written after the line.
      Files.write(lock, remembered);
      RowFile again = RowFile.open(folder, "default");
      assertThat(all(again)).containsExactly(Map.entry("a", "1"));
      put(again, "b", "3");
      assertThat(all(rows())).containsOnlyKeys("a", "b").containsEntry("a", "1");
    }
  }

  @Test
  void aDamagedLineBeforeOthersIsRefusedAndLeftAlone() throws IOException {
    RowFile rows = rows();
    for (int i = 0; i < 3; i++) put(rows, "row " + i, "1.00 USD");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);

    assertThatThrownBy(this::rows)
        .isInstanceOfSatisfying(SpendStoreException.class, e -> assertThat(e.isPassing()).isFalse())
        .hasMessageContaining("is damaged before its end; restore it from a copy");
    assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
  }

  @Test
  void somebodyElsesFileIsRefusedAndLeftAlone() throws IOException {
    Files.writeString(folder.file("default.books"), "a letter to my aunt");
    assertThatThrownBy(this::rows).hasMessageContaining("is not a file of books");
    assertThat(file).hasContent("a letter to my aunt");
  }

  @Test
  void aFileThatGoesOrShrinksWhileItIsOpenStopsEverything() throws IOException {
    RowFile rows = rows();
    put(rows, "a", "1");
    byte[] first = Files.readAllBytes(file);
    put(rows, "a", "2");
    Files.write(file, first);
    assertThatThrownBy(() -> all(rows)).hasMessageContaining("is shorter than it was");
    Files.delete(file);
    assertThatThrownBy(() -> all(rows)).hasMessageContaining("nobody knows what was spent");
  }

  private void areRefused(String why) {
    assertThatThrownBy(this::rows)
        .isInstanceOfSatisfying(SpendStoreException.class, e -> assertThat(e.isPassing()).isFalse())
        .hasMessageContaining(file + " " + why + ", so nobody knows what was spent")
        .hasMessageContaining("start new books: stop the servers that use it and delete both it")
        .hasMessageEndingWith(" and " + lock);
  }

  @Test
  void rowsThatAreGoneAtTheStartAreRefusedUntilBothFilesAreDeleted() throws IOException {
    put(rows(), "a", "1");
    byte[] good = Files.readAllBytes(file);
    Files.delete(file);
    areRefused("has gone");
    assertThat(file).as("not begun again").doesNotExist();
    Files.write(file, good);
    PrivateFolderTest.allow(file, "rw-------");
    assertThat(all(rows())).as("put back").containsExactly(Map.entry("a", "1"));

    Files.delete(file);
    Files.delete(lock);
    assertThat(all(rows())).isEmpty();
  }

  @Test
  void rowsThatLostWholeLinesBetweenTwoStartsAreRefused() throws IOException {
    RowFile rows = rows();
    for (int i = 0; i < 10; i++) put(rows, "row " + i, "1.00 USD");
    List<String> lines = Files.readAllLines(file);
    for (int kept : List.of(9, 5, 1)) {
      Files.write(file, lines.subList(0, kept));
      areRefused("is shorter than it was");
    }
    Files.write(file, lines);
    assertThat(all(rows())).hasSize(10);
  }

  @Test
  void anotherFileInPlaceOfTheRowsIsRefused() throws IOException {
    put(rows(), "spent", "19.54 USD");
    RowFile.open(folder, "other");
    Files.copy(folder.path().resolve("other.books"), file, StandardCopyOption.REPLACE_EXISTING);
    areRefused("is not the one that was here");
  }

  @Test
  void aLineOfAnotherProcessIsMissedByOneThatHasNotReadIt() throws IOException {
    RowFile one = rows();
    byte[] before = Files.readAllBytes(file);
    put(rows(), "spent", "0.65 USD");
    Files.write(file, before);
    assertThatThrownBy(() -> all(one)).hasMessageContaining("is shorter than it was");
  }

  @Test
  void aLockThatRemembersNothingGoesOnWorking() throws IOException {
    put(rows(), "a", "1");
    byte[] whole = Files.readAllBytes(lock);
    // By a release that wrote nothing into it, and by processes that were killed while they wrote.
    for (int length : List.of(0, 1, 12, whole.length - 2)) {
      Files.write(lock, Arrays.copyOf(whole, length));
      assertThat(all(rows())).as("%d bytes", length).containsEntry("a", "1");
    }
    put(rows(), "b", "2");
    Files.delete(file);
    areRefused("has gone");
  }

  @Test
  void aFileThatWasWrittenAnewIsRememberedByItsNewLength() throws IOException {
    RowFile rows = rows();
    for (int i = 0; i < 8; i++) put(rows, "row", i + "x".repeat(300_000));
    assertThat(all(rows())).hasSize(1);
    put(rows, "last", "1");
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
    RowFile rows = RowFile.open(folder, "default", disk);
    put(rows, "row", "before");
    full[0] = true;
    for (int i = 0; i < 8; i++) put(rows, "row", i + "x".repeat(300_000));
    assertThat(all(rows()).get("row")).startsWith("7");
    full[0] = false;
    put(rows, "row", "after");
    assertThat(all(rows())).containsExactly(Map.entry("row", "after"));
  }

  @Test
  void whyAChangeFailedIsSaidOnceUntilOneWorks() throws IOException {
    List<String> said = new ArrayList<>();
    RowFile rows = RowFile.open(folder, "default", said::add);
    put(rows, "a", "1");
    byte[] good = Files.readAllBytes(file);
    for (int round = 1; round <= 2; round++) {
      Files.delete(file);
      for (int i = 0; i < 3; i++) assertThatThrownBy(() -> all(rows)).hasMessageContaining("gone");
      assertThat(said).hasSize(round).allMatch(line -> line.contains(file + " has gone"));
      Files.write(file, good);
      assertThat(all(rows)).containsEntry("a", "1");
    }
  }

  @Test
  void aFullDiskChangesNothing() {
    boolean[] full = {false};
    RowFile rows =
        RowFile.open(
            folder,
            "default",
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
    put(rows, "a", "1");
    full[0] = true;
    assertThatThrownBy(() -> put(rows, "a", "2"))
        .isInstanceOfSatisfying(SpendStoreException.class, e -> assertThat(e.isPassing()).isTrue())
        .hasMessageContaining("No space left");
    assertThat(all(rows)).containsEntry("a", "1");
    full[0] = false;
    put(rows, "a", "3");
    assertThat(all(rows())).containsExactly(Map.entry("a", "3"));
  }

  @Test
  void aDiskThatDoesNotSayWhetherItWroteIsAnUnknownCommit() {
    boolean[] broken = {false};
    RowFile rows =
        RowFile.open(
            folder,
            "default",
            new Disk() {
              @Override
              void sync(RandomAccessFile what) throws IOException {
                if (broken[0]) throw new IOException("Input/output error");
                super.sync(what);
              }
            });
    broken[0] = true;
    assertThatThrownBy(() -> put(rows, "a", "2")).hasCauseInstanceOf(BookStore.CommitUnknown.class);
    broken[0] = false;
    assertThat(all(rows)).as("read again").isEqualTo(all(rows()));
  }

  @Test
  void aChangeThatThrowsChangesNothing() {
    RowFile rows = rows();
    assertThatThrownBy(
            () ->
                rows.change(
                    now -> {
                      now.write("a", "1");
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(all(rows)).isEmpty();
  }

  @Test
  void aChangeSeesItselfAndKeepsTheOrder() {
    RowFile rows = rows();
    put(rows, "b", "1");
    Map<String, String> seen =
        rows.change(
            now -> {
              now.write("a", "2");
              now.write("c", "3");
              now.delete("b");
              assertThat(now.read("b")).isNull();
              return new TreeMap<>(now.list(""));
            });
    assertThat(seen).containsExactly(Map.entry("a", "2"), Map.entry("c", "3"));
    assertThat(all(rows())).isEqualTo(seen);
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
              RowFile rows = rows();
              for (int n = 0; n < each; n++) {
                boolean unused =
                    rows.change(
                        now -> {
                          String count = now.read("count");
                          int next = count == null ? 1 : Integer.parseInt(count) + 1;
                          now.write("count", String.valueOf(next));
                          return true;
                        });
              }
              return true;
            });
      }
      for (Future<Boolean> done : threads.invokeAll(work)) assertThat(done.get()).isTrue();
    } finally {
      threads.shutdown();
    }
    assertThat(all(rows())).containsExactly(Map.entry("count", String.valueOf(4 * each)));
  }

  @Test
  void anInterruptedThreadWritesWholeLinesAndStaysInterrupted() {
    RowFile rows = rows();
    Thread.currentThread().interrupt();
    put(rows, "a", "1");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(all(rows())).containsEntry("a", "1");
  }

  @Test
  void anOldFileIsWrittenAnewAndOthersNotice() throws IOException {
    RowFile one = rows();
    RowFile other = rows();
    for (int i = 0; i < 8; i++) {
      put(i % 2 == 0 ? one : other, "row", i + "x".repeat(300_000));
    }
    assertThat(Files.size(file)).isLessThan(1_600_000);
    assertThat(all(one)).isEqualTo(all(other));
    assertThat(all(one).get("row")).startsWith("7");
  }
}
