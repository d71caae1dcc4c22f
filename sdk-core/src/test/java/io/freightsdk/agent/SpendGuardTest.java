package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpendGuardTest {
  @Test
  void twentyCallsAtOnceUnderACapForTwoMakeExactlyTwoLoads() throws Exception {
    try (AgentDesk desk = AgentDesk.withBalance("100.00")) {
      AgentDesk.Toolbox tools = desk.toolsUpTo("1.30");

      List<ToolResult> results = AgentDesk.inParallel(20, i -> tools.createLoad("PO-" + i));

      assertThat(results).filteredOn(result -> !result.isError()).hasSize(2);
      assertThat(results)
          .filteredOn(ToolResult::isError)
          .hasSize(18)
          .allSatisfy(
              result -> {
                assertThat(result.error().code()).isEqualTo("SPEND_LIMIT");
                assertThat(result.charge()).isEqualTo(Charge.NONE);
              });
      assertThat(desk.debits()).containsExactly("0.65", "0.65");
      assertThat(desk.sent(Operation.CREATE_LOAD)).isEqualTo(2);
    }
  }

  @Test
  void aRefusalByALimitHasItsFigures() {
    try (AgentDesk desk = AgentDesk.withBalance("100.00")) {
      AgentDesk.Toolbox tools = desk.toolsUpTo("1.00");
      tools.createLoad("PO-1");

      ToolError error = tools.createLoad("PO-2").error();

      assertThat(error.message())
          .isEqualTo(
              "Not sent: the call costs 0.65 USD and 0.35 USD of your limit of 1.00 USD are left."
                  + " Nothing was charged. Stop paid calls and tell the user that the limit is used"
                  + " up.");
      assertThat(error.retry()).isEqualTo(ToolError.Retry.AFTER_USER_ACTION);
      assertThat(error.facts())
          .isEqualTo(Map.of("priceUsd", "0.65", "allowanceUsd", "0.35", "limitUsd", "1.00"));
    }
  }

  @Test
  void aWindowThatWillFreeMoneySaysWhen() {
    try (AgentDesk desk = AgentDesk.withBalance("100.00")) {
      AgentDesk.Toolbox tools =
          desk.tools(b -> b.limits(SpendLimits.builder().perHour("1.00").build()));
      tools.createLoad("PO-1");

      ToolError error = tools.createLoad("PO-2").error();

      assertThat(error.retry()).isEqualTo(ToolError.Retry.AFTER_DELAY);
      assertThat(error.facts()).containsKey("retryAt");
    }
  }

  @Test
  void theBalanceToolSaysWhatIsLeftOfTheTightestLimit() {
    try (AgentDesk desk = AgentDesk.withBalance("100.00")) {
      AgentDesk.Toolbox tools =
          desk.tools(
              b ->
                  b.limits(SpendLimits.builder().total("5.00").build())
                      .limitsPerScope(SpendLimits.builder().total("2.00").build()));
      tools.named("create_load").invoke(AgentDesk.load("PO-1"), ToolCall.in("alice"));
      tools.named("create_load").invoke(AgentDesk.load("PO-2"), ToolCall.in("bob"));

      ToolResult alice = tools.named("get_balance").invoke("", ToolCall.in("alice"));
      ToolResult everybody = tools.call("get_balance", "");

      assertThat(Json.object(alice.json()))
          .containsEntry("balanceUsd", "98.70")
          .containsEntry("allowanceUsd", "1.35")
          .containsEntry("paidToolsStopped", false);
      assertThat(Json.at(everybody, "allowanceUsd")).isEqualTo("3.70");
      assertThat(Json.object(desk.tools().call("get_balance", "").json()))
          .doesNotContainKey("allowanceUsd");
    }
  }

  @Test
  void oneCallersLimitLeavesTheOthersTheirs() {
    try (AgentDesk desk = AgentDesk.withBalance("100.00")) {
      AgentDesk.Toolbox tools =
          desk.tools(
              b -> b.unlimited().limitsPerScope(SpendLimits.builder().total("0.65").build()));
      AgentTool create = tools.named("create_load");

      assertThat(create.invoke(AgentDesk.load("PO-1"), ToolCall.in("alice")).isError()).isFalse();
      assertThat(create.invoke(AgentDesk.load("PO-2"), ToolCall.in("alice")).error().code())
          .isEqualTo("SPEND_LIMIT");
      assertThat(create.invoke(AgentDesk.load("PO-2"), ToolCall.in("bob")).isError()).isFalse();
      // A name that the ledger cannot hold is one caller's all the same.
      String odd = "chat 7 / \u00fcber".repeat(9);
      assertThat(create.invoke(AgentDesk.load("PO-3"), ToolCall.in(odd)).isError()).isFalse();
      assertThat(create.invoke(AgentDesk.load("PO-4"), ToolCall.in(odd)).error().code())
          .isEqualTo("SPEND_LIMIT");
      assertThat(create.invoke(AgentDesk.load("PO-4"), ToolCall.in(odd + "x")).isError()).isFalse();
    }
  }

  @Test
  void anAgentThatRepeatsForEverSpendsNothingAfterTheFirst402() {
    try (AgentDesk desk = AgentDesk.withBalance("0.70")) {
      AgentDesk.Toolbox tools = desk.tools();
      tools.createLoad("PO-0");
      List<ToolResult> results = new ArrayList<>();

      for (int i = 1; i <= 50; i++) {
        results.add(tools.createLoad("PO-" + i));
        results.add(tools.createLoad("PO-1"));
        results.add(tools.call("get_balance", ""));
      }

      assertThat(results)
          .filteredOn(ToolResult::isError)
          .hasSize(100)
          .allSatisfy(result -> assertThat(result.error().code()).isEqualTo("INSUFFICIENT_FUNDS"));
      assertThat(desk.sent(Operation.CREATE_LOAD)).isEqualTo(2);
      assertThat(desk.debits()).containsExactly("0.65");
    }
  }

  @Test
  void afterA402TheFiguresAndTheWayOutAreTold() {
    try (AgentDesk desk = AgentDesk.withBalance("0.40")) {
      ToolError error = desk.tools().createLoad("PO-1").error();

      assertThat(error.message())
          .startsWith(
              "The prepaid balance of 0.40 USD does not cover 0.65 USD. Nothing was charged. Ask the"
                  + " user to top up");
      assertThat(error.retry()).isEqualTo(ToolError.Retry.AFTER_USER_ACTION);
      assertThat(error.facts())
          .containsEntry("balanceUsd", "0.40")
          .containsEntry("priceUsd", "0.65")
          .containsEntry("billingPath", "/billing/topup");
    }
  }

  @Test
  void aTopUpEndsTheStopWithTheNextCall() {
    try (AgentDesk desk = AgentDesk.withBalance("0.40")) {
      AgentDesk.Toolbox tools = desk.tools();
      tools.createLoad("PO-1");
      assertThat(Json.object(tools.call("get_balance", "").json()))
          .containsEntry("paidToolsStopped", true)
          .as("0.40 USD cover a reading")
          .containsEntry("stoppedTools", List.of("create_load"));

      desk.broker.credit("5.00");

      assertThat(tools.createLoad("PO-1").isError()).isFalse();
      assertThat(Json.at(tools.call("get_balance", ""), "paidToolsStopped")).isEqualTo(false);
    }
  }

  @Test
  void aStopOfTheDearToolLeavesTheCheapOneWhatTheBalanceCovers() {
    try (AgentDesk desk = AgentDesk.withBalance("0.70")) {
      AgentDesk.Toolbox tools = desk.tools();
      Object loadNumber = Json.at(tools.createLoad("PO-1"), "loadNumber");
      tools.createLoad("PO-2");

      assertThat(tools.position(loadNumber.toString()).isError()).isFalse();
      assertThat(tools.createLoad("PO-2").error().code()).isEqualTo("INSUFFICIENT_FUNDS");
      assertThat(desk.sent(Operation.CREATE_LOAD)).isEqualTo(2);
    }
  }

  @Test
  void aLostCallCountsAsSpentAndItsRepetitionFitsAllTheSame() {
    try (AgentDesk desk = AgentDesk.withBalance("100.00")) {
      AgentDesk.Toolbox tools = desk.toolsUpTo("0.65");
      desk.server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

      assertThat(tools.createLoad("PO-1").error().code()).isEqualTo("OUTCOME_UNKNOWN");
      assertThat(tools.createLoad("PO-2").error().code()).isEqualTo("SPEND_LIMIT");
      assertThat(tools.createLoad("PO-1").isError()).isFalse();
      assertThat(desk.debits()).containsExactly("0.65");
    }
  }

  @Test
  void whatTheListenerHearsAddsUpToTheLedger() throws Exception {
    try (AgentDesk desk = AgentDesk.withBalance("100.00")) {
      AgentDesk.Toolbox tools = desk.toolsUpTo("3.00");
      AgentDesk.inParallel(12, i -> tools.createLoad("PO-" + i % 6));

      double told =
          desk.events.stream()
              .filter(event -> event.charge().kind() == Charge.Kind.EXACT)
              .mapToDouble(event -> event.charge().amountUsd().doubleValue())
              .sum();

      assertThat(told).isEqualTo(desk.debits().size() * 0.65);
      assertThat(desk.events).hasSize(12);
    }
  }
}
