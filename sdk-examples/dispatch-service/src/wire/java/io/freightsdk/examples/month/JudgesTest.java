package io.freightsdk.examples.month;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.examples.month.Facts.Cause;
import io.freightsdk.examples.month.Facts.Comparison;
import io.freightsdk.examples.month.Facts.Debit;
import io.freightsdk.examples.month.Facts.Entry;
import io.freightsdk.examples.month.Facts.Event;
import io.freightsdk.examples.month.Facts.Load;
import io.freightsdk.examples.month.Facts.Lost;
import io.freightsdk.examples.month.Facts.Paid;
import io.freightsdk.examples.month.Facts.Row;
import io.freightsdk.examples.month.Facts.Size;
import io.freightsdk.model.Operation;
import io.freightsdk.server.view.LedgerEntry;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Each judge finds what it is for, in a month in which nothing else is wrong. */
class JudgesTest {
  private static final Instant NOON = Instant.parse("2026-11-02T18:00:00Z");

  private final Map<String, String> orders = new TreeMap<>(Map.of("PO-1", "acme"));
  private final List<Load> loads = new ArrayList<>(List.of(new Load("LD-1", "PO-1", "DELIVERED")));
  private final List<Debit> debits = new ArrayList<>(List.of(creation("LD-1"), read(NOON)));
  private final List<Row> rows = new ArrayList<>(List.of(new Row("PO-1", "DELIVERED", "LD-1")));
  private final List<Event> events = new ArrayList<>();
  private final List<Comparison> comparisons = new ArrayList<>(List.of(comparison("0")));
  private final List<Cause> causes = new ArrayList<>();
  private final List<Entry> open = new ArrayList<>();
  private final List<String> waiting = new ArrayList<>();
  private final List<Size> sizes = new ArrayList<>(List.of(new Size("one", 1, 30_000_000, 40, 5)));
  private final List<Lost> lost = new ArrayList<>();
  private int unsettled;
  private BigDecimal chargedUsd = new BigDecimal("0.670");
  private String page = "{}";

  JudgesTest() {
    hasCome("PO-1");
  }

  private void hasCome(String order) {
    for (String what :
        List.of("REACHED 1", "AT_PICKUP", "LEFT 1", "IN_TRANSIT", "AT_DELIVERY", "DELIVERED")) {
      events.add(new Event(order, what, 1));
    }
  }

  private static Debit creation(String load) {
    return new Debit(NOON, 1, true, load, new BigDecimal("0.65"), "");
  }

  private static Debit read(Instant at) {
    return read(at, "client/fleet/routine");
  }

  private static Debit read(Instant at, String payer) {
    return new Debit(at, 1, false, "LD-1", new BigDecimal("0.02"), payer);
  }

  private static Comparison comparison(String unexplained) {
    return comparison(unexplained, "0");
  }

  private static Comparison comparison(String unexplained, String width) {
    return new Comparison(NOON, new BigDecimal(unexplained), new BigDecimal(width));
  }

  private List<String> complaints() {
    return Judges.complaints(
        new Facts(
            orders,
            loads,
            debits,
            rows,
            events,
            comparisons,
            causes,
            open,
            unsettled,
            new BigDecimal("0.67"),
            chargedUsd,
            waiting,
            page,
            sizes,
            lost,
            Map.of("", new BigDecimal("2.00"), "acme", new BigDecimal("1.00"))));
  }

  @Test
  void aGoodMonthHasNoComplaints() {
    assertThat(complaints()).isEmpty();
  }

  @Test
  void anOrderWithTwoLoads() {
    loads.add(new Load("LD-2", "PO-1", "PLANNED"));
    assertThat(complaints()).containsExactly("order PO-1 has 2 loads: [LD-1, LD-2]");
  }

  @Test
  void anOrderWithoutALoad() {
    orders.put("PO-2", "acme");
    assertThat(complaints()).containsExactly("order PO-2 has 0 loads: []");
  }

  @Test
  void anOrderThatNamesAnotherLoad() {
    rows.set(0, new Row("PO-1", "DELIVERED", "LD-7"));
    assertThat(complaints()).containsExactly("order PO-1 has LD-1, and says LD-7");
  }

  @Test
  void aLoadThatNobodyOrdered() {
    loads.add(new Load("LD-2", "null", "PLANNED"));
    assertThat(complaints()).containsExactly("a load of no order: null");
  }

  @Test
  void aCreationThatIsPaidTwice() {
    orders.replace("PO-1", "nobody with a limit");
    debits.add(creation("LD-1"));
    assertThat(complaints()).containsExactly("the creation of LD-1 is paid 2x");
  }

  @Test
  void anEventThatIsStoredTwice() {
    events.set(0, new Event("PO-1", "REACHED 1", 2));
    assertThat(complaints()).containsExactly("order PO-1: REACHED 1 is stored 2x");
  }

  @Test
  void anEventThatIsMissing() {
    events.remove(0);
    assertThat(complaints())
        .containsExactly("order PO-1 is delivered and was never told [REACHED 1]");
  }

  @Test
  void anOrderThatNeverHeardOfItsDelivery() {
    rows.set(0, new Row("PO-1", "IN_TRANSIT", "LD-1"));
    assertThat(complaints()).containsExactly("order PO-1 is delivered, and stands at IN_TRANSIT");
  }

  @Test
  void moneyThatNobodyCanExplain() {
    comparisons.add(comparison("-0.65"));
    assertThat(complaints())
        .containsExactly("the comparison at " + NOON + " found -0.65 USD that nobody can explain");
  }

  @Test
  void moneyThatTheTestHasMovedIsExplainedOnce() {
    causes.add(new Cause(NOON, new BigDecimal("7.00")));
    comparisons.add(comparison("7.00"));
    assertThat(complaints()).isEmpty();
    comparisons.add(comparison("7.00"));
    assertThat(complaints()).hasSize(1);
  }

  @Test
  void whatAComparisonSaysIsAtLeastAndAtMost() {
    causes.add(new Cause(NOON, new BigDecimal("7.00")));
    comparisons.add(comparison("6.33", "0.67"));
    assertThat(complaints()).isEmpty();
    comparisons.set(1, comparison("6.33", "0.66"));
    assertThat(complaints()).hasSize(2);
    comparisons.set(1, comparison("7.01", "0.67"));
    assertThat(complaints()).hasSize(2);
    comparisons.set(1, comparison("-6.33", "0.67"));
    assertThat(complaints()).hasSize(2);
  }

  @Test
  void moneyThatNoComparisonHasFound() {
    causes.add(new Cause(NOON, new BigDecimal("7.00")));
    assertThat(complaints()).hasSize(1).allMatch(it -> it.startsWith("no comparison has found"));
  }

  @Test
  void aLedgerThatNobodyCompares() {
    comparisons.clear();
    assertThat(complaints()).containsExactly("ledger and balance were never compared");
  }

  @Test
  void anOpenEntryThatTheOperatorDoesNotSee() {
    open.add(new Entry("17", "getLoadPosition", NOON, null));
    page = "{\"unknownCharges\":[{\"entry\":\"170\"}]}";
    assertThat(complaints())
        .containsExactly(
            "the page of the operator does not have the open getLoadPosition of " + NOON);
    page = "{\"unknownCharges\":[{\"entry\":\"17\"}]}";
    assertThat(complaints()).isEmpty();
  }

  @Test
  void aCreationThatNobodyClosed() {
    open.add(new Entry("17", "createLoad", NOON, "PO-1"));
    page = "{\"unknownCharges\":[{\"entry\":\"17\"}]}";
    assertThat(complaints()).containsExactly("the creation for PO-1 is still open");
  }

  @Test
  void anEntryThatTheOperatorCouldNotClose() {
    unsettled = 1;
    assertThat(complaints()).containsExactly("1 entries are open after the operator");
  }

  @Test
  void aLedgerThatSaysAnotherSum() {
    chargedUsd = new BigDecimal("0.65");
    assertThat(complaints())
        .containsExactly("the service has taken 0.67 USD, and the ledger says 0.65 USD");
  }

  @Test
  void anOrderThatNeverArrived() {
    loads.set(0, new Load("LD-1", "PO-1", "IN_TRANSIT"));
    rows.set(0, new Row("PO-1", "IN_TRANSIT", "LD-1"));
    assertThat(complaints()).containsExactly("order PO-1 was never delivered, and is IN_TRANSIT");
  }

  @Test
  void aReadIsOfTheTimeAtWhichItWasAsked() {
    // The service's clock went on while the answer to the first was on its way.
    Instant before = NOON.minusSeconds(3600);
    debits.set(1, Debit.of(taken("req_1"), new Paid(before, "client/fleet/routine")));
    debits.add(Debit.of(taken("req_2"), new Paid(NOON, "client/fleet/routine")));
    assertThat(complaints()).isEmpty();
    debits.set(1, Debit.of(taken("req_1"), new Paid(NOON, "client/fleet/routine")));
    assertThat(complaints()).containsExactly("LD-1 was read at " + NOON + " and paid 2x");
  }

  private static LedgerEntry taken(String requestId) {
    return new LedgerEntry(
        NOON,
        LedgerEntry.Type.DEBIT,
        Operation.GET_LOAD_POSITION,
        new BigDecimal("0.02"),
        new BigDecimal("9.00"),
        "LD-1",
        null,
        requestId);
  }

  @Test
  void anOrderThatStillWaits() {
    waiting.add("PO-3");
    assertThat(complaints())
        .containsExactly(
            "order PO-3 still waits for its load, and the page of the operator does not have it");
    page = "{\"orders\":[{\"reference\":\"PO-3\"}]}";
    assertThat(complaints()).containsExactly("order PO-3 still waits for its load");
  }

  @Test
  void aReadThatTwoInstancesPay() {
    debits.add(read(NOON));
    assertThat(complaints()).containsExactly("LD-1 was read at " + NOON + " and paid 2x");
  }

  @Test
  void aCustomerWhoAsksWhileTheFleetReads() {
    debits.add(read(NOON, "client/customer/acme"));
    assertThat(complaints()).isEmpty();
    debits.add(read(NOON, "client/customer/acme"));
    assertThat(complaints()).hasSize(1);
  }

  @Test
  void readsOfACustomerCountInItsLimit() {
    for (int i = 0; i < 18; i++) debits.add(read(NOON.plusSeconds(i), "client/customer/acme"));
    assertThat(complaints()).containsExactly("acme on day 1: 1.01 USD of 1.00 USD");
  }

  @Test
  void aReadThatIsRepeatedBecauseItsAnswerWasLost() {
    debits.add(read(NOON, ""));
    debits.add(read(NOON, ""));
    assertThat(complaints()).hasSize(1);
    lost.add(new Lost(NOON, "LD-1"));
    assertThat(complaints()).isEmpty();
  }

  @Test
  void spendOfADayOverTheLimitOfTheClient() {
    for (int i = 0; i < 80; i++) debits.add(read(NOON.plusSeconds(i + 1)));
    assertThat(complaints()).containsExactly("on day 1: 2.27 USD of 2.00 USD");
  }

  @Test
  void spendOfADayOverTheLimitOfACustomer() {
    orders.put("PO-2", "acme");
    loads.add(new Load("LD-2", "PO-2", "DELIVERED"));
    rows.add(new Row("PO-2", "DELIVERED", "LD-2"));
    hasCome("PO-2");
    debits.add(creation("LD-2"));
    assertThat(complaints()).containsExactly("acme on day 1: 1.30 USD of 1.00 USD");
  }

  @Test
  void aProcessThatGrows() {
    sizes.add(new Size("one", 9, 90_000_000, 40, 5));
    sizes.add(new Size("two", 9, 30_000_000, 90, 5));
    sizes.add(new Size("one", 10, 30_000_000, 40, 11));
    assertThat(complaints())
        .hasSize(3)
        .anyMatch(it -> it.contains("the heap grew"))
        .anyMatch(it -> it.contains("threads grew"))
        .anyMatch(it -> it.contains("too many connections"));
  }
}
