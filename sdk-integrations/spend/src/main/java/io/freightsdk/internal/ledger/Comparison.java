package io.freightsdk.internal.ledger;

/**
 * What the service's balance and the ledger say of the time since the last comparison. It changes
 * nothing else. Amounts are billionths of a USD.
 *
 * @param name that makes it the same one when its change is made again
 * @param reading of the balance
 * @param taken by the service since the last one; negative if more came than went; 0 in the first
 * @param least that the ledger knows to be charged since then
 * @param most that may have been charged since then
 * @param deleted of the time after it, which the next comparison counts all the same
 */
public record Comparison(
    String name, Reading reading, long taken, long least, long most, Spent deleted) {

  /**
   * A balance, which the service told at some time between two of the ledger.
   *
   * @param from before it was asked
   * @param to when it had answered
   */
  public record Reading(long balance, long from, long to) {}

  /** What was surely charged in a time, and what may have been. */
  public record Spent(long least, long most) {
    public static final Spent NOTHING = new Spent(0, 0);

    /**
     * With what an entry adds between two readings.
     *
     * @param takenUntil when its charge was taken at the latest
     */
    public Spent plus(Entry entry, long takenUntil, Reading from, Reading to) {
      boolean isWithin = entry.madeAt() > from.to() && takenUntil < to.from();
      boolean touches = entry.madeAt() <= to.to() && takenUntil >= from.from();
      return new Spent(
          least + (isWithin ? entry.least() : 0), most + (touches ? entry.amount() : 0));
    }

    Spent plus(Spent other) {
      return new Spent(least + other.least, most + other.most);
    }
  }

  /** The same, when entries are deleted that the next comparison would count. */
  Comparison without(Spent more) {
    return new Comparison(name, reading, taken, least, most, deleted.plus(more));
  }

  /**
   * What the ledger does not explain: above 0 if more went than it knows, below 0 if money came.
   */
  public long difference() {
    if (taken > most) return taken - most;
    return taken < least ? taken - least : 0;
  }
}
