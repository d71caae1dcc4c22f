package io.freightsdk.internal.spend;

import org.jspecify.annotations.Nullable;

/**
 * The one row of a ledger, which is locked by a change.
 *
 * @param opening number of the opening, from 1; 0 before the first
 * @param balance of the service at the opening
 * @param openedAt entries that began at this time or earlier may be in the balance
 * @param outBefore entries whose last outcome is older are in the balance
 * @param adjusted what others moved since the opening
 * @param comparedAt when the balance was last compared; 0 before that
 * @param comparison number of the last {@link Line.Comparison}; null before it
 * @param since when the ledger began to know what is paid: the start of a ledger in memory, and
 *     when that of a file or a database was made
 * @param sweptAt when {@link Rows#sweep} was last asked for
 */
public record Head(
    long opening,
    long balance,
    long openedAt,
    long outBefore,
    long adjusted,
    long comparedAt,
    @Nullable Long comparison,
    long since,
    long sweptAt) {

  /** Of a new ledger. */
  public static Head begin(long since) {
    return new Head(0, 0, 0, 0, 0, 0, null, since, 0);
  }

  Head adjusts(long amount) {
    return new Head(
        opening,
        balance,
        openedAt,
        outBefore,
        adjusted + amount,
        comparedAt,
        comparison,
        since,
        sweptAt);
  }

  Head compares(long now, long comparison) {
    return new Head(
        opening, balance, openedAt, outBefore, adjusted, now, comparison, since, sweptAt);
  }

  /** The opening balance is this one from now on. */
  Head opens(long balance, long now, long outBefore) {
    return new Head(
        opening + 1, balance, now, outBefore, 0, comparedAt, comparison, since, sweptAt);
  }

  /** What was paid is known from now on. */
  public Head since(long now) {
    return new Head(
        opening, balance, openedAt, outBefore, adjusted, comparedAt, comparison, now, sweptAt);
  }

  Head sweptAt(long now) {
    return new Head(
        opening, balance, openedAt, outBefore, adjusted, comparedAt, comparison, since, now);
  }
}
