package io.freightsdk.internal.ledger.rules;

/**
 * What the service's balance of an account and the ledger say of the time since the last comparison
 * of the account. It changes nothing else. Amounts are billionths of a USD.
 *
 * @param id number of the change that stored it; 0 before
 * @param name that makes it the same one when its change is made again
 * @param reading of the balance
 * @param taken by the service since the last one; negative if more came than went; 0 in the first
 * @param least that the ledger knows to be charged since then
 * @param most that may have been charged since then
 * @param deleted of the time after it, which the next comparison counts all the same
 */
public record Comparison(
    long id,
    String name,
    String account,
    Reading reading,
    long taken,
    long least,
    long most,
    Spent deleted) {

  /**
   * A balance, which the service gave at some time between two of the ledger.
   *
   * @param from before it was asked
   * @param to when it had answered
   */
  public record Reading(long balance, long from, long to) {}

  /** What was surely charged in a time, and what may have been. */
  public record Spent(long least, long most) {
    public static final Spent NOTHING = new Spent(0, 0);

    Spent plus(Spent other) {
      return new Spent(least + other.least, most + other.most);
    }
  }

  /** The first one of an account. */
  static Comparison first(String name, String account, Reading reading) {
    return new Comparison(0, name, account, reading, 0, 0, 0, Spent.NOTHING);
  }

  /** The one after this, with what was spent in between. */
  Comparison next(String name, Reading next, Spent spent) {
    Spent all = spent.plus(deleted);
    long taken = reading.balance() - next.balance();
    return new Comparison(0, name, account, next, taken, all.least(), all.most(), Spent.NOTHING);
  }

  /** What an entry adds between this one and the next. */
  Spent spent(History history, Reading next) {
    Entry entry = history.entry();
    // Since this one was read in the future, a clock was set back, and only numbers tell the order.
    boolean isOfTheFuture = reading.to() > next.from();
    boolean isAfterThis = entry.id() > id && (isOfTheFuture || entry.madeAt() > reading.to());
    boolean mayBeAfterThis =
        isOfTheFuture ? history.takenUntilChange() > id : history.takenUntil() >= reading.from();
    boolean isBeforeNext = history.takenUntil() < next.from();
    boolean mayBeBeforeNext = isOfTheFuture || entry.madeAt() <= next.to();
    return new Spent(
        isAfterThis && isBeforeNext ? entry.least() : 0,
        mayBeAfterThis && mayBeBeforeNext ? entry.amount() : 0);
  }

  Comparison storedAs(long id) {
    return new Comparison(id, name, account, reading, taken, least, most, deleted);
  }

  /** The same, when entries are deleted that the next comparison would count. */
  Comparison without(Spent more) {
    return new Comparison(id, name, account, reading, taken, least, most, deleted.plus(more));
  }

  /**
   * What the ledger does not explain: above 0 if more went than it knows, below 0 if money came.
   */
  public long difference() {
    if (taken > most) return taken - most;
    return taken < least ? taken - least : 0;
  }
}
