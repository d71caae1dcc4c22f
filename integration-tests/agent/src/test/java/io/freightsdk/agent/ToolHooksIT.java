package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.CallbackFault;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Code of the host that runs in the middle of a tool: the model hears of it, the host does not. */
class ToolHooksIT {
  private static InMemoryFreightServer server;

  /** Where a host's code runs. */
  enum Door {
    APPROVER,
    REFERENCE_CHECK,
    APPROVER_OF_A_CALL,
    APPROVAL_LISTENER,
    CANCELLATION,
    KEY_SUPPLIER
  }

  @BeforeAll
  static void start() {
    server = InMemoryFreightServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Arguments> cases() {
    List<Arguments> all = new ArrayList<>();
    for (Door door : Door.values()) {
      for (CallbackFault.Kind kind : CallbackFault.Kind.values()) all.add(Arguments.of(door, kind));
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{1} at {0}")
  @MethodSource("cases")
  void failingHookLeavesResultAndLedgerCorrect(Door door, CallbackFault.Kind kind) {
    CallbackFault strike = new CallbackFault(kind);
    Broker broker = server.createBroker("25.00");
    SpendLedger ledger = SpendLedger.inMemory();
    try (FreightClient client = client(broker, ledger, door, strike)) {
      AgentTool tool = tool(client, ledger, door, strike);
      ToolCallContext call = call(door, strike);
      strike.strikeAt(1);
      ToolResult first = null;
      try {
        first = tool.invoke(load("PO-1"), call);
      } catch (Error thrown) {
        assertThat(kind).as("thrown %s", thrown).isEqualTo(CallbackFault.Kind.ERROR);
      }
      boolean flagged = Thread.interrupted();
      assertThat(strike.strikes()).as("harm done").isOne();
      if (kind == CallbackFault.Kind.INTERRUPT)
        assertThat(flagged).as("the flag of the host").isTrue();
      if (first != null) assertThat(first.json()).doesNotContain("by whom", "declared nowhere");

      ToolResult next = tool.invoke(load("PO-2"), call);
      assertThat(next.failed()).as(next.json()).isFalse();
      BigDecimal taken = new BigDecimal("25.00").subtract(broker.balanceUsd());
      assertThat(ledger.totals().spentUsd()).isEqualByComparingTo(taken);
      if (first != null && !first.failed()) assertThat(taken).isEqualByComparingTo("1.30");
    }
  }

  private static FreightClient client(
      Broker broker, SpendLedger ledger, Door door, CallbackFault strike) {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(
            () -> {
              if (door == Door.KEY_SUPPLIER) strike.onCallback();
              return broker.agentKey();
            })
        .retryPolicy(RetryPolicy.none())
        .spendGuard(ledger.guard())
        .build();
  }

  private static AgentTool tool(
      FreightClient client, SpendLedger ledger, Door door, CallbackFault strike) {
    FreightTools.Builder tools =
        FreightTools.builder(client, ledger).sharedLimits(SpendLimit.total("5.00"));
    open(tools, door, strike);
    return tools.build().stream()
        .filter(tool -> tool.name().equals("create_load"))
        .findFirst()
        .orElseThrow();
  }

  private static void open(FreightTools.Builder tools, Door door, CallbackFault strike) {
    switch (door) {
      case APPROVER -> tools.approver(request -> approved(strike));
      case REFERENCE_CHECK ->
          tools.referenceCheck(
              (reference, scope) -> {
                strike.onCallback();
                return ReferenceCheck.Verdict.accept();
              });
      case APPROVER_OF_A_CALL -> tools.approver(request -> false);
      case APPROVAL_LISTENER ->
          tools.approver(request -> true).approvalListener(outcome -> strike.onCallback());
      case CANCELLATION, KEY_SUPPLIER -> {}
    }
  }

  private static ToolCallContext call(Door door, CallbackFault strike) {
    ToolCallContext call = ToolCallContext.anonymous();
    return switch (door) {
      case APPROVER_OF_A_CALL -> call.withApprover(request -> approved(strike));
      case CANCELLATION ->
          call.withCancellation(
              () -> {
                strike.onCallback();
                return false;
              });
      default -> call;
    };
  }

  private static boolean approved(CallbackFault strike) {
    strike.onCallback();
    return true;
  }

  private static String load(String customerRef) {
    return String.format(
        Locale.ROOT,
        """
        {"driverPhone":"%s","customerRef":"%s",
         "pickups":[{"address":"1 Main St","city":"Corbin","state":"KY","zip":"40701"}],
         "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}""",
        AgentFixture.phone(customerRef),
        customerRef);
  }
}
