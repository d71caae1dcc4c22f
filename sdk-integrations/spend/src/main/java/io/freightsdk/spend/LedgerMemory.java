package io.freightsdk.spend;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What integrations remember beside the money: texts under names, until a time, and which process
 * leads. Shared by all who share the ledger. Each method waits for the storage. Safe for concurrent
 * use.
 *
 * <p>A name has 1 to 255 characters, and its case counts; a text has at most 16,000. Each method
 * throws {@link SpendLedgerException} if the ledger cannot be read or changed. A ledger in memory
 * keeps 30,000 texts; of more it forgets those that were put first.
 */
public interface LedgerMemory {
  /** The text under a name; null if there is none, or its time is over. */
  @Nullable String get(String name);

  /**
   * Remembers a text, whatever was there before.
   *
   * @param until when it is forgotten, by the clock of the ledger
   */
  void put(String name, String text, Instant until);

  /**
   * Remembers a text if nothing is there.
   *
   * @return whether it did
   */
  boolean putIfAbsent(String name, String text, Instant until);

  /**
   * Changes a text if it is the expected one.
   *
   * @param expected null to expect that nothing is there
   * @param text null to forget the name
   * @return whether it did
   */
  boolean replace(String name, @Nullable String expected, @Nullable String text, Instant until);

  /** Forgets a name. */
  void remove(String name);

  /** The texts under all names with this beginning, in the order of their names. */
  Map<String, String> startingWith(String prefix);

  /**
   * Reads and changes several texts as one change: nobody else changes the ledger meanwhile, and
   * nothing is stored if the work throws.
   *
   * @param work may run more than once, after a conflict or when the answer to a commit was lost;
   *     calls nothing else of the ledger
   * @return what the last run of the work returned
   */
  <T extends @Nullable Object> T change(Function<Texts, T> work);

  /** The texts within one {@link #change}, which sees what it has written. Used by one thread. */
  interface Texts {
    /** The time of the ledger. */
    Instant now();

    /** The text under a name; null if there is none, or its time is over. */
    @Nullable String get(String name);

    /**
     * Remembers a text, whatever was there before.
     *
     * @param until when it is forgotten, by the clock of the ledger
     */
    void put(String name, String text, Instant until);

    /** Forgets a name. */
    void remove(String name);

    /** The texts under all names with this beginning, in the order of their names. */
    Map<String, String> startingWith(String prefix);
  }

  /**
   * Asks to lead, or to go on leading. One who stops asking leads for at most so long.
   *
   * @param role what is led, 1 to 255 characters
   * @param who a name of this process, other than those of all others
   * @param atMost how long it leads without asking again
   * @return whether {@code who} leads the role now
   */
  boolean lead(String role, String who, Duration atMost);
}
