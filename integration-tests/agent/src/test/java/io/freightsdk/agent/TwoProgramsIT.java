package io.freightsdk.agent;

import static io.freightsdk.agent.AgentFixture.load;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentFixture.Toolbox;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two programs with one ledger in a file. The second acts while the first waits for an approval.
 */
class TwoProgramsIT {
  private static final String BUDGET_FOR_ONE = "1.00";

  private final AgentFixture fixture = AgentFixture.withBalance("100.00");
  private final List<ApprovalRequest> questions = new ArrayList<>();
  private SpendLedger oneLedger;
  private SpendLedger otherLedger;
  private FreightClient oneClient;
  private FreightClient otherClient;

  @BeforeEach
  void open(@TempDir Path folder) {
    Path file = folder.resolve("agents.ledger");
    oneLedger = SpendLedger.open(file);
    otherLedger = SpendLedger.open(file);
    oneClient = fixture.clientBuilder().spendGuard(oneLedger.guard()).build();
    otherClient = fixture.clientBuilder().spendGuard(otherLedger.guard()).build();
  }

  @AfterEach
  void close() {
    oneClient.close();
    otherClient.close();
    oneLedger.close();
    otherLedger.close();
    fixture.close();
  }

  private static UnaryOperator<FreightTools.Builder> upTo(String usd) {
    return tools -> tools.sharedLimits(SpendLimit.total(usd)).approvalAbove("0.50");
  }

  private Toolbox other() {
    return fixture.tools(
        otherClient, otherLedger, tools -> tools.sharedLimits(SpendLimit.total(BUDGET_FOR_ONE)));
  }

  /** Creates a load with the tools of one program. The person approves after {@code meanwhile}. */
  private ToolResult createWithApproval(String customerRef, String limitUsd, Runnable meanwhile) {
    Toolbox tools = fixture.tools(oneClient, oneLedger, upTo(limitUsd));
    ToolCallContext call =
        ToolCallContext.ofScope("ann")
            .withApprover(
                question -> {
                  questions.add(question);
                  meanwhile.run();
                  return true;
                });
    return tools.named("create_load").invoke(load(customerRef), call);
  }

  private void requireEqualToTheCent(int loads) {
    assertThat(fixture.broker.debits()).hasSize(loads);
    for (SpendLedger ledger : List.of(oneLedger, otherLedger)) {
      assertThat(ledger.totals().spentUsd())
          .isEqualByComparingTo(new BigDecimal("0.65").multiply(BigDecimal.valueOf(loads)));
      assertThat(ledger.totals().unknownUsd()).isZero();
    }
  }

  @Test
  void approvalIsNotUsedAfterAnotherProgramUsedTheBudget() {
    ToolResult refused =
        createWithApproval(
            "ORDER-1",
            BUDGET_FOR_ONE,
            () -> assertThat(other().createLoad("ORDER-2").failed()).isFalse());

    assertThat(questions).hasSize(1);
    assertThat(refused.error().code()).isEqualTo("SPEND_LIMIT");
    assertThat(refused.error().message())
        .isEqualTo(
            "Not sent: it was approved, but the limit was used meanwhile; the call costs"
                + " 0.65 USD and 0.35 USD of your limit of 1.00 USD are left. Nothing was charged."
                + " Stop paid calls and tell the user that the limit is used up.");
    requireEqualToTheCent(1);
  }

  @Test
  void orderBoughtByAnotherProgramDuringTheQuestionIsReturned() {
    List<ToolResult> bought = new ArrayList<>();

    ToolResult known =
        createWithApproval(
            "ORDER-1", BUDGET_FOR_ONE, () -> bought.add(other().createLoad("order 1")));

    assertThat(Json.object(known.json()))
        .containsEntry("loadNumber", Json.at(bought.get(0), "loadNumber"))
        .containsEntry("created", false)
        .containsEntry("chargedUsd", "0.00");
    assertThat(known.charge()).isEqualTo(Charge.NONE);
    assertThat(fixture.sent(Operation.CREATE_LOAD)).isEqualTo(1);
    requireEqualToTheCent(1);
  }

  @Test
  void orderBoughtByTwoProgramsIsOneLoad() {
    List<ToolResult> bought = new ArrayList<>();

    ToolResult found =
        createWithApproval("ORDER-1", "5.00", () -> bought.add(other().createLoad("order 1")));

    assertThat(Json.object(found.json()))
        .containsEntry("loadNumber", Json.at(bought.get(0), "loadNumber"))
        .containsEntry("created", false)
        .containsEntry("chargedUsd", "0.00");
    requireEqualToTheCent(1);
  }

  @Test
  void twoProgramsKeepTheLimitToTheCent() {
    List<ToolResult> results = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      String otherOrder = "THEIRS-" + i;
      Toolbox others =
          fixture.tools(
              otherClient, otherLedger, tools -> tools.sharedLimits(SpendLimit.total("4.60")));
      Runnable meanwhile = () -> results.add(others.createLoad(otherOrder));
      results.add(createWithApproval("OURS-" + i, "4.60", meanwhile));
    }

    assertThat(results).filteredOn(one -> one.charge().kind() == Charge.Kind.CHARGED).hasSize(7);
    assertThat(questions).as("while the limit covered a load").hasSize(4);
    requireEqualToTheCent(7);
  }
}
