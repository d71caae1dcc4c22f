package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tools that an application builds for each user, request or conversation, with one client. */
class RebuiltToolsIT {
  private static AgentFixture.Toolbox tools(AgentFixture fixture) {
    return fixture.tools(b -> b.sharedLimits(SpendLimit.perDay("2.00")));
  }

  /** One order of one driver, in another spelling. */
  private static String order(String customerRef) {
    return AgentFixture.load(customerRef)
        .replace(AgentFixture.phone(customerRef), AgentFixture.PHONE);
  }

  @Test
  void oneOrderIsPaidOnceInAnySpelling() {
    try (AgentFixture fixture = AgentFixture.withBalance("20.00")) {
      List<ToolResult> results = new ArrayList<>();
      for (String ref : List.of("PO-532201", "po 532201", " PO#532201", "PO-532201")) {
        results.add(
            tools(fixture).named("create_load").invoke(order(ref), ToolCallContext.ofScope("u")));
      }
      assertThat(fixture.debits()).containsExactly("0.65");
      assertThat(results.subList(1, 4))
          .allSatisfy(
              again -> {
                assertThat(Json.at(again, "loadNumber"))
                    .isEqualTo(Json.at(results.get(0), "loadNumber"));
                assertThat(again.charge()).isEqualTo(Charge.NONE);
              });
    }
  }

  /** Tools of another process with the same file. */
  private static void elsewhere(
      AgentFixture fixture, SpendLedger ledger, Consumer<AgentFixture.Toolbox> work) {
    try (FreightClient client = fixture.clientBuilder().spendGuard(ledger.guard()).build()) {
      work.accept(fixture.tools(client, ledger, b -> b.sharedLimits(SpendLimit.perDay("2.00"))));
    }
  }

  @Test
  void processesOfOneLedgerListAllLoads(@TempDir Path folder) {
    Path file = folder.resolve("agents.ledger");
    try (AgentFixture fixture = AgentFixture.withBalance("20.00")) {
      try (SpendLedger ledger = SpendLedger.open(file)) {
        elsewhere(fixture, ledger, tools -> tools.call("create_load", order("PO-532201")));
      }
      try (SpendLedger ledger = SpendLedger.open(file)) {
        elsewhere(
            fixture,
            ledger,
            tools -> assertThat(tools.call("list_loads", "").json()).contains("PO-532201"));
      }
    }
  }

  @Test
  void positionIsReadOnceAMinute() {
    try (AgentFixture fixture = AgentFixture.withBalance("20.00")) {
      String load = Json.at(tools(fixture).createLoad("PO-1"), "loadNumber").toString();
      for (int i = 0; i < 3; i++) tools(fixture).position(load);
      assertThat(fixture.sent(Operation.GET_LOAD_POSITION)).isEqualTo(1);
    }
  }
}
