package io.freightsdk.spend;

import io.freightsdk.internal.spend.InMemorySpendStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Where holds, limits and the ledger are kept: in memory, or in a database that several processes
 * share ({@code io.freightsdk.spend.jdbc}).
 *
 * <p>Every method is atomic: of many callers, in however many processes, none sees half of
 * another's change, and no limit is passed. Safe for concurrent use.
 *
 * <p>An implementation follows three rules. A hold counts against every limit of its scopes from
 * {@link #reserve} until {@link #settle}; then what was charged or is unknown counts from the
 * moment of settling for as long as the window is. One idempotency key is charged at most once in
 * 24 hours, so a second success under it is a replay and costs nothing, and a hold for a key whose
 * money is counted already takes no more. Times never run backwards.
 */
public interface SpendStore extends AutoCloseable {

  /** Books in memory that keep the newest 10,000 entries and running totals of all. */
  static SpendStore inMemory() {
    return inMemory(10_000);
  }

  /**
   * Books in memory, lost with the process.
   *
   * @param keptEntries how many of the newest entries stay readable; totals count the others too
   */
  static SpendStore inMemory(int keptEntries) {
    return new InMemorySpendStore(keptEntries);
  }

  /** Sets the amount aside under every limit, or refuses and changes nothing. */
  SpendDecision reserve(SpendRequest request);

  /**
   * Ends a hold and books its attempts.
   *
   * @param attempts what each attempt did, as the client saw it; empty if nothing was sent
   * @return the attempts as booked: numbered, and not charged where another entry of the same key
   *     carries the money
   */
  List<SpendEntry> settle(SpendHold hold, List<SpendEntry> attempts, Instant now);

  /** What the entries add up to. */
  SpendTotals totals(SpendFilter filter);

  /** Hands the kept entries to the reader, oldest first. */
  void read(SpendFilter filter, Consumer<SpendEntry> reader);

  /** The books at this moment. Holds abandoned by now become entries with unknown outcome. */
  SpendPosition position(Instant now);

  /**
   * Settles unknown entries, if the books are still at this version.
   *
   * @param outcomes the new outcome by {@link SpendEntry#id()}
   * @return false if the books have changed since; nothing is settled then
   */
  boolean resolve(long version, Map<Long, SpendOutcome> outcomes);

  /** Remembers the balance the books open with, if they are still at this version. */
  boolean open(long version, BigDecimal openingUsd);

  /** Adds a top-up, or takes off what was spent elsewhere. */
  void adjust(BigDecimal amountUsd);

  /**
   * Forgets what limits count for a scope and the scopes inside it; its entries stay. For scopes
   * that end, such as one run of an agent.
   */
  void forget(String scope);

  /** Whether methods may wait for a disk or a network, so that they need a thread of their own. */
  default boolean mayBlock() {
    return true;
  }

  /** Releases what the store opened itself. */
  @Override
  void close();
}
