package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallEvent;
import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.Concurrent;
import io.freightsdk.testing.JdbcProxy;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tools with a ledger in a database that becomes unavailable. */
class UnavailableLedgerIT {
  private volatile boolean unavailable;
  private volatile Operation unavailableAfter;
  private final SpendLedger ledger = SpendLedger.open(database(), "agent");
  private final AgentFixture fixture =
      AgentFixture.withClient(
          client -> client.spendGuard(ledger.guard()).listener(this::attemptEnded));
  private final AgentFixture.Toolbox tools =
      fixture.tools(fixture.client, ledger, b -> b.sharedLimits(SpendLimit.perDay("5.00")));

  @AfterEach
  void close() {
    unavailable = false;
    fixture.close();
    ledger.close();
  }

  private void attemptEnded(CallEvent event) {
    boolean isExpected =
        event instanceof CallEvent.AttemptEnded ended && ended.operation() == unavailableAfter;
    if (isExpected) unavailable = true;
  }

  private DataSource database() {
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    return JdbcProxy.dataSource(
        () -> {
          if (unavailable) throw new SQLException("connection refused: password=secret", "08001");
          return h2.getConnection();
        });
  }

  @Test
  @Concurrent
  void paidToolsSendNothingWithoutTheLedger() {
    String loadNumber = Json.at(tools.createLoad("PO-1"), "loadNumber").toString();
    unavailable = true;

    for (ToolResult result :
        new ToolResult[] {tools.createLoad("PO-2"), tools.position(loadNumber)}) {
      assertThat(result.error().code()).isEqualTo("LEDGER_UNAVAILABLE");
      assertThat(result.error().retry()).isEqualTo(ToolError.Retry.AFTER_DELAY);
      assertThat(result.error().message())
          .contains("spend ledger", "nothing was sent", "Nothing was charged")
          .doesNotContain("secret");
      assertThat(result.charge()).isEqualTo(Charge.NONE);
    }
    assertThat(fixture.sent(Operation.CREATE_LOAD)).isEqualTo(1);
    assertThat(fixture.debits()).containsExactly("0.65");

    unavailable = false;
    assertThat(tools.createLoad("PO-2").failed()).isFalse();
  }

  @Test
  @Concurrent
  void paidLoadIsReturnedIfTheLedgerFailsDuringTheCall() {
    unavailableAfter = Operation.CREATE_LOAD;
    ToolResult paid = tools.createLoad("PO-1");
    assertThat(Json.at(paid, "created")).as(paid.json()).isEqualTo(true);
    assertThat(fixture.debits()).containsExactly("0.65");

    assertThat(tools.createLoad("PO-1").error().code()).isEqualTo("LEDGER_UNAVAILABLE");
    unavailable = false;
    unavailableAfter = null;
    ToolResult again = tools.createLoad("PO-1");
    assertThat(Json.at(again, "loadNumber")).isEqualTo(Json.at(paid, "loadNumber"));
    assertThat(fixture.debits()).hasSize(1);
  }

  @Test
  @Concurrent
  void budgetWithoutTheLedgerHasTheBalanceOnly() {
    unavailable = true;

    ToolResult budget = tools.call("get_budget", "");

    assertThat(Json.object(budget.json()))
        .containsEntry("balanceUsd", "100.00")
        .doesNotContainKey("allowanceUsd");
    assertThat(budget.json()).contains("cannot reach its spend ledger").doesNotContain("secret");
  }

  @Test
  @Concurrent
  void freeToolsWorkWithoutTheLedger() {
    unavailable = true;

    assertThat(tools.call("get_budget", "").failed()).isFalse();
    assertThat(tools.call("confirm_delivery", "{\"loadNumber\":\"LD-1999-1\"}").error().code())
        .isEqualTo("LOAD_NOT_FOUND");
  }
}
