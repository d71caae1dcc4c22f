package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.store.Book;
import java.time.Clock;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Notices books that went back, and a clock of the books that jumped, by what this process has
 * lived through. It compares steps since the last look and never times of day, so a clock that is
 * constantly wrong and a machine that was suspended change nothing. Safe for concurrent use.
 */
final class Guard {
  private static final System.Logger LOG = System.getLogger(SpendBooks.class.getName());
  private static final long TOLERANCE = Duration.ofMinutes(2).toNanos() / 1000;

  private final String process;
  private final Clock clock;
  private final LongSupplier nanoTime;

  /** All below guarded by this. */
  private boolean looked;

  private long bookTime;
  private long wallTime;
  private long monotonic;
  private @Nullable String generation;

  /** Changes of this process that are surely committed. */
  private long committed;

  Guard(String process, Clock clock, LongSupplier nanoTime) {
    this.process = process;
    this.clock = clock;
    this.nanoTime = nanoTime;
  }

  /** What a change may rely on. */
  record Checked(long now, long changes, String generation, @Nullable String fault) {}

  /**
   * Looks at the books within a change, and notes the change in them.
   *
   * @return the time to book at, which is that of this process while the clock of the books is not
   *     believed; and what is wrong, in which case nothing paid may be sent
   */
  synchronized Checked check(Book book, Head head) {
    long now = book.now();
    String jumped = steps(now);
    String older = older(book, head);
    long known = looked ? bookTime + (monotonicMicros() - monotonic) : now;
    long changes = changes(book) + 1;
    book.write(new Cells.Committed(process, changes, now));
    String fault = older != null ? older : jumped;
    return new Checked(jumped == null ? now : known, changes, head.generation, fault);
  }

  /** The change is surely committed. */
  synchronized void committed(Checked checked) {
    boolean same = checked.generation.equals(generation);
    if (generation == null || !same) {
      if (generation != null) {
        LOG.log(
            System.Logger.Level.WARNING,
            "the books were accepted by a person as they are now (generation {0}); this process goes on with them",
            checked.generation);
      }
      generation = checked.generation;
      committed = checked.changes;
    }
    committed = Math.max(committed, checked.changes);
  }

  private long changes(Book book) {
    return book.read(Cells.PROCESS + process) instanceof Cells.Committed known
        ? known.changes()
        : 0;
  }

  private @Nullable String older(Book book, Head head) {
    boolean mine = generation != null && generation.equals(head.generation);
    if (!mine || committed == 0) return null;
    long stored = changes(book);
    if (stored >= committed) return null;
    return "the books are older than they were: they have %d changes of this process, which has committed %d; a replica or a backup took their place. Compare ledger and balance, then tell them with ledger().accept(reason)"
        .formatted(stored, committed);
  }

  private @Nullable String steps(long now) {
    long wall = Times.micros(clock.instant());
    long nanos = monotonicMicros();
    if (looked) {
      long bookStep = now - bookTime;
      long wallStep = wall - wallTime;
      long ownStep = nanos - monotonic;
      boolean differs =
          Math.abs(bookStep - wallStep) > TOLERANCE && Math.abs(bookStep - ownStep) > TOLERANCE;
      if (differs) {
        return "the clock of the books moved by %d s since the last look, the clock of this machine by %d s and its monotonic clock by %d s; set the clock of the database right, or accept its time with ledger().acceptTime()"
            .formatted(bookStep / 1_000_000, wallStep / 1_000_000, ownStep / 1_000_000);
      }
    }
    look(now, wall, nanos);
    return null;
  }

  private void look(long now, long wall, long nanos) {
    looked = true;
    bookTime = now;
    wallTime = wall;
    monotonic = nanos;
  }

  /** A person says that the time of the books is right. */
  synchronized void acceptTime(long now) {
    look(now, Times.micros(clock.instant()), monotonicMicros());
  }

  private long monotonicMicros() {
    return nanoTime.getAsLong() / 1000;
  }

  /** Nothing may be sent. */
  static SpendStoreException refused(String fault) {
    return new SpendStoreException(
        "spend store: " + fault, new IllegalStateException("books not to be trusted"), false);
  }
}
