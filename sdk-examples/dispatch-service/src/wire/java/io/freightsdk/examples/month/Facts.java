package io.freightsdk.examples.month;

import io.freightsdk.model.Operation;
import io.freightsdk.server.view.LedgerEntry;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is true at the end: of the service, of the database, of the processes, and what the test has
 * done itself.
 *
 * @param orders those that were accepted, and for whom
 * @param loads all that the service has
 * @param debits what the service has taken
 * @param rows orders as the application has them
 * @param events how often the application has each event of an order
 * @param comparisons of ledger and balance
 * @param causes what the test did that a comparison may show
 * @param open entries of the ledger that nobody knew the cost of, before the operator settled them
 * @param unsettled so many are open after that
 * @param takenUsd what the service has taken
 * @param chargedUsd what the ledger says it has, after the operator
 * @param waiting orders that have no load
 * @param page what the operator sees of all this
 * @param sizes of processes, at each midnight
 * @param lost answers that never arrived
 * @param limits in USD a day, by customer, and of all by the empty name
 */
record Facts(
    Map<String, String> orders,
    List<Load> loads,
    List<Debit> debits,
    List<Row> rows,
    List<Event> events,
    List<Comparison> comparisons,
    List<Cause> causes,
    List<Entry> open,
    int unsettled,
    BigDecimal takenUsd,
    BigDecimal chargedUsd,
    List<String> waiting,
    String page,
    List<Size> sizes,
    List<Lost> lost,
    Map<String, BigDecimal> limits) {

  record Load(String loadNumber, String orderId, String status) {}

  /**
   * What was taken.
   *
   * @param at when it was asked for, by the clock of who paid; by the service's if the ledger does
   *     not know this answer. The test moves the service's clock first, so a call that is on its
   *     way then is taken at the new time, and the load may be read at that time once more
   * @param day of the limits' calendar
   * @param payer the scope that paid, such as {@code client/customer/acme}; empty if the ledger
   *     does not know this answer
   */
  record Debit(
      Instant at, int day, boolean isCreation, String loadNumber, BigDecimal usd, String payer) {

    /**
     * What the service took.
     *
     * @param paid what the ledger says of this answer; null if it does not know it
     */
    static Debit of(LedgerEntry taken, @Nullable Paid paid) {
      Instant at = paid == null ? taken.at() : paid.at();
      return new Debit(
          at,
          Plan.day(at),
          taken.operation() == Operation.CREATE_LOAD,
          String.valueOf(taken.loadNumber()),
          taken.amountUsd(),
          paid == null ? "" : paid.payer());
    }
  }

  /** What the ledger says of an answer: when its call began, and the scope that paid. */
  record Paid(Instant at, String payer) {}

  record Row(String orderId, String status, String loadNumber) {}

  record Event(String orderId, String what, int times) {}

  /**
   * What a comparison could not explain.
   *
   * @param unexplainedUsd at least so much came (above 0) or went (below 0) besides
   * @param widthUsd and so much more at most: what is unknown of the ledger's own charges
   */
  record Comparison(Instant at, BigDecimal unexplainedUsd, BigDecimal widthUsd) {}

  /** Money that moved without the ledger; the next comparison shows it. */
  record Cause(Instant at, BigDecimal usd) {}

  /** An open entry; a creation has the reference of its order, another entry has none. */
  record Entry(String id, String operation, Instant at, @Nullable String order) {}

  record Size(String process, int day, long heap, int threads, int connections) {}

  record Lost(Instant at, String loadNumber) {}
}
