package io.freightsdk.internal.spend.file;

import io.freightsdk.internal.spend.Entry;
import io.freightsdk.internal.spend.Filter;
import io.freightsdk.internal.spend.Head;
import io.freightsdk.internal.spend.Line;
import io.freightsdk.internal.spend.Memory;
import io.freightsdk.internal.spend.Micros;
import io.freightsdk.internal.spend.Reservation;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.Sum;
import io.freightsdk.internal.spend.memory.MemoryStorage;
import io.freightsdk.spend.SpendLedgerException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in a file that the processes of one machine share. Each has all rows in memory, and the
 * file has a line for every change of any of them.
 */
public final class FileStorage implements Storage {
  private static final String FORMAT = "freight-ledger 1";

  /** So long may a line be where many rows are written at once. */
  private static final int STEPS_IN_A_LINE = 100;

  private final Path file;
  private final Clock clock;
  private final Journal journal;

  /** Changed by whoever holds the journal; read by everybody. */
  private volatile MemoryStorage rows;

  /** The highest number of a line, also of one that was dropped. Guarded by the journal. */
  private long lastId;

  private FileStorage(Path file, Clock clock, Disk disk, long worthRewriting) {
    this.file = file;
    this.clock = clock;
    this.rows = MemoryStorage.thatKeepsEverything(clock);
    this.journal = Journal.open(file, FORMAT, new Content(), disk, worthRewriting);
  }

  /**
   * Opens the ledger of a file, and creates it if there is none.
   *
   * @throws SpendLedgerException if the file cannot be opened, is not what was written, or can be
   *     changed by others
   */
  public static FileStorage open(Path file, Clock clock) {
    return open(file, clock, Disk.REAL, Journal.WORTH_REWRITING);
  }

  static FileStorage open(Path file, Clock clock, Disk disk, long worthRewriting) {
    FileStorage opened = new FileStorage(file, clock, disk, worthRewriting);
    // A copy does not know what was paid since it was made.
    if (opened.journal.isRestored()) opened.change(FileStorage::knowsFromNowOn);
    return opened;
  }

  private static boolean knowsFromNowOn(Rows rows) {
    rows.put(rows.head().since(rows.now()));
    return true;
  }

  @Override
  public <T> T change(Function<Rows, T> work) {
    return journal.change(
        pen -> {
          Change change = new Change(Micros.of(clock.instant()), lastId);
          T result =
              rows.change(
                  change.at(),
                  stored -> {
                    T done = work.apply(new Recorded(stored, change));
                    if (change.size() > 0) pen.append(change.line());
                    return done;
                  });
          lastId = change.lastId();
          return result;
        });
  }

  /** What other processes have stored until now is read first. */
  @Override
  public <T> T look(Function<Rows, T> work) {
    journal.catchUp();
    return rows.look(work);
  }

  @Override
  public boolean mayBlock() {
    return true;
  }

  /** Between two changes nothing is open. */
  @Override
  public void close() {}

  /** What the lines of the file amount to. */
  private final class Content implements Journal.Content {
    @Override
    public void add(List<String> lines, boolean all) {
      MemoryStorage to = all ? MemoryStorage.thatKeepsEverything(clock) : rows;
      long last = all ? 0 : lastId;
      try {
        for (String line : lines) {
          Change change = Change.of(line);
          to.change(
              change.at(),
              stored -> {
                change.to(stored);
                return true;
              });
          last = change.lastId();
        }
      } catch (RuntimeException e) {
        throw new SpendLedgerException(
            file + " has lines that this release cannot read; use the one that wrote them",
            e,
            false);
      }
      rows = to;
      lastId = last;
    }

    @Override
    public List<String> all() {
      List<String> lines = new ArrayList<>();
      Lines writing = new Lines(lines);
      rows.copyTo(writing);
      writing.end();
      return lines;
    }
  }

  /** Writes all rows, some in each line. */
  private final class Lines implements MemoryStorage.Copy {
    private final List<String> lines;
    private final long now = Micros.of(clock.instant());
    private Change next = new Change(now, lastId);

    Lines(List<String> lines) {
      this.lines = lines;
    }

    private Change next() {
      if (next.size() == STEPS_IN_A_LINE) end();
      return next;
    }

    void end() {
      lines.add(next.line());
      next = new Change(now, lastId);
    }

    @Override
    public void put(Head head) {
      next().put(head);
    }

    @Override
    public void put(Line line) {
      next().put(line);
    }

    @Override
    public void put(Reservation reservation) {
      next().put(reservation);
    }

    @Override
    public void add(Map<Sum, Long> amounts) {
      next().add(amounts);
    }

    @Override
    public void put(Memory memory) {
      next().put(memory);
    }
  }

  /** The rows in memory, of which a change notes what is done to them. */
  private record Recorded(Rows rows, Change change) implements Rows {
    @Override
    public long now() {
      return rows.now();
    }

    @Override
    public Head head() {
      return rows.head();
    }

    @Override
    public void put(Head head) {
      rows.put(head);
      change.put(head);
    }

    @Override
    public long nextId() {
      return change.nextId();
    }

    @Override
    public Found find(String name, List<Sum.Range> ranges) {
      return rows.find(name, ranges);
    }

    @Override
    public void retire(Entry entry) {
      rows.retire(entry);
      change.retire(entry);
    }

    @Override
    public @Nullable Entry retired(String name, String reservationId) {
      return rows.retired(name, reservationId);
    }

    @Override
    public Map<Sum, Long> sums(List<Sum.Range> ranges) {
      return rows.sums(ranges);
    }

    @Override
    public void add(Map<Sum, Long> amounts) {
      rows.add(amounts);
      change.add(amounts);
    }

    @Override
    public void put(Reservation reservation) {
      rows.put(reservation);
      change.put(reservation);
    }

    @Override
    public List<Reservation> expired(int atMost) {
      return rows.expired(atMost);
    }

    @Override
    public long lastExpiry(String scope) {
      return rows.lastExpiry(scope);
    }

    @Override
    public void put(Line line) {
      rows.put(line);
      change.put(line);
    }

    @Override
    public @Nullable Line line(long id) {
      return rows.line(id);
    }

    @Override
    public @Nullable Line line(String name) {
      return rows.line(name);
    }

    @Override
    public List<Line> lines(Filter filter, long afterId, int atMost) {
      return rows.lines(filter, afterId, atMost);
    }

    @Override
    public Totals totals(Filter filter) {
      return rows.totals(filter);
    }

    @Override
    public List<Entry> recent(long since) {
      return rows.recent(since);
    }

    @Override
    public int drop(long before, int atMost) {
      int dropped = rows.drop(before, atMost);
      if (dropped > 0) change.drop(before, atMost);
      return dropped;
    }

    @Override
    public void sweep() {
      rows.sweep();
      change.sweep();
    }

    @Override
    public @Nullable Memory memory(String name) {
      return rows.memory(name);
    }

    @Override
    public List<Memory> memories(String prefix) {
      return rows.memories(prefix);
    }

    @Override
    public void put(Memory memory) {
      rows.put(memory);
      change.put(memory);
    }

    @Override
    public void forget(String name) {
      rows.forget(name);
      change.forget(name);
    }
  }
}
