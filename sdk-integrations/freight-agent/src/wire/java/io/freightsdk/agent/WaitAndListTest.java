package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimits;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiting with a budget, and what is known for free. */
class WaitAndListTest {
  private final AgentFixture fixture = AgentFixture.withBalance("20.00");

  @AfterEach
  void close() {
    fixture.close();
  }

  private AgentFixture.Toolbox tools() {
    return fixture.tools(b -> b.unlimited().all().waitWithin(Duration.ZERO));
  }

  private static ToolResult wait(
      AgentFixture.Toolbox tools, Object load, String event, String maxUsd) {
    return tools.call(
        "wait_for",
        "{\"loadNumber\":\"%s\",\"event\":\"%s\",\"maxUsd\":%s}".formatted(load, event, maxUsd));
  }

  private void later(Duration time) {
    fixture.later(time);
    fixture.server.clock().advance(time);
  }

  @Test
  void waitingReadsRarelyAndStaysWithinItsBudget() {
    AgentFixture.Toolbox tools = tools();
    String load = Json.at(tools.createLoad("PO-1"), "loadNumber").toString();
    ToolResult waiting = wait(tools, load, "delivered", "0.04");
    assertThat(Json.at(waiting, "reached")).isEqualTo(false);
    assertThat(Json.at(waiting, "spentUsd")).isEqualTo("0.02");
    for (int i = 0; i < 20; i++) {
      assertThat(Json.at(wait(tools, load, "delivered", "0.04"), "chargedUsd"))
          .as("before nextReadAt")
          .isEqualTo("0.00");
    }
    later(Duration.ofHours(30));
    assertThat(Json.at(wait(tools, load, "delivered", "0.04"), "leftUsd")).isEqualTo("0.00");
    later(Duration.ofHours(30));
    assertThat(wait(tools, load, "delivered", "0.04").error().code()).isEqualTo("BUDGET_USED");
    assertThat(fixture.sent(Operation.GET_LOAD_POSITION)).isEqualTo(2);
  }

  /** What the service has taken for readings. */
  private BigDecimal readingsUsd() {
    return fixture.broker.debits().stream()
        .map(entry -> entry.amountUsd().abs())
        .filter(usd -> usd.compareTo(new BigDecimal("0.65")) < 0)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private String driven(AgentFixture.Toolbox tools) {
    String load = Json.at(tools.createLoad("PO-1"), "loadNumber").toString();
    fixture.server.driver(load).driveToNextStop();
    return load;
  }

  @Test
  void lostAnswersAreOfTheBudgetToo() {
    AgentFixture.Toolbox tools = tools();
    String load = driven(tools);
    for (int i = 0; i < 3; i++) {
      fixture.server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
      wait(tools, load, "delivered", "0.02");
      tools.call("get_balance", "{}");
    }
    fixture.server.faults().clear();
    ToolError used = wait(tools, load, "delivered", "0.02").error();

    assertThat(readingsUsd()).as("debited by a wait of at most 0.02").isEqualByComparingTo("0.02");
    assertThat(used.code()).isEqualTo("BUDGET_USED");
    assertThat(used.message())
        .isEqualTo(
            "Not sent: a reading costs 0.02 USD, and this wait has spent 0.02 USD of its 0.02 USD;"
                + " lost answers count in full. Nothing was charged. Tell the user what is known so"
                + " far; another maxUsd begins a new wait, so ask before.");
    assertThat(used.facts())
        .isEqualTo(Map.of("priceUsd", "0.02", "spentUsd", "0.02", "limitUsd", "0.02"));
  }

  @Test
  void whatAWaitHasSpentIsWhatTheLedgerSays() {
    AgentFixture.Toolbox tools = tools();
    String load = driven(tools);
    fixture.server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    ToolResult lost = wait(tools, load, "delivered", "0.06");
    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
    tools.call("get_balance", "{}");

    ToolResult read = wait(tools, load, "delivered", "0.06");
    assertThat(Json.object(read.json()))
        .containsEntry("spentUsd", "0.04")
        .containsEntry("unknownUsd", "0.02")
        .containsEntry("leftUsd", "0.02")
        .containsEntry("chargedUsd", "0.02");
    SpendFilter readings = SpendFilter.all().operation(Operation.GET_LOAD_POSITION);
    assertThat(fixture.ledger.totals(readings).spentUsd()).isEqualByComparingTo("0.04");
  }

  @Test
  void hostsThatWaitAtOnceHaveOneBudget() throws Exception {
    String load = driven(tools());
    List<FreightClient> clients = new ArrayList<>();
    try {
      List<AgentFixture.Toolbox> hosts = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        FreightClient client =
            fixture.client.toBuilder().spendGuard(fixture.ledger.guard()).build();
        clients.add(client);
        FreightTools.Builder host = FreightTools.builder(client).clock(fixture.clock).unlimited();
        hosts.add(new AgentFixture.Toolbox(host.all().waitWithin(Duration.ZERO).build()));
      }
      List<ToolResult> told =
          AgentFixture.inParallel(4, i -> wait(hosts.get(i), load, "delivered", "0.02"));
      // Who asks a little later knows what the first one was told.
      assertThat(told).filteredOn(one -> !one.charge().equals(Charge.NONE)).hasSize(1);
      assertThat(told)
          .filteredOn(ToolResult::isError)
          .allSatisfy(one -> assertThat(one.error().code()).isEqualTo("BUDGET_USED"));
      assertThat(readingsUsd()).isEqualByComparingTo("0.02");
    } finally {
      clients.forEach(FreightClient::close);
    }
  }

  @Test
  void eachCallerHasAWaitOfHisOwn() {
    AgentFixture.Toolbox tools = tools();
    String load = driven(tools);
    String wait = "{\"loadNumber\":\"%s\",\"event\":\"delivered\",\"maxUsd\":0.02}".formatted(load);
    for (String caller : List.of("ann", "bob")) {
      later(Duration.ofSeconds(62));
      ToolResult told = tools.named("wait_for").invoke(wait, ToolCall.in(caller));
      assertThat(Json.at(told, "chargedUsd")).as(caller).isEqualTo("0.02");
      assertThat(Json.at(told, "spentUsd")).as(caller).isEqualTo("0.02");
    }
  }

  @Test
  void aWaitAfterOneThatHasEndedHasItsWholeBudget() {
    AgentFixture.Toolbox tools = tools();
    String load = Json.at(tools.createLoad("PO-1"), "loadNumber").toString();
    assertThat(Json.at(wait(tools, load, "pickup", "0.04"), "spentUsd")).isEqualTo("0.02");
    fixture.server.driver(load).driveToNextStop();
    later(Duration.ofHours(30));
    ToolResult ended = wait(tools, load, "pickup", "0.04");
    assertThat(Json.object(ended.json()))
        .containsEntry("reached", true)
        .containsEntry("spentUsd", "0.04");

    later(Duration.ofSeconds(62));
    assertThat(Json.at(wait(tools, load, "pickup", "0.04"), "spentUsd")).isEqualTo("0.02");
  }

  @Test
  void aCallPaysForOneReadingSoThatItTellsAllThatItCost() {
    AgentFixture.Toolbox tools =
        fixture.tools(b -> b.unlimited().all().waitWithin(Duration.ofHours(40)));
    String load = driven(tools);
    String wait = "{\"loadNumber\":\"%s\",\"event\":\"delivered\",\"maxUsd\":1}".formatted(load);
    ToolCall caller =
        ToolCall.anonymous()
            .withProgress(
                step -> {
                  later(Duration.ofHours(30));
                  fixture
                      .server
                      .faults()
                      .next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
                });
    ToolResult told = tools.named("wait_for").invoke(wait, caller);
    assertThat(Json.at(told, "chargedUsd")).isEqualTo("0.02");
    assertThat(fixture.sent(Operation.GET_LOAD_POSITION)).isEqualTo(1);
  }

  @Test
  void aCallWaitsByTheClockOfTheToolsAsLongAsItMay() {
    List<Long> slept = new ArrayList<>();
    AgentFixture.Toolbox tools =
        fixture.tools(
            b ->
                b.unlimited()
                    .all()
                    .waitWithin(Duration.ofMillis(2500))
                    .sleeper(
                        millis -> {
                          slept.add(millis);
                          later(Duration.ofMillis(millis));
                        }));
    ToolResult waited = wait(tools, driven(tools), "delivered", "1.00");
    assertThat(Json.at(waited, "reached")).isEqualTo(false);
    assertThat(slept).containsExactly(1000L, 1000L, 500L);
  }

  @Test
  void aCancelledCallStopsWaitingAtItsNextLook() {
    List<Long> slept = new ArrayList<>();
    AgentFixture.Toolbox tools =
        fixture.tools(
            b ->
                b.unlimited()
                    .all()
                    .sleeper(
                        millis -> {
                          slept.add(millis);
                          later(Duration.ofMillis(millis));
                        }));
    String wait =
        "{\"loadNumber\":\"%s\",\"event\":\"delivered\",\"maxUsd\":1}".formatted(driven(tools));
    ToolCall caller = ToolCall.anonymous().withCancellation(() -> slept.size() == 3);
    ToolResult told = tools.named("wait_for").invoke(wait, caller);
    assertThat(slept).hasSize(3);
    assertToldOfTheReading(told);
  }

  @Test
  void anInterruptedCallTellsWhatItHasPaid() {
    AgentFixture.Toolbox tools =
        fixture.tools(
            b ->
                b.unlimited()
                    .all()
                    .sleeper(
                        millis -> {
                          throw new InterruptedException();
                        }));
    ToolResult told = wait(tools, driven(tools), "delivered", "1");
    assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
    assertToldOfTheReading(told);
  }

  private void assertToldOfTheReading(ToolResult told) {
    assertThat(readingsUsd()).isEqualByComparingTo("0.02");
    assertThat(told.error().code()).isEqualTo("CANCELLED");
    assertThat(told.charge().amountUsd()).isEqualByComparingTo("0.02");
    assertThat(told.json())
        .contains("The wait was cancelled. 0.02 USD was charged.")
        .doesNotContain("Nothing was charged");
  }

  @Test
  void nobodyIsAskedForWhatTheBudgetRefuses() {
    List<ApprovalRequest> asked = new ArrayList<>();
    AgentFixture.Toolbox tools =
        fixture.tools(
            b ->
                b.unlimited()
                    .all()
                    .waitWithin(Duration.ZERO)
                    .approver(
                        request -> {
                          asked.add(request);
                          return Approval.APPROVED;
                        }));
    String load = driven(tools);
    wait(tools, load, "delivered", "0.02");
    later(Duration.ofHours(30));
    assertThat(wait(tools, load, "delivered", "0.02").error().code()).isEqualTo("BUDGET_USED");
    assertThat(asked).as("the creation and one reading").hasSize(2);
  }

  @Test
  void aLimitOfTheUserIsNotToldAsTheBudget() {
    AgentFixture.Toolbox tools =
        fixture.tools(
            b ->
                b.limits(SpendLimits.builder().total("0.66").build())
                    .all()
                    .waitWithin(Duration.ZERO));
    ToolError refused = wait(tools, driven(tools), "delivered", "1").error();
    assertThat(refused.code()).isEqualTo("SPEND_LIMIT");
    assertThat(refused.facts()).containsEntry("allowanceUsd", "0.01");
  }

  @Test
  void aTruckThatIsLateByItsEstimateIsNotReadAgainAtOnce() {
    AgentFixture.Toolbox tools = tools();
    String load = driven(tools);
    // The estimate is by the clock of the service.
    Instant later = fixture.server.clock().now().plus(Duration.ofDays(3));
    fixture.clock.advance(Duration.between(fixture.clock.instant(), later));
    ToolResult waiting = wait(tools, load, "delivered", "1.00");
    assertThat(waiting.json()).contains("etaAt");
    assertThat(Json.at(waiting, "nextReadAt"))
        .isEqualTo(
            later
                .plus(Duration.ofMinutes(2))
                .plusSeconds(1)
                .truncatedTo(ChronoUnit.SECONDS)
                .toString());
  }

  @Test
  void anArrivalEndsTheWaitAndADeliveredLoadIsFreeForEver() {
    AgentFixture.Toolbox tools = tools();
    String load = Json.at(tools.createLoad("PO-1"), "loadNumber").toString();
    wait(tools, load, "delivered", "1.00");
    fixture.server.driver(load).driveToNextStop().driveToNextStop();
    later(Duration.ofDays(3));
    ToolResult reached = wait(tools, load, "delivered", "1.00");
    assertThat(Json.at(reached, "reached")).as(reached.json()).isEqualTo(true);

    for (int i = 0; i < 3; i++) {
      later(Duration.ofSeconds(62));
      assertThat(Json.at(tools.position(load), "chargedUsd")).isEqualTo("0.00");
      assertThat(Json.at(tools.position(load), "status")).isEqualTo("DELIVERED");
    }
    assertThat(Json.at(tools().position(load), "chargedUsd"))
        .as("after a restart too")
        .isEqualTo("0.00");
    assertThat(fixture.sent(Operation.GET_LOAD_POSITION)).isEqualTo(2);
  }

  @Test
  void aDriverWhoNeverOpenedTheLinkIsNotReadEachMinute() {
    AgentFixture.Toolbox tools = tools();
    String load = Json.at(tools.createLoad("PO-1"), "loadNumber").toString();
    ToolResult first = tools.position(load);
    assertThat(Json.at(first, "usefulFrom")).as(first.json()).isNotNull();
    for (int i = 0; i < 9; i++) {
      later(Duration.ofSeconds(62));
      assertThat(Json.at(tools.position(load), "chargedUsd")).isEqualTo("0.00");
    }
    later(Duration.ofMinutes(2));
    assertThat(Json.at(tools.position(load), "chargedUsd")).isEqualTo("0.02");
  }

  @Test
  void theNewestLoadsComeFirstAndTheOthersAreCounted() {
    AgentFixture.Toolbox tools = tools();
    for (int i = 1; i <= 23; i++) {
      tools.createLoad("PO-" + i);
      later(Duration.ofMillis(1));
    }
    ToolResult loads = tools.call("list_loads", "");
    List<?> listed = (List<?>) Json.at(loads, "loads");
    assertThat(listed).hasSize(20);
    assertThat(((Map<?, ?>) listed.get(0)).get("customerRef")).isEqualTo("PO-23");
    assertThat(((Map<?, ?>) listed.get(19)).get("customerRef")).isEqualTo("PO-4");
    assertThat(Json.at(loads, "note")).isEqualTo("Not shown: 3 older.");
  }

  @Test
  void whatIsLeftIsToldWithoutTheLastDigits() {
    fixture.server.price("load_create", "0.6500001");
    AgentFixture.Toolbox tools =
        fixture.tools(b -> b.limits(SpendLimits.builder().perDay("2.00").build()));
    tools.createLoad("PO-1");
    ToolResult told = tools.call("get_balance", "");
    assertThat(Json.at(told, "balanceUsd")).isEqualTo("19.3499");
    assertThat(Json.at(told, "allowanceUsd")).isEqualTo("1.3499");
  }

  @Test
  void loadsAndSpendingAreKnownAfterALostContext() {
    AgentFixture.Toolbox tools = tools();
    String load = Json.at(tools.createLoad("PO-1"), "loadNumber").toString();
    tools.createLoad("PO-2");
    tools.position(load);

    ToolResult loads = tools().call("list_loads", "{}");
    assertThat(loads.json()).contains("\"PO-1\"", "\"PO-2\"", load, "\"lastStatus\":\"PLANNED\"");
    ToolResult spending = tools.call("spending", "{}");
    assertThat(Json.at(spending, "last24hUsd")).isEqualTo("1.32");
    assertThat(spending.json())
        .contains("\"create_load\":\"1.30\"", "\"get_load_position\":\"0.02\"", load);
    assertThat(fixture.debits()).hasSize(3);
  }
}
