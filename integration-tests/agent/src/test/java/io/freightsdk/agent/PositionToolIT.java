package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLedger;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PositionToolIT {
  private final AgentFixture fixture = AgentFixture.withBalance("10.00");
  private final AgentFixture.Toolbox tools = fixture.tools();
  private final String loadNumber = Json.at(tools.createLoad("PO-1"), "loadNumber").toString();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void positionHasTheLastFixWithoutTheTrack() {
    fixture.server.driver(loadNumber).driveToStop(1).stay(Duration.ofMinutes(30));

    Map<String, Object> reading = Json.object(tools.position(loadNumber).json());

    assertThat(reading)
        .containsEntry("loadNumber", loadNumber)
        .containsEntry("status", "AT_PICKUP")
        .containsEntry("readAt", "2026-11-20T12:00:00Z")
        .containsEntry("chargedUsd", "0.02")
        .containsKey("eta")
        .doesNotContainKey("gpsTrack");
    assertThat(reading.get("last")).asString().contains("lat=");
    assertThat((List<?>) reading.get("stops")).hasSize(2);
    assertThat(((List<?>) reading.get("stops")).get(0)).asString().contains("arrivedAt=");
  }

  @Test
  void repeatWithinAMinuteIsFreeAndIdentical() {
    fixture.server.driver(loadNumber).driveToStop(1);
    ToolResult first = tools.position(loadNumber);
    fixture.later(Duration.ofSeconds(59));
    ToolResult again = tools.position(loadNumber);
    fixture.later(Duration.ofSeconds(1));
    ToolResult later = tools.position(loadNumber);

    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(again.json()).isEqualTo(first.json().replace("\"0.02\"", "\"0.00\""));
    assertThat(later.charge()).isNotEqualTo(Charge.NONE);
    assertThat(fixture.debits()).containsExactly("0.65", "0.02", "0.02");
  }

  @Test
  void concurrentReadersPayOnce() throws Exception {
    List<ToolResult> results = AgentFixture.inParallel(10, i -> tools.position(loadNumber));

    assertThat(results).noneMatch(ToolResult::failed);
    assertThat(fixture.sent(Operation.GET_LOAD_POSITION)).isEqualTo(1);
  }

  @Test
  void confirmingAgainIsFreeAndReportsIt() {
    fixture.server.driver(loadNumber).driveToStop(1).stay(Duration.ofMinutes(30)).driveToStop(2);
    tools.position(loadNumber);

    ToolResult confirmed =
        tools.call("confirm_delivery", "{\"loadNumber\":\"" + loadNumber + "\"}");
    ToolResult reading = tools.position(loadNumber);

    assertThat(Json.object(confirmed.json()))
        .containsEntry("status", "DELIVERED")
        .containsEntry("alreadyDelivered", true);
    assertThat(reading.charge()).isEqualTo(Charge.NONE);
    assertThat(Json.object(reading.json())).containsEntry("status", "DELIVERED");
  }

  @Test
  void earlyConfirmationIsForLater() {
    ToolError error =
        tools.call("confirm_delivery", "{\"loadNumber\":\"" + loadNumber + "\"}").error();

    assertThat(error.code()).isEqualTo("NOT_AT_DELIVERY");
    assertThat(error.retry()).isEqualTo(ToolError.Retry.AFTER_DELAY);
    assertThat(error.message()).contains("when the user says that it has arrived");
    assertThat(error.details()).containsEntry("loadStatus", "PLANNED");
  }

  @Test
  void lostReadHasAnUnknownCharge() {
    fixture.server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());

    ToolResult lost = tools.position(loadNumber);

    assertThat(lost.error().code()).isEqualTo("OUTCOME_UNKNOWN");
    assertThat(lost.error().message()).contains("A repeat is charged again.");
    assertThat(lost.error().retry()).isEqualTo(ToolError.Retry.NEVER_SAME_ARGUMENTS);
    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
  }

  @Test
  void listFindsALoadByItsReferenceFreeOfCharge() {
    tools.createLoad("PO-2");
    List<?> found =
        (List<?>) Json.at(tools.call("list_loads", "{\"customerRef\":\" po 1 \"}"), "loads");
    assertThat(found).hasSize(1).asString().contains("PO-1", loadNumber);
    assertThat((List<?>) Json.at(tools.call("list_loads", "{\"customerRef\":\"PO-3\"}"), "loads"))
        .isEmpty();
    assertThat(tools.call("get_load_position", "{}").error().message())
        .startsWith("loadNumber: required, a string (Number from create_load.");
    assertThat(fixture.sent(Operation.GET_LOAD_POSITION)).isZero();
  }

  @Test
  void noteExplainsAMissingPosition() {
    assertThat((String) Json.at(tools.position(loadNumber), "note"))
        .contains("has not opened the link")
        .contains("does not say which")
        .contains("call the driver");
    assertThat(Json.object(tools.position(loadNumber).json())).doesNotContainKey("usefulFrom");
  }

  @Test
  void noteReportsTheAgeOfAnOldPosition() {
    fixture.server.driver(loadNumber).driveToStop(1);
    fixture.later(Duration.between(fixture.clock.instant(), fixture.server.clock().now()));
    fixture.later(Duration.ofMinutes(47));

    ToolResult reading = tools.position(loadNumber);

    assertThat((String) Json.at(reading, "note"))
        .matches("The last position is [0-9]+ minutes old\\. The current position is unknown\\.");
  }

  @Test
  void bolTimeMustBeWithinThePastYear() {
    String confirm = "{\"loadNumber\":\"" + loadNumber + "\",\"bolReceivedAt\":\"%s\"}";

    assertThat(
            tools
                .call(
                    "confirm_delivery",
                    String.format(Locale.ROOT, confirm, "2026-11-20T11:59:24.425Z"))
                .error()
                .code())
        .isEqualTo("NOT_AT_DELIVERY");
    for (String wrong :
        List.of("1970-01-01T00:00:00Z", "2199-01-01T00:00:00Z", "2026-11-20T12:02:00Z")) {
      assertThat(
              tools
                  .call("confirm_delivery", String.format(Locale.ROOT, confirm, wrong))
                  .error()
                  .message())
          .startsWith("bolReceivedAt: expected a time of the last year");
    }
    assertThat(fixture.sent(Operation.CONFIRM_DELIVERY)).isEqualTo(1);
  }

  @Test
  void unknownLoadCostsNothing() {
    ToolResult result = tools.position("LD-2026-9999");

    assertThat(result.error().code()).isEqualTo("LOAD_NOT_FOUND");
    assertThat(result.error().retry()).isEqualTo(ToolError.Retry.CHANGED_ARGUMENTS);
    assertThat(result.error().message()).contains("Nothing was charged.");
  }

  @Test
  void loadOfAnotherBrokerIsNotReturned() {
    try (SpendLedger ledger = SpendLedger.inMemory();
        FreightClient stranger =
            FreightClient.builder()
                .baseUrl(fixture.server.baseUrl())
                .agentKey(fixture.server.createBroker("1.00").agentKey())
                .spendGuard(ledger.guard())
                .build()) {
      AgentFixture.Toolbox strangers = fixture.tools(stranger, ledger, b -> b);

      assertThat(strangers.position(loadNumber).error().code()).isEqualTo("PERMISSION_DENIED");
    }
  }
}
