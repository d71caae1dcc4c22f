package io.freightsdk.agent;

import static io.freightsdk.agent.AgentFixture.PLENTY;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.SampleLoads;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolLimitsIT {
  @Test
  void concurrentCallsMakeAsManyLoadsAsTheLimitAllows() throws Exception {
    try (AgentFixture fixture = AgentFixture.withBalance("100.00")) {
      AgentFixture.Toolbox tools = fixture.toolsUpTo("1.30");

      List<ToolResult> results = AgentFixture.inParallel(20, i -> tools.createLoad("PO-" + i));

      assertThat(results).filteredOn(result -> !result.failed()).hasSize(2);
      assertThat(results)
          .filteredOn(ToolResult::failed)
          .hasSize(18)
          .allSatisfy(
              result -> {
                assertThat(result.error().code()).isEqualTo("SPEND_LIMIT");
                assertThat(result.charge()).isEqualTo(Charge.NONE);
              });
      assertThat(fixture.debits()).containsExactly("0.65", "0.65");
      assertThat(fixture.sent(Operation.CREATE_LOAD)).isEqualTo(2);
    }
  }

  @Test
  void refusalByALimitHasItsAmounts() {
    try (AgentFixture fixture = AgentFixture.withBalance("100.00")) {
      AgentFixture.Toolbox tools = fixture.toolsUpTo("1.00");
      tools.createLoad("PO-1");

      ToolError error = tools.createLoad("PO-2").error();

      assertThat(error.message())
          .isEqualTo(
              "Not sent: the call costs 0.65 USD and 0.35 USD of your limit of 1.00 USD are left."
                  + " Nothing was charged. Stop paid calls and tell the user that the limit is used"
                  + " up.");
      assertThat(error.retry()).isEqualTo(ToolError.Retry.AFTER_USER_ACTION);
      assertThat(error.details())
          .isEqualTo(Map.of("priceUsd", "0.65", "allowanceUsd", "0.35", "limitUsd", "1.00"));
    }
  }

  @Test
  void refusalByAPeriodHasTheRetryTime() {
    try (AgentFixture fixture = AgentFixture.withBalance("100.00")) {
      AgentFixture.Toolbox tools = fixture.tools(b -> b.sharedLimits(SpendLimit.perHour("1.00")));
      tools.createLoad("PO-1");

      ToolError error = tools.createLoad("PO-2").error();

      assertThat(error.retry()).isEqualTo(ToolError.Retry.AFTER_DELAY);
      assertThat(error.details()).containsKey("retryAt");
    }
  }

  @Test
  void refusalBeforeTheQuestionHasTheRetryTime() {
    ZoneId chicago = ZoneId.of("America/Chicago");
    assertThat(refusedBeforeTheQuestion(SpendLimit.perHour("1.00")))
        .endsWith(
            "Stop paid calls until 2026-11-20T13:00:00Z, or ask the user to raise the limit.");
    assertThat(refusedBeforeTheQuestion(SpendLimit.perDay("1.00", chicago)))
        .endsWith(
            "Stop paid calls until 2026-11-21T06:00:00Z, or ask the user to raise the limit.");
    assertThat(refusedBeforeTheQuestion(SpendLimit.perMonth("1.00", chicago)))
        .endsWith(
            "Stop paid calls until 2026-12-01T06:00:00Z, or ask the user to raise the limit.");
    assertThat(refusedBeforeTheQuestion(SpendLimit.total("1.00")))
        .endsWith("Stop paid calls and tell the user that the limit is used up.");
  }

  private static String refusedBeforeTheQuestion(SpendLimit limit) {
    try (AgentFixture fixture = AgentFixture.withBalance("100.00")) {
      AgentFixture.Toolbox tools =
          fixture.tools(b -> b.sharedLimits(limit).approver(question -> true));
      tools.createLoad("PO-1");
      return tools.createLoad("PO-2").error().message();
    }
  }

  @Test
  void budgetHasTheRemainderOfTheTightestLimit() {
    try (AgentFixture fixture = AgentFixture.withBalance("100.00")) {
      AgentFixture.Toolbox tools =
          fixture.tools(
              b ->
                  b.sharedLimits(SpendLimit.total("5.00"))
                      .limitsPerScope(SpendLimit.total("2.00")));
      tools
          .named("create_load")
          .invoke(AgentFixture.load("PO-1"), ToolCallContext.ofScope("alice"));
      tools.named("create_load").invoke(AgentFixture.load("PO-2"), ToolCallContext.ofScope("bob"));

      ToolResult alice = tools.named("get_budget").invoke("", ToolCallContext.ofScope("alice"));
      ToolResult unnamed = tools.call("get_budget", "");

      assertThat(Json.at(alice, "allowanceUsd")).isEqualTo("1.35");
      assertThat(Json.at(unnamed, "allowanceUsd")).isEqualTo("2.00");
    }
  }

  /** It is everybody's, and many people share one server. */
  @Test
  void callersWithTheirOwnLimitDoNotSeeTheBalance() {
    try (AgentFixture fixture = AgentFixture.withBalance("0.40")) {
      AgentFixture.Toolbox all = fixture.toolsUpTo("5.00");
      AgentFixture.Toolbox each = fixture.tools(b -> b.limitsPerScope(SpendLimit.total("2.00")));

      assertThat(Json.object(all.call("get_budget", "").json()))
          .containsEntry("balanceUsd", "0.40")
          .containsEntry("allowanceUsd", "5.00");
      assertThat(Json.object(each.call("get_budget", "").json()))
          .as("no more than there is")
          .containsOnlyKeys("pricesUsd", "allowanceUsd", "limits", "spent")
          .containsEntry("allowanceUsd", "0.40");
      assertThat(Json.at(each.call("get_budget", ""), "limits"))
          .as("not the limit of all callers")
          .asString()
          .isEqualTo("[{limit=2.00 USD in total for scope client/agent/unnamed, leftUsd=2.00}]");
      fixture.broker.credit("0.15");
      ToolError refused = each.createLoad("PO-1").error();
      assertThat(refused.code()).isEqualTo("INSUFFICIENT_FUNDS");
      assertThat(refused.message())
          .startsWith("The prepaid balance does not cover 0.65 USD. Nothing was charged.")
          .doesNotContain("0.55");
      assertThat(refused.details())
          .doesNotContainKey("balanceUsd")
          .containsEntry("priceUsd", "0.65");
      assertThat(all.createLoad("PO-1").error().message())
          .startsWith("The prepaid balance of 0.55 USD does not cover 0.65 USD.");
    }
  }

  @Test
  void tighterLimitsOfTheClientApply() {
    SpendLimit[] own = {SpendLimit.perHour("1.30"), SpendLimit.perDay("50.00")};
    SpendLedger ledger = SpendLedger.inMemory();
    try (AgentFixture fixture =
        AgentFixture.withClient(client -> client.spendGuard(ledger.guard(own)))) {
      AgentFixture.Toolbox tools =
          fixture.tools(fixture.client, ledger, b -> b.sharedLimits(SpendLimit.total("20.00")));
      assertThat(Json.object(tools.call("get_budget", "").json()))
          .containsEntry("allowanceUsd", "1.30")
          .extracting("limits")
          .asString()
          .contains(
              "{limit=1.30 USD per 1 hour for scope client, leftUsd=1.30}",
              "{limit=20.00 USD in total for scope client/agent, leftUsd=20.00}");

      // Spent by the application itself, outside the tools.
      fixture.client.createLoad(SampleLoads.twoStops());
      tools.createLoad("PO-1");

      assertThat(Json.at(tools.call("get_budget", ""), "allowanceUsd")).isEqualTo("0.00");
      ToolError refused = tools.createLoad("PO-2").error();
      assertThat(refused.details()).containsEntry("allowanceUsd", "0.00");
    }
  }

  /** As of a nightly job, whose guard stops it early. */
  @Test
  void limitsOfAnotherClientDoNotApply() {
    SpendLedger ledger = SpendLedger.inMemory();
    try (AgentFixture fixture =
            AgentFixture.withClient(
                client -> client.spendGuard(ledger.guard(SpendLimit.total("20.00"))));
        FreightClient job =
            fixture.clientBuilder().spendGuard(ledger.guard(SpendLimit.total("1.00"))).build()) {
      job.createLoad(SampleLoads.twoStops());
      for (Approver approver : Arrays.asList(null, (Approver) question -> true)) {
        AgentFixture.Toolbox tools =
            fixture.tools(
                fixture.client,
                ledger,
                b ->
                    approver == null
                        ? b.sharedLimits(PLENTY)
                        : b.sharedLimits(PLENTY).approver(approver));
        String before = Json.at(tools.call("get_budget", ""), "allowanceUsd").toString();
        assertThat(before).isEqualTo(approver == null ? "19.35" : "18.70");
        assertThat(tools.createLoad(approver == null ? "PO-1" : "PO-2").failed()).isFalse();
      }
      assertThat(fixture.debits()).containsExactly("0.65", "0.65", "0.65");

      AgentFixture.Toolbox ofJob = fixture.tools(job, ledger, b -> b.approver(question -> true));
      assertThat(Json.at(ofJob.call("get_budget", ""), "allowanceUsd")).isEqualTo("0.00");
      assertThat(ofJob.createLoad("PO-3").error().code()).isEqualTo("SPEND_LIMIT");
    }
  }

  @Test
  void limitOfOneCallerDoesNotAffectOthers() {
    try (AgentFixture fixture = AgentFixture.withBalance("100.00")) {
      AgentFixture.Toolbox tools = fixture.tools(b -> b.limitsPerScope(SpendLimit.total("0.65")));
      AgentTool create = tools.named("create_load");

      assertThat(
              create.invoke(AgentFixture.load("PO-1"), ToolCallContext.ofScope("alice")).failed())
          .isFalse();
      assertThat(
              create
                  .invoke(AgentFixture.load("PO-2"), ToolCallContext.ofScope("alice"))
                  .error()
                  .code())
          .isEqualTo("SPEND_LIMIT");
      assertThat(create.invoke(AgentFixture.load("PO-2"), ToolCallContext.ofScope("bob")).failed())
          .isFalse();
      // A name that the ledger cannot hold is one caller's all the same.
      String odd = "chat 7 / \u00fcber".repeat(9);
      assertThat(create.invoke(AgentFixture.load("PO-3"), ToolCallContext.ofScope(odd)).failed())
          .isFalse();
      assertThat(
              create.invoke(AgentFixture.load("PO-4"), ToolCallContext.ofScope(odd)).error().code())
          .isEqualTo("SPEND_LIMIT");
      assertThat(
              create.invoke(AgentFixture.load("PO-4"), ToolCallContext.ofScope(odd + "x")).failed())
          .isFalse();
      // Nor is there more for who says nothing of himself.
      ToolCallContext nobody = ToolCallContext.anonymous();
      assertThat(create.invoke(AgentFixture.load("PO-5"), nobody).failed()).isFalse();
      assertThat(create.invoke(AgentFixture.load("PO-6"), nobody).error().code())
          .isEqualTo("SPEND_LIMIT");
    }
  }

  @Test
  void repeatsAfterA402SpendNothing() {
    try (AgentFixture fixture = AgentFixture.withBalance("0.70")) {
      AgentFixture.Toolbox tools = fixture.tools();
      tools.createLoad("PO-0");
      List<ToolResult> results = new ArrayList<>();

      for (int i = 1; i <= 50; i++) {
        results.add(tools.createLoad("PO-" + i));
        results.add(tools.createLoad("PO-1"));
        results.add(tools.call("get_budget", ""));
      }

      assertThat(results)
          .filteredOn(ToolResult::failed)
          .hasSize(100)
          .allSatisfy(result -> assertThat(result.error().code()).isEqualTo("INSUFFICIENT_FUNDS"));
      assertThat(fixture.debits()).containsExactly("0.65");
    }
  }

  @Test
  void errorOfA402HasAmountsAndTheNextStep() {
    try (AgentFixture fixture = AgentFixture.withBalance("0.40")) {
      ToolError error = fixture.tools().createLoad("PO-1").error();

      assertThat(error.message())
          .startsWith(
              "The prepaid balance of 0.40 USD does not cover 0.65 USD. Nothing was charged. Ask"
                  + " the user to top up");
      assertThat(error.retry()).isEqualTo(ToolError.Retry.AFTER_USER_ACTION);
      assertThat(error.details())
          .containsEntry("balanceUsd", "0.40")
          .containsEntry("priceUsd", "0.65")
          .containsEntry("billingPath", "/billing/topup");
    }
  }

  @Test
  void nextCallSeesATopUp() {
    try (AgentFixture fixture = AgentFixture.withBalance("0.40")) {
      AgentFixture.Toolbox tools = fixture.tools();
      tools.createLoad("PO-1");
      fixture.broker.credit("5.00");

      assertThat(tools.createLoad("PO-1").failed()).isFalse();
    }
  }

  @Test
  void lostCallCountsAndItsRepeatFits() {
    try (AgentFixture fixture = AgentFixture.withBalance("100.00")) {
      AgentFixture.Toolbox tools = fixture.toolsUpTo("0.65");
      fixture.server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

      assertThat(tools.createLoad("PO-1").error().code()).isEqualTo("OUTCOME_UNKNOWN");
      assertThat(tools.createLoad("PO-2").error().code()).isEqualTo("SPEND_LIMIT");
      assertThat(tools.createLoad("PO-1").failed()).isFalse();
      assertThat(fixture.debits()).containsExactly("0.65");
    }
  }

  @Test
  void reportedChargesAddUpToTheLedger() throws Exception {
    try (AgentFixture fixture = AgentFixture.withBalance("100.00")) {
      AgentFixture.Toolbox tools = fixture.toolsUpTo("3.00");
      List<ToolResult> results = AgentFixture.inParallel(12, i -> tools.createLoad("PO-" + i % 6));

      double reported =
          results.stream()
              .filter(result -> result.charge().kind() == Charge.Kind.CHARGED)
              .mapToDouble(result -> result.charge().amountUsd().doubleValue())
              .sum();

      assertThat(reported).isEqualTo(fixture.debits().size() * 0.65);
    }
  }

  @Test
  void clientWithoutTheGuardSendsNoPaidCall() {
    try (AgentFixture fixture = AgentFixture.withBalance("10.00");
        FreightClient plain =
            FreightClient.builder()
                .baseUrl(fixture.server.baseUrl())
                .agentKey(fixture.broker.agentKey())
                .build()) {
      AgentFixture.Toolbox tools = fixture.tools(plain, fixture.ledger, b -> b);
      for (ToolResult refused : List.of(tools.createLoad("PO-1"), tools.position("LD-2026-0001"))) {
        assertThat(refused.error().code()).isEqualTo("CONFIGURATION");
        assertThat(refused.error().retry()).isEqualTo(ToolError.Retry.AFTER_USER_ACTION);
        assertThat(refused.charge()).isEqualTo(Charge.NONE);
      }
      assertThat(fixture.debits()).isEmpty();
    }
  }
}
