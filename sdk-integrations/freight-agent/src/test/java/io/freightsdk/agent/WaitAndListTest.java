package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiting with a budget, and what is known for free. */
class WaitAndListTest {
  private final AgentFixture fixture = AgentFixture.withBalance("20.00");
  private final ToolMemory memory = ToolMemory.inMemory();

  @AfterEach
  void close() {
    fixture.close();
  }

  private AgentFixture.Toolbox tools() {
    return fixture.tools(b -> b.unlimited().all().memory(memory).waitWithin(Duration.ZERO));
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
