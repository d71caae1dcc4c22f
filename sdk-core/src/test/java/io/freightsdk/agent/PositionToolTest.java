package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PositionToolTest {
  private final AgentDesk desk = AgentDesk.withBalance("10.00");
  private final AgentDesk.Toolbox tools = desk.tools();
  private final String loadNumber = Json.at(tools.createLoad("PO-1"), "loadNumber").toString();

  @AfterEach
  void close() {
    desk.close();
  }

  @Test
  void aReadingTellsWhereTheTruckIsWithoutItsTrack() {
    desk.server.driver(loadNumber).driveToStop(1).waitAtStop(Duration.ofMinutes(30));

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
  void aRepetitionWithinTheIntervalIsFreeAndTheSame() {
    ToolResult first = tools.position(loadNumber);
    desk.clock.advance(Duration.ofSeconds(59));
    ToolResult again = tools.position(loadNumber);
    desk.clock.advance(Duration.ofSeconds(1));
    ToolResult later = tools.position(loadNumber);

    assertThat(again.repeated()).isTrue();
    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(again.json()).isEqualTo(first.json().replace("\"0.02\"", "\"0.00\""));
    assertThat(later.repeated()).isFalse();
    assertThat(desk.debits()).containsExactly("0.65", "0.02", "0.02");
  }

  @Test
  void manyReadersAtOncePayForOneReading() throws Exception {
    List<ToolResult> results = AgentDesk.inParallel(10, i -> tools.position(loadNumber));

    assertThat(results).noneMatch(ToolResult::isError);
    assertThat(desk.sent(Operation.GET_LOAD_POSITION)).isEqualTo(1);
  }

  @Test
  void aConfirmedDeliveryEndsTheFreeRepetition() {
    desk.server.driver(loadNumber).driveToStop(1).waitAtStop(Duration.ofMinutes(30)).driveToStop(2);
    tools.position(loadNumber);

    ToolResult confirmed =
        tools.call("confirm_delivery", "{\"loadNumber\":\"" + loadNumber + "\"}");
    ToolResult reading = tools.position(loadNumber);

    assertThat(Json.object(confirmed.json()))
        .containsEntry("status", "DELIVERED")
        .containsEntry("alreadyDelivered", true);
    assertThat(reading.repeated()).isFalse();
  }

  @Test
  void aDeliveryThatCannotBeYetIsNotRepeated() {
    ToolError error =
        tools.call("confirm_delivery", "{\"loadNumber\":\"" + loadNumber + "\"}").error();

    assertThat(error.code()).isEqualTo("NOT_AT_DELIVERY");
    assertThat(error.retry()).isEqualTo(ToolError.Retry.NEVER);
    assertThat(error.facts()).containsEntry("loadStatus", "PLANNED");
  }

  @Test
  void aReadingThatWasLostMayHaveCostMoney() {
    desk.server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());

    ToolResult lost = tools.position(loadNumber);

    assertThat(lost.error().code()).isEqualTo("OUTCOME_UNKNOWN");
    assertThat(lost.error().message()).contains("A repeat is a new reading at full price");
    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
  }

  @Test
  void aLoadThatIsNotThereCostsNothing() {
    ToolResult result = tools.position("LD-2026-9999");

    assertThat(result.error().code()).isEqualTo("LOAD_NOT_FOUND");
    assertThat(result.error().retry()).isEqualTo(ToolError.Retry.CHANGED_ARGUMENTS);
    assertThat(result.error().message()).contains("Nothing was charged.");
  }

  @Test
  void anotherBrokersLoadIsNobodysBusiness() {
    try (FreightClient stranger =
        FreightClient.builder()
            .baseUrl(desk.server.baseUrl())
            .agentKey(desk.server.createBroker("1.00").agentKey())
            .build()) {
      AgentDesk.Toolbox strangers =
          new AgentDesk.Toolbox(FreightTools.builder(stranger).unlimited().build());

      assertThat(strangers.position(loadNumber).error().code()).isEqualTo("PERMISSION_DENIED");
    }
  }
}
