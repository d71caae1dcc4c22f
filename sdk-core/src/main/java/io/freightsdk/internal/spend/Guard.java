package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.store.Book;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Notices books that went back, and a clock of the books that jumped, by what this process has
 * lived through. It compares steps since the last look and never times of day, so a clock that is
 * constantly wrong and a machine that was suspended change nothing. Safe for concurrent use.
 */
final class Guard {
  private static final System.Logger LOG = System.getLogger(SpendBooks.class.getName());
  private static final long TOLERANCE = Times.micros(Duration.ofMinutes(2));

  /**
   * So long the books keep the number of a process that changes nothing, which nobody else misses
   * once it is dead; and so long, less a margin, the process expects to find it.
   */
  static final Duration KEPT = Duration.ofDays(40);

  private static final Duration EXPECTED = Duration.ofDays(30);
  private static final long DAY = Times.micros(Duration.ofDays(1));

  /** The row that has the number of changes of this process. */
  final String id;

  private final Clock clock;
  private final LongSupplier nanoTime;

  /** The last look, by the clock of the books and by those of this process; guarded by this. */
  private @Nullable Moment here;

  private long there;

  /** The books of this process's last change; null before the first. All below guarded by this. */
  private @Nullable String generation;

  /** Generations that a person has replaced: who meets them again has books that went back. */
  private final Set<String> replaced = new HashSet<>(2);

  /** Changes of this process that are surely committed. */
  private long committed;

  /** The ledger's last number after the last of them. */
  private long last;

  private @Nullable Moment committedAt;

  /**
   * What the books of this generation were found to miss. What is written there all the same makes
   * up for the numbers, and would hide it from the next look.
   */
  private @Nullable String missed;

  Guard(String process, Clock clock, LongSupplier nanoTime) {
    this.id = Row.PROCESS + process;
    this.clock = clock;
    this.nanoTime = nanoTime;
  }

  /** What a change may rely on. */
  record Checked(
      long now,
      long changes,
      Head head,
      String generation,
      @Nullable String missed,
      @Nullable String jumped) {
    @Nullable String fault() {
      return missed != null ? missed : jumped;
    }
  }

  /**
   * Looks at the books within a change.
   *
   * @param before {@link #known} when the change began: rows may be read just before those of
   *     another change of this process are committed
   * @param noted whether the change is noted in the books. One that appends to the ledger is known
   *     by its entry; if it was lost, its hold is there and becomes unknown
   * @param earlier what an earlier run of the same change was told; null in the first
   * @return the time to book at, which is that of this process while the clock of the books is not
   *     believed; and what is wrong, in which case nothing paid may be sent
   */
  synchronized Checked check(
      Book book, Head head, boolean noted, Known before, @Nullable Checked earlier) {
    long now = book.now();
    Moment moment = Moment.now(clock, nanoTime);
    String jumped = jumped(now, moment);
    Moment seen = here;
    long own = seen == null ? now : there + (moment.nanos() - seen.nanos()) / 1000;
    if (jumped == null) look(now, moment);

    long stored =
        !noted ? before.changes : book.read(id) instanceof Row.Mark mark ? mark.number : 0;
    String missing = missing(stored, head, before, moment);
    // What it may have written then makes up for the numbers now.
    if (earlier != null && earlier.missed != null && book.mayBeRepeated()) missing = earlier.missed;
    // A change that is not noted says nothing of its number: these books may be others.
    long changes = noted ? stored + 1 : 0;
    long ends = (now / DAY + KEPT.toDays()) * DAY;
    if (noted) book.write(new Row.Mark(id, changes, ends));
    long time = jumped == null ? now : own;
    return new Checked(time, changes, head, head.generation, missing, jumped);
  }

  /** The change was perhaps written, also to books that miss something. */
  synchronized void perhapsWritten(Checked checked) {
    boolean ours = checked.generation.equals(generation);
    if (ours && checked.missed != null) missed = checked.missed;
  }

  /** The change is surely committed. */
  synchronized void committed(Checked checked) {
    boolean accepted = generation != null && !checked.generation.equals(generation);
    if (accepted && !isAccepted(checked.generation)) return;
    if (accepted) {
      replaced.add(generation);
      LOG.log(
          System.Logger.Level.WARNING,
          "the books were accepted by a person as they are now (generation {0}); this process goes on with them",
          checked.generation);
    }
    if (accepted || generation == null) {
      committed = 0;
      last = 0;
      missed = null;
    }
    generation = checked.generation;
    committed = Math.max(committed, checked.changes);
    last = Math.max(last, checked.head.last);
    committedAt = Moment.now(clock, nanoTime);
  }

  /** Whether a person replaced the generation of this process by this one. */
  private boolean isAccepted(String other) {
    return other.startsWith(Head.ACCEPTED) && !replaced.contains(other);
  }

  /** What the books must have: changes of this process, entries of all, and their generation. */
  record Known(long changes, long last, @Nullable String generation) {}

  synchronized Known known() {
    return new Known(committed, last, generation);
  }

  private @Nullable String missing(long stored, Head head, Known before, Moment now) {
    Moment known = committedAt;
    // By now the books may have dropped it as that of a dead process.
    boolean longAgo = known != null && now.since(known).compareTo(EXPECTED) > 0;
    if (longAgo) committed = 0;
    boolean hasChanges = longAgo || stored >= before.changes;
    boolean same = head.generation.equals(generation);
    if (replaced.contains(head.generation)) {
      return "the books are those of before a person accepted others (generation %s); compare ledger and balance, then tell them with ledger().accept(reason)"
          .formatted(head.generation);
    }
    String was = before.generation;
    if (was != null && !head.generation.equals(was) && !isAccepted(head.generation)) {
      return "the books are others than they were (generation %s was %s); a backup of before the first call or another book took their place. Compare ledger and balance, then tell them with ledger().accept(reason)"
          .formatted(head.generation, was);
    }
    if (!same) return null;
    if (hasChanges && head.last >= before.last) return missed;
    return "the books are older than they were: they have %d changes of this process, which has committed %d, and %d entries of %d; a replica or a backup took their place. Compare ledger and balance, then tell them with ledger().accept(reason)"
        .formatted(stored, before.changes, head.last, before.last);
  }

  private @Nullable String jumped(long now, Moment moment) {
    Moment before = here;
    if (before == null) return null;
    long bookStep = now - there;
    long wallStep = Times.micros(moment.wall()) - Times.micros(before.wall());
    long ownStep = (moment.nanos() - before.nanos()) / 1000;
    boolean differs =
        Math.abs(bookStep - wallStep) > TOLERANCE && Math.abs(bookStep - ownStep) > TOLERANCE;
    if (!differs) return null;
    return "the clock of the books moved by %d s since the last look, the clock of this machine by %d s and its monotonic clock by %d s; set the clock of the database right, or accept its time with ledger().acceptTime()"
        .formatted(bookStep / 1_000_000, wallStep / 1_000_000, ownStep / 1_000_000);
  }

  private void look(long now, Moment moment) {
    there = now;
    here = moment;
  }

  /** A person says that the time of the books is right. */
  synchronized void acceptTime(long now) {
    look(now, Moment.now(clock, nanoTime));
  }

  /** Nothing may be sent. */
  static SpendStoreException refused(String fault) {
    return new SpendStoreException(
        "spend store: " + fault, new IllegalStateException("books not to be trusted"), false);
  }
}
