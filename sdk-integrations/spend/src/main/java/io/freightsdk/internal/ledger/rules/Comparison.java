package io.freightsdk.internal.ledger.rules;

/**
 * A reconciliation of an account: by how much its balance at the service fell since its last
 * comparison, and what the ledger knows that its calls cost in that time. Amounts are billionths of
 * a USD.
 *
 * @param id number of the change that stored it; 0 before
 * @param name a random text, by which a change that is made again finds what it has stored
 * @param reading of the balance
 * @param taken by the service since the last one; negative if more came than went; 0 in the first
 * @param least that the ledger knows to be charged since then
 * @param most that may have been charged since then
 * @param purged what entries that were purged since then add to the next comparison
 */
public record Comparison(
    long id,
    String name,
    String account,
    BalanceReading reading,
    long taken,
    long least,
    long most,
    Spent purged) {

  /**
   * A point in the life of a ledger. Its change tells what was stored before it and what after it,
   * also when a clock is wrong or was set.
   *
   * @param time by the ledger's clock
   * @param change number of the last change
   */
  public record Point(long time, long change) {}

  /**
   * A balance. The service read it between two points.
   *
   * @param from when the client began to ask for it
   * @param to when the client had the answer
   */
  public record BalanceReading(long balance, Point from, Point to) {}

  /** The least and the most that may have been charged in a time. */
  public record Spent(long least, long most) {
    public static final Spent NOTHING = new Spent(0, 0);

    Spent plus(Spent other) {
      return new Spent(least + other.least, most + other.most);
    }
  }

  /** The first one of an account. */
  static Comparison first(String name, String account, BalanceReading reading) {
    return new Comparison(0, name, account, reading, 0, 0, 0, Spent.NOTHING);
  }

  /** The one after this, with what was spent in between. */
  Comparison next(String name, BalanceReading next, Spent spent) {
    Spent all = spent.plus(purged);
    long taken = reading.balance() - next.balance();
    return new Comparison(0, name, account, next, taken, all.least(), all.most(), Spent.NOTHING);
  }

  /** What an entry adds between this one and the next. */
  Spent spent(EntryWithReservations purchase, BalanceReading next) {
    Entry entry = purchase.entry();
    boolean isAfterThis = entry.isMadeAfter(reading.to());
    boolean mayBeAfterThis = !purchase.isChargedBefore(reading.from());
    boolean isBeforeNext = purchase.isChargedBefore(next.from());
    boolean mayBeBeforeNext = !entry.isMadeAfter(next.to());
    return new Spent(
        isAfterThis && isBeforeNext ? entry.least() : 0,
        mayBeAfterThis && mayBeBeforeNext ? entry.amount() : 0);
  }

  Comparison storedAs(long id) {
    return new Comparison(id, name, account, reading, taken, least, most, purged);
  }

  /** With what entries would have added to the next comparison that are purged now. */
  Comparison plusPurged(Spent more) {
    return new Comparison(id, name, account, reading, taken, least, most, purged.plus(more));
  }

  /**
   * What the ledger does not explain: above 0 if more went than it knows, below 0 if money came.
   */
  public long difference() {
    if (taken > most) return taken - most;
    return taken < least ? taken - least : 0;
  }
}
