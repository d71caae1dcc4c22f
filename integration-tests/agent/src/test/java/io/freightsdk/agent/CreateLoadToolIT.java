package io.freightsdk.agent;

import static io.freightsdk.agent.AgentFixture.load;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLedger;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CreateLoadToolIT {
  private final AgentFixture fixture = AgentFixture.withBalance("10.00");

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void callCreatesOneLoadForOnePrice() {
    ToolResult result = fixture.tools().createLoad("PO-1");

    assertThat(result.error()).isNull();
    assertThat(Json.object(result.json()))
        .containsOnlyKeys(
            "loadNumber", "created", "trackingLink", "driverResolution", "note", "chargedUsd")
        .containsEntry("note", "Positions come once the driver has opened the link.")
        .containsEntry("created", true)
        .containsEntry("chargedUsd", "0.65");
    assertThat(fixture.debits()).containsExactly("0.65");
    assertThat(fixture.server.sms().to(AgentFixture.PHONE)).hasSize(1);
  }

  @Test
  void identicalCallReturnsItsLoadFreeOfCharge() {
    AgentFixture.Toolbox tools = fixture.tools();
    ToolResult first = tools.createLoad("PO-1");

    ToolResult again = tools.createLoad("PO-1");

    assertThat(Json.at(again, "loadNumber")).isEqualTo(Json.at(first, "loadNumber"));
    assertThat(Json.object(again.json()))
        .containsEntry("created", false)
        .containsEntry("alreadyCharged", true)
        .containsEntry("chargedUsd", "0.00");
    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(fixture.debits()).containsExactly("0.65");
  }

  @Test
  void orderSpacesAndSpellingOfNumbersDoNotMakeAnotherLoad() {
    AgentFixture.Toolbox tools = fixture.tools();
    String stop = "[{\"zip\":\"40701\",\"state\":\"KY\",\"city\":\"C\",\"address\":\"A\"}]";
    String one =
        String.format(
            Locale.ROOT,
            "{\"driverPhone\":\"+13125550142\",\"customerRef\":\"P\",\"rate\":1850.00,\"pickups\":%s,\"deliveries\":%s}",
            stop,
            stop);
    String same =
        String.format(
            Locale.ROOT,
            "{ \"deliveries\":%s, \"miles\":null, \"rate\":1.85e3, \"pickups\":%s, \"customerRef\":\"P\", \"driverPhone\":\"+13125550142\" }",
            stop,
            stop);

    tools.call("create_load", one);
    ToolResult again = tools.call("create_load", same);

    assertThat(Json.object(again.json())).containsEntry("alreadyCharged", true);
  }

  @Test
  void changedFieldsOfAKnownReferenceAreNotApplied() {
    AgentFixture.Toolbox tools = fixture.tools();
    ToolResult first = tools.createLoad("PO-1");

    ToolResult changed = tools.call("create_load", load(" PO-1 ", "7 Oak St"));

    assertThat(Json.object(changed.json()))
        .containsEntry("loadNumber", Json.at(first, "loadNumber"))
        .containsEntry("created", false)
        .containsEntry("chargedUsd", "0.00");
    assertThat((String) Json.at(changed, "note"))
        .contains("Different details in this call", "were not applied");
    assertThat(fixture.debits()).containsExactly("0.65");
  }

  /** Creates the load in another program of the account, with its own ledger. */
  private static Object createInAnotherProgram(AgentFixture fixture, String customerRef) {
    try (SpendLedger ledger = SpendLedger.inMemory();
        FreightClient client = fixture.clientBuilder().spendGuard(ledger.guard()).build()) {
      return Json.at(fixture.tools(client, ledger, b -> b).createLoad(customerRef), "loadNumber");
    }
  }

  @Test
  void referenceOfAnotherProgramReturnsItsLoadUnchangedAndFreeOfCharge() {
    Object existing = createInAnotherProgram(fixture, "PO-1");

    ToolResult result = fixture.tools().call("create_load", load("PO-1", "7 Oak St"));

    assertThat(Json.object(result.json()))
        .containsEntry("loadNumber", existing)
        .containsEntry("created", false)
        .containsEntry("chargedUsd", "0.00");
    assertThat((String) Json.at(result, "note")).contains("unchanged");
    assertThat(fixture.debits()).containsExactly("0.65");
  }

  @Test
  void lostResponseIsRepeatedWithTheSameArgumentsAndPaidOnce() {
    AgentFixture.Toolbox tools = fixture.tools();
    fixture.server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

    ToolResult lost = tools.createLoad("PO-1");

    assertThat(lost.error().code()).isEqualTo("OUTCOME_UNKNOWN");
    assertThat(lost.error().retry()).isEqualTo(ToolError.Retry.SAME_ARGUMENTS);
    assertThat(lost.error().message())
        .contains("not known whether it was charged")
        .contains("exactly the same arguments");
    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);

    ToolResult found = tools.createLoad("PO-1");

    assertThat(found.error()).isNull();
    assertThat(fixture.debits()).containsExactly("0.65");
    assertThat(fixture.server.sms().messages()).hasSize(1);
  }

  @Test
  void changedOrderReportsAPossibleLoadOfALostCall() {
    AgentFixture.Toolbox tools = fixture.tools();
    fixture.server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    tools.createLoad("PO-1");

    String changed = load("PO-1", "7 Oak St").replace(AgentFixture.PHONE, "+13125550143");
    ToolResult result = tools.call("create_load", changed);

    assertThat((String) Json.at(result, "note"))
        .contains(
            "If an earlier call for this customerRef had other details, the load may have those.")
        .contains("link");
    assertThat(fixture.debits()).containsExactly("0.65");
    assertThat(fixture.server.sms().to("+13125550143")).as("the service keeps the first").isEmpty();
  }

  @Test
  void twentyConcurrentIdenticalCallsCreateOneLoad() throws Exception {
    AgentFixture.Toolbox tools = fixture.tools();

    List<ToolResult> results = AgentFixture.inParallel(20, i -> tools.createLoad("PO-1"));

    Set<Object> numbers =
        results.stream().map(result -> Json.at(result, "loadNumber")).collect(Collectors.toSet());
    assertThat(numbers).hasSize(1).doesNotContainNull();
    assertThat(results).filteredOn(one -> one.charge() != Charge.NONE).hasSize(1);
    assertThat(fixture.debits()).containsExactly("0.65");
  }

  @Test
  void driverLinkIsNotShown() {
    assertThat(fixture.tools().createLoad("PO-1").json()).doesNotContain("drv_");
  }

  @Test
  void billingOutageIsReportedAsFreeOfCharge() {
    try (var outage = fixture.server.faults().billingOutage()) {
      assertThat(outage).isNotNull();
      ToolResult result = fixture.tools().createLoad("PO-1");

      assertThat(result.error().code()).isEqualTo("BILLING_UNAVAILABLE");
      assertThat(result.error().retry()).isEqualTo(ToolError.Retry.AFTER_DELAY);
      assertThat(result.error().message()).contains("Nothing was charged.");
    }
  }

  /** A call has paid for it, perhaps an attempt of this call. The response does not say which. */
  @Test
  void loadFoundAfterALostAttemptMayBePaidByIt() {
    try (AgentFixture retrying =
        AgentFixture.withClient(client -> client.retryPolicy(RetryPolicy.standard()))) {
      createInAnotherProgram(retrying, "PO-1");
      retrying.later(Duration.ofHours(24));
      retrying.server.clock().advance(Duration.ofHours(24));
      retrying.server.faults().next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());

      ToolResult found = retrying.tools().createLoad("PO-1");

      assertThat(found.charge()).isEqualTo(Charge.UNKNOWN);
      assertThat(Json.object(found.json()))
          .containsEntry("created", false)
          .containsEntry("chargedUsd", "unknown");
      assertThat(retrying.debits()).hasSize(1);
    }
  }
}
