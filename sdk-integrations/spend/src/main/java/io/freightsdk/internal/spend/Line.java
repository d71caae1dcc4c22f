package io.freightsdk.internal.spend;

import org.jspecify.annotations.Nullable;

/** A row of the table that people read. All kinds share their numbers and their names. */
public sealed interface Line permits Entry, Line.Adjustment, Line.Settlement, Line.Comparison {
  /** Number in the ledger, from 1. */
  long id();

  /**
   * What makes it the same line when a change is made again: at most 400 characters, its case
   * counts.
   */
  String name();

  /** When it was made; never changes, but for a key that surely cost nothing and begins again. */
  long at();

  /**
   * Money that others moved.
   *
   * @param amount above 0 for a top-up, below 0 for spending
   * @param who at most 100 characters
   * @param why at most 1,000 characters
   */
  record Adjustment(long id, String name, long at, long amount, String who, String why)
      implements Line {}

  /**
   * The word of a person or of a balance about an entry that was unknown.
   *
   * @param entryId of the entry; what follows is copied from it
   * @param amount what it is taken to have cost
   */
  record Settlement(
      long id,
      String name,
      long at,
      long entryId,
      String account,
      String operation,
      @Nullable String key,
      @Nullable String customerRef,
      @Nullable String loadNumber,
      String scopes,
      boolean charged,
      long amount,
      String who,
      String why)
      implements Line {}

  /**
   * A comparison with the service's balance.
   *
   * @param opening the balance at the opening, with the adjustments since
   * @param least what was surely charged since the opening
   * @param most what may have been charged since the opening
   * @param unexplained what has to be added to the opening, less what was charged, to get the
   *     balance; 0 if it lies between least and most
   * @param settled how many entries it settled
   * @param open how many unknown entries it left
   * @param openedAnew whether the balance is the opening from then on
   * @param reason why the ledger was started over; empty if it was not
   */
  record Comparison(
      long id,
      String name,
      long at,
      long balance,
      long opening,
      long least,
      long most,
      long unexplained,
      int settled,
      int open,
      boolean openedAnew,
      String reason)
      implements Line {}
}
