package io.freightsdk.internal.ledger.rules;

/**
 * What became of an account's balance since the account's first comparison, and what the ledger
 * knows of that time. Amounts are billionths of a USD.
 *
 * @param id number of the change that stored it
 * @param first of the account's comparisons
 * @param now of this one
 */
public record Comparison(long id, String account, Reading first, Reading now) {
  /**
   * What a ledger knows of an account.
   *
   * @param least that its calls surely cost
   * @param most that they may have cost
   * @param recorded by which the balance rose otherwise, as people said; below 0 if it fell
   */
  public record Known(long least, long most, long recorded) {
    public static final Known NOTHING = new Known(0, 0, 0);

    public Known plus(Known more) {
      return new Known(
          Math.addExact(least, more.least),
          Math.addExact(most, more.most),
          Math.addExact(recorded, more.recorded));
    }
  }

  /**
   * A balance.
   *
   * @param at when it was stored
   * @param known the least before the balance was asked for, the most after it was told
   */
  public record Reading(long at, long balance, Known known) {
    static Reading of(long at, long balance, Known before, Known after) {
      return new Reading(at, balance, new Known(before.least, after.most, after.recorded));
    }
  }

  /** What was recorded since the first. */
  public long recorded() {
    return now.known.recorded - first.known.recorded;
  }

  /** What the service took: by how much the balance fell, without what was recorded. */
  public long taken() {
    return first.balance - now.balance + recorded();
  }

  /** What it surely took, by the ledger. */
  public long least() {
    return Math.max(0, now.known.least - first.known.most);
  }

  /** What it took at most, by the ledger. */
  public long most() {
    return Math.max(0, now.known.most - first.known.least);
  }

  /**
   * What nobody has explained: above 0 if more went than the ledger knows, below 0 if money came.
   */
  public long unexplained() {
    if (taken() > most()) return taken() - most();
    return Math.min(0, taken() - least());
  }
}
