package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.LimitExceeded;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.model.Operation;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A November of an ordinary company in Chicago with the customers acme and zeta. Its prices are
 * high, so that few calls use up a month. The balances come from the service.
 */
abstract class NovemberContract extends ComparisonContract {
  private static final ZoneId CHICAGO = ZoneId.of("America/Chicago");
  private static final SpendScope ACME = SpendScope.of("acme");
  private static final SpendScope ZETA = SpendScope.of("zeta");

  private static final String ORDER = "3.25";
  private static final String READ = "0.13";

  private static final SpendLimit DAY = SpendLimit.perDay("50.00", CHICAGO);
  private static final SpendLimit MONTH = SpendLimit.perMonth("200.00", CHICAGO);
  private static final SpendLimit ORDERS =
      SpendLimit.perDay("40.00").onlyFor(Operation.CREATE_LOAD);
  private static final SpendLimit MORE_ORDERS =
      SpendLimit.perDay("45.00").onlyFor(Operation.CREATE_LOAD);

  private final List<String> notifications = new ArrayList<>();
  private int orders;

  @Test
  void ledgerOfANovemberAgreesToTheCent() {
    setLimitsInOctober();
    countADayOf25Hours();
    loseTwoResponses();
    refundAnOrder();
    recordATopUp();
    explainTwoOrdersOfTheConsole();
    replaceALimit();
    useUpTheMonthOnThe28th();
    endTheMonth();
  }

  private void setLimitsInOctober() {
    moveToLocal("2026-10-31T09:00");
    ledger.guard.replaceLimits(DAY, MONTH, ORDERS);
    ledger.guard.addListener(
        0.8,
        (use, isFull) ->
            notifications.add(today() + (isFull ? " full " : " nearly full ") + used(use)));
    assertComparison("150.00", "taken 0.00 of 0.00 to 0.00, recorded 0.00, unexplained 0.00");

    moveToLocal("2026-10-31T23:30");
    payOrders(ACME, 4); // 13.00
    assertUsed("13.00", "13.00", "13.00");
  }

  private void countADayOf25Hours() {
    // A limit counts a charge at the time of its response, a statement at the time of its call.
    moveToLocal("2026-10-31T23:59");
    Reservation lastOfOctober = ledger.hold(ZETA, READ, null);
    moveToLocal("2026-11-01T00:00");
    assertThat(ledger.complete(lastOfOctober, Charge.Kind.CHARGED)).isEqualTo(Charge.charged(READ));
    assertUsed("0.13", "0.13", "13.00");

    moveToLocal("2026-11-01T00:30");
    payOrders(ACME, 8); // 26.00
    assertUsed("26.13", "26.13", "39.00");

    // Clocks go back from 2:00 to 1:00, so 1:30 occurs twice on this day.
    moveTo("2026-11-01T06:30:00Z");
    payReads(ZETA, 10); // 1.30
    moveTo("2026-11-01T07:30:00Z");
    assertThat(today()).isEqualTo("2026-11-01");
    payReads(ZETA, 10); // 1.30
    assertUsed("28.73", "28.73", "39.00");

    // 24 hours after 23:30 it is 22:30.
    moveToLocal("2026-11-01T12:00");
    assertRefused(ZETA, "1.00 of 40.00 USD per 24 hours of createLoad", "2026-11-01T22:30");
    moveToLocal("2026-11-01T22:30");
    payOrders(ZETA, 4); // 13.00
    assertUsed("41.73", "41.73", "39.00");

    // The orders of 0:30 are 24 hours old, and still belong to this day.
    moveToLocal("2026-11-01T23:30");
    payOrders(ZETA, 2); // 6.50
    assertUsed("48.23", "48.23", "19.50");
    assertRefused(ZETA, "1.77 of 50.00 USD per day (America/Chicago)", "2026-11-02T00:00");
    payReads(ZETA, 13); // 1.69
    assertThat(ledger.refused(ZETA, READ, null).remainingUsd()).isEqualByComparingTo("0.08");
    assertUsed("49.92", "49.92", "19.50");

    moveToLocal("2026-11-02T00:00");
    payOrders(ACME, 1);
    assertUsed("3.25", "53.17", "22.75");
    moveToLocal("2026-11-02T09:00");
    assertComparison("83.83", "taken 66.17 of 66.17 to 66.17, recorded 0.00, unexplained 0.00");
  }

  private void loseTwoResponses() {
    // The service has charged 3.25 for acme's order, and never received zeta's.
    moveToLocal("2026-11-03T15:00");
    assertThat(completeOrder(ACME, "found", Charge.Kind.UNKNOWN)).isEqualTo(Charge.UNKNOWN);
    assertThat(completeOrder(ZETA, "settled", Charge.Kind.UNKNOWN)).isEqualTo(Charge.UNKNOWN);
    moveToLocal("2026-11-03T15:30");
    assertUsed("6.50", "59.67", "6.50");
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo("6.50");
    assertComparison("80.58", "taken 69.42 of 66.17 to 72.67, recorded 0.00, unexplained 0.00");

    // It is unknown on which of the two days it was charged, so the later one counts it.
    moveToLocal("2026-11-04T09:00");
    assertThat(completeOrder(ACME, "found", Charge.Kind.CHARGED)).isEqualTo(Charge.charged(ORDER));
    assertUsed("3.25", "59.67", "6.50");

    moveToLocal("2026-11-04T10:00");
    SpendEntry settled =
        ledger.ledger.settle(entryOf("settled").id(), false, "ann", "not in the console");
    assertThat(settled.amountUsd()).isZero();
    assertUsed("3.25", "56.42", "3.25");
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertComparison("80.58", "taken 69.42 of 69.42 to 69.42, recorded 0.00, unexplained 0.00");

    // A queue delivers the order again.
    moveToLocal("2026-11-04T11:00");
    assertThat(completeOrder(ACME, "found", Charge.Kind.CHARGED)).isEqualTo(Charge.NONE);
    assertUsed("3.25", "56.42", "3.25");
  }

  private void refundAnOrder() {
    moveToLocal("2026-11-05T10:00");
    assertThat(completeOrder(ACME, "wrong", Charge.Kind.CHARGED)).isEqualTo(Charge.charged(ORDER));
    assertUsed("3.25", "59.67", "3.25");
    assertComparison("77.33", "taken 72.67 of 72.67 to 72.67, recorded 0.00, unexplained 0.00");

    moveToLocal("2026-11-05T11:00");
    assertComparison("80.58", "taken 69.42 of 72.67 to 72.67, recorded 0.00, unexplained -3.25");
    SpendEntry wrong = ledger.ledger.recordRefund(entryOf("wrong").id(), "ann", "a wrong trip");
    assertThat(wrong.refundedUsd()).isEqualByComparingTo(ORDER);
    assertUsed("0.00", "56.42", "0.00");
    assertComparison("80.58", "taken 72.67 of 72.67 to 72.67, recorded 3.25, unexplained 0.00");

    moveToLocal("2026-11-05T12:00");
    assertThat(completeOrder(ACME, "wrong", Charge.Kind.CHARGED)).isEqualTo(Charge.NONE);
    assertUsed("0.00", "56.42", "0.00");
  }

  private void recordATopUp() {
    moveToLocal("2026-11-06T10:00");
    payOrders(ACME, 4); // 13.00
    payReads(ZETA, 5); // 0.65
    assertUsed("13.65", "70.07", "13.00");

    moveToLocal("2026-11-09T09:00");
    assertComparison("66.93", "taken 86.32 of 86.32 to 86.32, recorded 3.25, unexplained 0.00");
    assertComparison(
        "166.93", "taken -13.68 of 86.32 to 86.32, recorded 3.25, unexplained -100.00");
    record("100.00", "the top-up of November");
    assertComparison("166.93", "taken 86.32 of 86.32 to 86.32, recorded 103.25, unexplained 0.00");

    moveToLocal("2026-11-09T10:00");
    payOrders(ZETA, 4); // 13.00
    moveToLocal("2026-11-10T10:00");
    payOrders(ACME, 4); // 13.00
    payReads(ACME, 10); // 1.30
    assertUsed("14.30", "97.37", "13.00");
  }

  private void explainTwoOrdersOfTheConsole() {
    moveToLocal("2026-11-12T09:00");
    assertComparison(
        "133.13", "taken 120.12 of 113.62 to 113.62, recorded 103.25, unexplained 6.50");
    record("-6.50", "bob ordered two loads in the console");
    assertComparison(
        "133.13", "taken 113.62 of 113.62 to 113.62, recorded 96.75, unexplained 0.00");
    assertUsed("0.00", "97.37", "0.00");
  }

  private void replaceALimit() {
    moveToLocal("2026-11-16T10:00");
    payReads(ZETA, 10); // 1.30
    payOrders(ACME, 12); // 39.00
    assertRefused(ACME, "1.00 of 40.00 USD per 24 hours of createLoad", "2026-11-17T10:00");
    ledger.guard.replaceLimits(DAY, MONTH, MORE_ORDERS);
    payOrders(ACME, 1);
    assertRefused(ACME, "2.75 of 45.00 USD per 24 hours of createLoad", "2026-11-17T10:00");
    assertUsed("43.55", "140.92", "42.25");

    moveToLocal("2026-11-20T09:00");
    assertComparison("89.58", "taken 157.17 of 157.17 to 157.17, recorded 96.75, unexplained 0.00");
    record("50.00", "a second top-up");
    assertComparison(
        "139.58", "taken 157.17 of 157.17 to 157.17, recorded 146.75, unexplained 0.00");
  }

  private void useUpTheMonthOnThe28th() {
    moveToLocal("2026-11-23T10:00");
    payOrders(ZETA, 5); // 16.25
    payReads(ACME, 22); // 2.86
    assertUsed("19.11", "160.03", "16.25");
    moveToLocal("2026-11-27T09:00");
    payOrders(ACME, 8); // 26.00
    assertUsed("26.00", "186.03", "26.00");

    moveToLocal("2026-11-28T10:00");
    payOrders(ZETA, 4); // 13.00
    assertRefused(ZETA, "0.97 of 200.00 USD per month (America/Chicago)", "2026-12-01T00:00");
    payReads(ZETA, 7); // 0.91
    assertThat(ledger.refused(ZETA, READ, null).remainingUsd()).isEqualByComparingTo("0.06");
    assertUsed("13.91", "199.94", "13.00");
  }

  private void endTheMonth() {
    moveToLocal("2026-11-30T23:59");
    LimitExceeded refusal = ledger.refused(ACME, READ, null);
    assertThat(refusal.retryAt()).isEqualTo(local("2026-12-01T00:00"));
    assertThat(refusal.zone()).isEqualTo(CHICAGO);
    assertUsed("0.00", "199.94", "0.00");
    assertComparison(
        "80.56", "taken 216.19 of 216.19 to 216.19, recorded 146.75, unexplained 0.00");

    // The 199.94 of the limit are the 199.81 of November and the read that was made in October.
    assertThat(statement())
        .containsExactly(
            "2026-10-31 client/acme 4 13.00 0.00",
            "2026-10-31 client/zeta 1 0.13 0.00",
            "2026-11-01 client/acme 8 26.00 0.00",
            "2026-11-01 client/zeta 39 23.79 0.00",
            "2026-11-02 client/acme 1 3.25 0.00",
            "2026-11-03 client/acme 1 3.25 0.00",
            "2026-11-06 client/acme 4 13.00 0.00",
            "2026-11-06 client/zeta 5 0.65 0.00",
            "2026-11-09 client/zeta 4 13.00 0.00",
            "2026-11-10 client/acme 14 14.30 0.00",
            "2026-11-16 client/acme 13 42.25 0.00",
            "2026-11-16 client/zeta 10 1.30 0.00",
            "2026-11-23 client/acme 22 2.86 0.00",
            "2026-11-23 client/zeta 5 16.25 0.00",
            "2026-11-27 client/acme 8 26.00 0.00",
            "2026-11-28 client/zeta 11 13.91 0.00");
    SpendFilter all = SpendFilter.all();
    SpendFilter november = all.between(local("2026-11-01T00:00"), local("2026-12-01T00:00"));
    assertTotals(november, "199.81");
    assertTotals(november.operation(Operation.CREATE_LOAD), "188.50");
    assertTotals(november.operation(Operation.GET_LOAD_POSITION), "11.31");
    // The amounts that the balance paid for, without the refund of 3.25.
    assertTotals(all, "212.94");
    assertTotals(all.scope(ACME), "143.91");
    assertTotals(all.scope(ZETA), "69.03");
    // Two orders were free of charge: zeta's lost order and acme's refunded one.
    assertThat(ledger.entries())
        .hasSize(152)
        .allMatch(entry -> entry.minUsd().equals(entry.amountUsd()));

    assertThat(notifications)
        .containsExactly(
            "2026-11-01 nearly full 32.50 of 40.00 USD per 24 hours of createLoad",
            "2026-11-01 full 39.00 of 40.00 USD per 24 hours of createLoad",
            "2026-11-01 nearly full 32.50 of 40.00 USD per 24 hours of createLoad",
            "2026-11-01 nearly full 41.73 of 50.00 USD per day (America/Chicago)",
            "2026-11-01 full 48.23 of 50.00 USD per day (America/Chicago)",
            "2026-11-16 nearly full 32.50 of 40.00 USD per 24 hours of createLoad",
            "2026-11-16 nearly full 40.30 of 50.00 USD per day (America/Chicago)",
            "2026-11-16 full 39.00 of 40.00 USD per 24 hours of createLoad",
            "2026-11-16 nearly full 42.25 of 45.00 USD per 24 hours of createLoad",
            "2026-11-16 full 42.25 of 45.00 USD per 24 hours of createLoad",
            "2026-11-23 nearly full 160.03 of 200.00 USD per month (America/Chicago)",
            "2026-11-28 full 199.03 of 200.00 USD per month (America/Chicago)");

    moveToLocal("2026-12-01T00:00");
    assertUsed("0.00", "0.00", "0.00");
    payOrders(ACME, 1);
    assertUsed("3.25", "3.25", "3.25");
    assertComparison(
        "77.31", "taken 219.44 of 219.44 to 219.44, recorded 146.75, unexplained 0.00");
  }

  // --- calls ---

  private void payOrders(SpendScope customer, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(completeOrder(customer, "PO-" + ++orders, Charge.Kind.CHARGED))
          .isEqualTo(Charge.charged(ORDER));
    }
  }

  /** Makes an order with its own key that ends with this charge. */
  private Charge completeOrder(SpendScope customer, String order, Charge.Kind kind) {
    Reservation made =
        TestLedger.requireReservation(ledger.reserve(ledger.order(customer, ORDER, order, order)));
    return ledger.complete(made, kind, kind == Charge.Kind.CHARGED ? "load of " + order : null);
  }

  private void payReads(SpendScope customer, int count) {
    for (int i = 0; i < count; i++) ledger.pay(customer, READ, null, Charge.Kind.CHARGED);
  }

  private void record(String usd, String why) {
    ledger.ledger.recordAdjustment(TestLedger.ACCOUNT, usd(usd), "ann", why);
  }

  // --- time in Chicago ---

  private void moveToLocal(String local) {
    time.set(local(local));
  }

  private static Instant local(String time) {
    return LocalDateTime.parse(time).atZone(CHICAGO).toInstant();
  }

  private String today() {
    return LocalDate.ofInstant(time.instant(), CHICAGO).toString();
  }

  // --- assertions ---

  private void assertUsed(String day, String month, String orders) {
    assertThat(ledger.guard.limitUsage())
        .extracting(use -> use.usedUsd().toPlainString())
        .containsExactly(day, month, orders);
  }

  private static String used(LimitUsage use) {
    return use.usedUsd() + " of " + use.limit().description().replace(" for scope client", "");
  }

  /** Asserts that this limit refuses an order until this time. */
  private void assertRefused(SpendScope customer, String left, String until) {
    LimitExceeded refused = ledger.refused(customer, ORDER, "refused");
    assertThat(refused.remainingUsd() + " of " + refused.limit())
        .isEqualTo(left + " for scope client");
    assertThat(refused.retryAt()).isEqualTo(local(until));
  }

  private void assertComparison(String balanceUsd, String expected) {
    BalanceComparison made = ledger.compare(() -> usd(balanceUsd));
    assertThat(
            "taken "
                + (made.debitedUsd() + " of " + made.minUsd() + " to " + made.maxUsd())
                + (", recorded " + made.adjustmentsUsd())
                + (", unexplained " + made.unexplainedUsd()))
        .isEqualTo(expected);
  }

  private SpendEntry entryOf(String order) {
    return ledger.ledger.entries(SpendFilter.all().customerRef(order)).findFirst().orElseThrow();
  }

  private List<String> statement() {
    return ledger
        .ledger
        .statement(
            SpendScope.client(),
            LocalDate.parse("2026-10-31"),
            LocalDate.parse("2026-12-01"),
            CHICAGO)
        .stream()
        .map(
            line ->
                line.day()
                    + (" " + line.scope() + " " + line.count())
                    + (" " + line.chargedUsd() + " " + line.unknownUsd()))
        .toList();
  }

  private void assertTotals(SpendFilter filter, String chargedUsd) {
    SpendTotals totals = ledger.ledger.totals(filter);
    assertThat(totals).isEqualTo(new SpendTotals(usd(chargedUsd), usd("0.00"), usd("0.00")));
  }
}
