package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that the judges of money know of a run: the service's ledger, and what callers were told.
 * Times are nanoseconds since the run began.
 */
public interface RunObservations {
  /** A call as its caller saw it. {@code toString} names it in a sentence. */
  interface Call {
    Operation operation();

    /** The key that its caller gave; null if he gave none. */
    @Nullable String idempotencyKey();

    /** The path of the scope that pays. */
    String scope();

    /** Whose memory it used: the same object for all calls of one process. */
    Object process();

    /** Whether its process died at once, so that nobody was told anything any more. */
    boolean diedWithItsProcess();

    long begunAt();

    /** When its caller was told how it ended; negative if he never was. */
    long endedAt();

    /** What it said that it cost; null if it said nothing about money. */
    @Nullable Charge told();

    boolean succeeded();

    /** Whether it was answered with the load that an earlier call of its key had paid for. */
    boolean replayed();

    /** The service's name of its one request; null if it sent another number of them. */
    @Nullable String requestId();

    /** Whether its guard has said before its end what the call was charged. */
    default boolean knewItsCharge() {
      return true;
    }

    /** How it ended, or where it hangs, in words. */
    String said();

    default boolean hasEnded() {
      return endedAt() >= 0;
    }

    default boolean isCreation() {
      return operation() == Operation.CREATE_LOAD;
    }

    default boolean isPaid() {
      return isCreation() || operation() == Operation.GET_LOAD_POSITION;
    }
  }

  /**
   * What the service took.
   *
   * @param call whose request it was
   * @param sentAt when that left
   * @param key the key in the service's ledger
   */
  record Debit(Call call, long sentAt, long at, BigDecimal usd, @Nullable String key) {}

  /** A price from a moment on. */
  record PriceFrom(long at, Operation operation, BigDecimal usd) {}

  /** A cap that nothing may pass: how much, and in which time; no time for a total. */
  record Cap(String scope, BigDecimal usd, @Nullable Duration window) {}

  /**
   * What the client was promised to do under.
   *
   * @param hasBooks whether there is a ledger, which knows the keys that were charged
   * @param sharedBooks whether processes share their books, or each has its own in memory
   * @param retriesReads whether a read may be paid more than once
   * @param priceLife how long a price that was read may be believed
   * @param mostOfPaying how long a call may take from its price to its charge
   * @param slack by how much a window may be shorter than it is: requests that arrive when nobody
   *     waits any more
   */
  record Terms(
      List<Cap> caps,
      boolean hasBooks,
      boolean sharedBooks,
      boolean retriesReads,
      Duration priceLife,
      Duration mostOfPaying,
      Duration slack) {}

  Terms terms();

  /** Every call, in the order in which they began. */
  List<? extends Call> calls();

  /** Every debit, oldest first. */
  List<Debit> debits();

  List<PriceFrom> prices();

  /** Whether there were moments between these in which the books could not be read or written. */
  boolean booksWereAway(long from, long until);

  /** What the judges found. */
  void violated(Violation.Rule rule, String fact);
}
