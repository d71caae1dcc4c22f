package io.freightsdk.internal.spend.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.internal.spend.Filter;
import io.freightsdk.internal.spend.Line;
import io.freightsdk.internal.spend.Memory;
import io.freightsdk.internal.spend.Micros;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.memory.MemoryStorage;
import io.freightsdk.spend.SpendLedgerException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read back from the file of a ledger is what was stored, whatever happened to it. */
class FileStorageTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-24T03:54:19.429589Z"), ZoneOffset.UTC);

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("ledger");
  }

  private static FileStorage open(Path file) {
    return FileStorage.open(file, CLOCK);
  }

  @Test
  void whatIsReadBackIsWhatWasStored() {
    Storage expected = MemoryStorage.thatKeepsEverything(CLOCK);
    Storage stored = open(file);
    for (long seed = 0; seed < 300; seed++) {
      RandomChanges.make(seed, expected);
      RandomChanges.make(seed, stored);
      boolean isRestart = seed % 20 == 0;
      if (isRestart) stored = open(file);
      if (isRestart) {
        assertThat(differences(stored, expected)).as("seed %d", seed).isEmpty();
      }
    }
  }

  private static List<String> differences(Storage found, Storage expected) {
    Map<String, Object> one = RandomChanges.read(found);
    Map<String, Object> other = RandomChanges.read(expected);
    return Stream.concat(one.keySet().stream(), other.keySet().stream())
        .distinct()
        .filter(what -> !Objects.equals(one.get(what), other.get(what)))
        .map(what -> "%s: %s, not %s".formatted(what, one.get(what), other.get(what)))
        .toList();
  }

  /** It says from when on it knows what was paid. */
  @Test
  void aCopyThatIsPutInPlaceKnowsNothingOfTheTimeBefore() throws IOException {
    put(open(file), "note", "kept");
    Instant restored = CLOCK.instant().plus(Duration.ofDays(3));
    assertThat(since(restored)).isEqualTo(CLOCK.instant());
    Files.delete(folder.resolve("ledger.lock"));

    assertThat(since(restored)).isEqualTo(restored);
    assertThat(since(restored.plusSeconds(1))).as("opened once more").isEqualTo(restored);
  }

  private Instant since(Instant now) {
    Storage opened = FileStorage.open(file, Clock.fixed(now, ZoneOffset.UTC));
    return Micros.instant(opened.look(rows -> rows.head().since()));
  }

  /** Wherever a process ends, its last change is there as a whole or not at all. */
  @Test
  void aProcessThatIsKilledLosesNoChangeThatItWasToldOf() throws IOException {
    Random random = new Random(7);
    Storage expected = MemoryStorage.thatKeepsEverything(CLOCK);
    long seed = 0;
    int stored = 0;
    for (int life = 0; life < 60; life++) {
      KilledAt disk = new KilledAt(1 + random.nextInt(60), random.nextDouble());
      try {
        Storage running = FileStorage.open(file, CLOCK, disk, Journal.WORTH_REWRITING);
        while (true) {
          make(seed, running);
          make(seed, expected);
          seed++;
        }
      } catch (KilledAt.Killed e) {
        Storage found = open(file);
        if (!differences(found, expected).isEmpty()) {
          make(seed, expected);
          seed++;
          stored++;
        }
        assertThat(differences(found, expected))
            .as("life %d, before seed %d", life, seed)
            .isEmpty();
      }
    }
    assertThat(stored).as("stored by processes that were not told so").isPositive();
    assertThat(Files.size(file)).as("written again as a whole").isLessThan(4_000_000);
    assertThat(seed).isGreaterThan(200);
  }

  /** Every second one is so large that the file is written again as a whole now and then. */
  private static void make(long seed, Storage storage) {
    if (seed % 2 == 0) RandomChanges.make(seed, storage);
    else put(storage, "large", seed + "x".repeat(100_000));
  }

  private static void put(Storage storage, String name, String text) {
    boolean unused =
        storage.change(
            rows -> {
              rows.put(new Memory(name, text, rows.now() + 1));
              return true;
            });
  }

  private static @Nullable String text(Storage storage, String name) {
    Memory found = storage.look(rows -> rows.memory(name));
    return found == null ? null : found.text();
  }

  @Test
  void whatOneProcessStoresOthersSee() {
    Storage one = open(file);
    Storage other = open(file);
    put(one, "run-7", "begun");
    assertThat(text(other, "run-7")).isEqualTo("begun");
    put(other, "run-7", "ended");
    assertThat(text(one, "run-7")).isEqualTo("ended");
    long first = one.change(Rows::nextId);
    assertThat(first).as("nothing was stored").isEqualTo(1);
  }

  @Test
  void aNumberIsNeverGivenAgain() {
    Storage one = open(file);
    Storage other = open(file);
    for (int i = 1; i <= 5; i++) {
      Storage storage = i % 2 == 0 ? one : other;
      long id = storage.change(FileStorageTest::adjust);
      assertThat(id).isEqualTo(i);
    }
    int dropped = one.change(rows -> rows.drop(rows.now() + 1, 100));
    assertThat(dropped).isEqualTo(5);
    long next = open(file).change(FileStorageTest::adjust);
    assertThat(next).isEqualTo(6);
  }

  private static long adjust(Rows rows) {
    long id = rows.nextId();
    rows.put(new Line.Adjustment(id, "top-up " + id, rows.now(), 1, "Ann", "top-up"));
    return id;
  }

  @Test
  void aChangeThatThrowsStoresNothing() {
    Storage storage = open(file);
    put(storage, "a", "1");
    assertThatThrownBy(
            () ->
                storage.change(
                    rows -> {
                      rows.put(new Memory("a", "2", rows.now()));
                      adjust(rows);
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(text(storage, "a")).isEqualTo("1");
    assertThat(text(open(file), "a")).isEqualTo("1");
    List<Line> lines = storage.look(rows -> rows.lines(Filter.ALL, 0, 10));
    assertThat(lines).isEmpty();
  }

  @Test
  void aLookCannotWrite() {
    Storage storage = open(file);
    assertThatThrownBy(() -> storage.look(Rows::nextId))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aFullDiskStoresNothingAndLaterEverything() {
    boolean[] full = {false};
    Storage storage =
        FileStorage.open(
            file,
            CLOCK,
            new Disk() {
              @Override
              void write(RandomAccessFile to, long position, byte[] bytes) throws IOException {
                super.write(to, position, full[0] ? Arrays.copyOf(bytes, 7) : bytes);
                if (full[0]) throw new IOException("No space left on device");
              }
            },
            Journal.WORTH_REWRITING);
    put(storage, "a", "1");
    full[0] = true;
    assertThatThrownBy(() -> put(storage, "a", "2"))
        .isInstanceOfSatisfying(SpendLedgerException.class, e -> assertThat(e.isPassing()).isTrue())
        .hasMessageContaining("No space left on device");
    assertThat(text(storage, "a")).isEqualTo("1");
    full[0] = false;
    put(storage, "b", "3");
    assertThat(text(open(file), "a")).isEqualTo("1");
    assertThat(text(open(file), "b")).isEqualTo("3");
  }

  @Test
  void aFileThatIsGoneStopsEveryChangeAndSaysWhatToDo() throws IOException {
    Storage storage = open(file);
    put(storage, "a", "1");
    Path away = folder.resolve("away");
    Files.move(file, away);
    assertThatThrownBy(() -> put(storage, "a", "2"))
        .isInstanceOfSatisfying(
            SpendLedgerException.class, e -> assertThat(e.isPassing()).isFalse())
        .hasMessageContaining("has gone, so nobody knows what was spent; put it back as it was")
        .hasMessageContaining("delete both it and ");
    assertThatThrownBy(() -> text(storage, "a")).hasMessageContaining("has gone");
    Files.move(away, file);
    assertThat(text(storage, "a")).isEqualTo("1");
  }

  @Test
  void linesOfALaterReleaseAreRefused() {
    Journal journal = Journal.open(file, "freight-ledger 1", new Unread());
    boolean unused =
        journal.change(
            pen -> {
              pen.append(
                  "{\"at\":\"2026-11-24T00:00:00Z\",\"lastId\":\"1\",\"rows\":[{\"x\":{}}]}");
              return true;
            });
    assertThatThrownBy(() -> open(file))
        .isInstanceOf(SpendLedgerException.class)
        .hasMessageContaining("has lines that this release cannot read; use the one that wrote");
  }

  private static final class Unread implements Journal.Content {
    @Override
    public void add(List<String> lines, boolean all) {}

    @Override
    public List<String> all() {
      return List.of();
    }
  }

  /** Amounts are in USD, with cents, and times are dates, as a person would write them. */
  @Test
  void theFileCanBeReadByAPerson() throws IOException {
    long unused =
        open(file)
            .change(
                rows -> {
                  long id = rows.nextId();
                  rows.put(
                      new Line.Adjustment(id, "a", rows.now(), 25_000_000_000L, "Ann", "top-up"));
                  return id;
                });
    assertThat(file)
        .content()
        .contains("\"at\":\"2026-11-24T03:54:19.429589Z\"")
        .contains("\"amountUsd\":\"25.00\"");
  }
}
