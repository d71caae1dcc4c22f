package io.freightsdk.examples.month;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;

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
 * @param open entries of the ledger that nobody knows the cost of
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
    List<String> waiting,
    String page,
    List<Size> sizes,
    List<Lost> lost,
    Map<String, BigDecimal> limits) {

  record Load(String loadNumber, String orderId, String status) {}

  /**
   * What was taken.
   *
   * @param day of the limits' calendar
   * @param payer the scope that paid, such as {@code client/customer/acme}; empty if the ledger
   *     does not know this answer
   */
  record Debit(
      Instant at, int day, boolean isCreation, String loadNumber, BigDecimal usd, String payer) {}

  record Row(String orderId, String status, String loadNumber) {}

  record Event(String orderId, String what, int times) {}

  record Comparison(Instant at, BigDecimal unexplainedUsd) {}

  /** Money that moved without the ledger; the next comparison shows it. */
  record Cause(Instant at, BigDecimal usd) {}

  record Entry(String id, String what) {}

  record Size(String process, int day, long heap, int threads, int connections) {}

  record Lost(Instant at, String loadNumber) {}
}
