package io.freightsdk.spend.store;

import io.freightsdk.internal.spend.Times;
import io.freightsdk.spend.SpendFilter;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One book within one transaction: rows by id, and a ledger that is appended to. A storage decides
 * nothing about money. Times are microseconds since 1970.
 */
public interface Book {
  /**
   * Which lines of the ledger are wanted; null, 0 or false selects all.
   *
   * @param open only those that are open
   * @param token only those of one call
   * @param after only those with a greater number
   */
  record Query(SpendFilter filter, boolean open, @Nullable String token, long after) {}

  /** A time as the books keep it; one too far away is about the farthest that they can keep. */
  static long micros(Instant at) {
    return Times.micros(Objects.requireNonNull(at, "at"));
  }

  /** The time of the books, by which windows slide: one clock for everybody who uses them. */
  long now();

  /** The time of day, which entries name and by which calendar days begin. */
  default long wall() {
    return now();
  }

  /** Whether an earlier run of this transaction may have been committed, its answer lost. */
  default boolean mayBeRepeated() {
    return false;
  }

  /**
   * What will be read next, so that a storage far away, which alone asks for it, reads it at once.
   * An id that ends with a space stands for all rows whose ids begin with it.
   */
  default void expect(Supplier<List<String>> ids) {}

  @Nullable Cell read(String id);

  void write(Cell cell);

  void delete(String id);

  /** Some rows whose end is not later than the time; empty if there is none. */
  List<Cell> ended(long time);

  /** Rows whose id begins with the prefix and follows another, in the order of ids. */
  List<Cell> list(String prefix, String after, int atMost);

  /** Adds a line; its token and attempt are new. */
  void append(Line line);

  /** Replaces the line of this number. */
  void replace(Line line);

  /** Lines by ascending number. */
  List<Line> lines(Query query, int atMost);

  /**
   * Deletes lines that were made before the time and are not open, perhaps a part of them.
   *
   * @return how many; 0 if there is none left
   */
  int drop(long before);
}
