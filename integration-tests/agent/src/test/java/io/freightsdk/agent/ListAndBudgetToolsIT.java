package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.DeliveryCompletion;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The free tools {@code list_loads} and {@code get_budget}. */
class ListAndBudgetToolsIT {
  private final AgentFixture fixture = AgentFixture.withBalance("20.00");

  @AfterEach
  void close() {
    fixture.close();
  }

  private AgentFixture.Toolbox tools() {
    return fixture.tools();
  }

  private static Map<Object, Object> spent(ToolResult budget) {
    return new LinkedHashMap<>((Map<?, ?>) Json.at(budget, "spent"));
  }

  private void later(Duration time) {
    fixture.later(time);
    fixture.server.clock().advance(time);
  }

  @Test
  void listStartsWithTheNewestLoads() {
    AgentFixture.Toolbox tools = tools();
    for (int i = 1; i <= 23; i++) {
      tools.createLoad("PO-" + i);
      later(Duration.ofMillis(1));
    }
    ToolResult loads = tools.call("list_loads", "");
    List<?> listed = (List<?>) Json.at(loads, "loads");
    assertThat(listed).hasSize(20);
    assertThat(((Map<?, ?>) listed.get(0)).get("customerRef")).isEqualTo("PO-23");
    assertThat(((Map<?, ?>) listed.get(19)).get("customerRef")).isEqualTo("PO-4");
    assertThat(Json.at(loads, "note"))
        .isEqualTo("Older loads are not listed. To find one, pass its customerRef.");
    assertThat(tools.call("list_loads", "{\"customerRef\":\"po 2\"}").json())
        .contains("\"customerRef\":\"PO-2\"", "LD-");
  }

  /** Otherwise, the model creates a load, although PO-7731 may have one as 7731. */
  @Test
  void emptyListSaysToAskTheUserBeforeACreation() {
    ToolResult loads = tools().call("list_loads", "{\"customerRef\":\"PO-7731\"}");

    assertThat(Json.at(loads, "loads")).isEqualTo(List.of());
    assertThat(Json.at(loads, "note")).asString().contains("ask the user before you create one");
  }

  @Test
  void amountsLeftAreRoundedDown() {
    fixture.server.price("load_create", "0.6500001");
    AgentFixture.Toolbox tools = fixture.tools(b -> b.sharedLimits(SpendLimit.perDay("2.00")));
    tools.createLoad("PO-1");
    ToolResult result = tools.call("get_budget", "");
    assertThat(Json.at(result, "balanceUsd")).isEqualTo("19.3499");
    assertThat(Json.at(result, "allowanceUsd")).isEqualTo("1.3499");
  }

  @Test
  void newToolsListEarlierLoadsAndSpending() {
    AgentFixture.Toolbox tools = tools();
    String load = Json.at(tools.createLoad("PO-1"), "loadNumber").toString();
    tools.createLoad("PO-2");
    tools.position(load);

    ToolResult loads = tools().call("list_loads", "{}");
    assertThat(loads.json()).contains("\"PO-1\"", "\"PO-2\"", load);
    ToolResult budget = tools.call("get_budget", "{}");
    assertThat(spent(budget))
        .containsEntry("last24hUsd", "1.32")
        .containsEntry("totalUsd", "1.32")
        .containsEntry("create_loadUsd", "1.30")
        .containsEntry("get_load_positionUsd", "0.02");
    assertThat(spent(budget).get("newest"))
        .asString()
        .contains("tool=get_load_position, loadNumber=" + load + ", usd=0.02, outcome=CHARGED");
    assertThat(fixture.debits()).hasSize(3);
  }

  @Test
  void budgetHasTheSpendingOfTheLastDayAndWeek() {
    AgentFixture.Toolbox tools = tools();
    tools.createLoad("PO-1");
    later(Duration.ofDays(5));
    tools.createLoad("PO-2");
    later(Duration.ofHours(25));
    tools.createLoad("PO-3");

    assertThat(spent(tools.call("get_budget", "")))
        .containsEntry("last24hUsd", "0.65")
        .containsEntry("last7dUsd", "1.95")
        .containsEntry("totalUsd", "1.95")
        .doesNotContainKey("inProgressUsd");

    later(Duration.ofDays(3));
    assertThat(spent(tools.call("get_budget", "")))
        .containsEntry("last24hUsd", "0.00")
        .containsEntry("last7dUsd", "1.30")
        .containsEntry("totalUsd", "1.95");
  }

  /** Spent and in progress add up to the used part of the limit. */
  @Test
  void budgetHasThePriceOfACallInProgress() {
    AtomicReference<AgentFixture.Toolbox> tools = new AtomicReference<>();
    List<Map<Object, Object>> during = new ArrayList<>();
    Interceptor budget =
        chain -> {
          if (chain.request().method().equals("POST")) {
            during.add(spent(tools.get().call("get_budget", "")));
          }
          return chain.proceed(chain.request());
        };
    OkHttpClient http = new OkHttpClient.Builder().addInterceptor(budget).build();
    try (AgentFixture busy = AgentFixture.withClient(client -> client.httpClient(http))) {
      tools.set(busy.tools());
      tools.get().createLoad("PO-1");

      assertThat(during).hasSize(1);
      assertThat(during.get(0))
          .containsEntry("totalUsd", "0.00")
          .containsEntry("inProgressUsd", "0.65");
      assertThat(spent(tools.get().call("get_budget", "")))
          .containsEntry("totalUsd", "0.65")
          .doesNotContainKey("inProgressUsd");
    }
  }

  @Test
  void repeatedOrderIsListedOnce() {
    AgentFixture.Toolbox tools = tools();
    fixture.server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    tools.createLoad("PO-1");
    assertThat(tools.call("list_loads", "").json()).contains("No response yet");
    for (int day = 0; day < 3; day++) {
      tools.createLoad("po 1");
      later(Duration.ofDays(1));
    }

    List<?> listed = (List<?>) Json.at(tools.call("list_loads", ""), "loads");

    assertThat(listed).singleElement().asString().contains("customerRef=PO-1", "loadNumber=LD-");
    assertThat(fixture.debits()).hasSize(1);
  }

  @Test
  void listHasTheLastReadStatusFreeOfCharge() {
    AgentFixture.Toolbox tools = tools();
    String read = Json.at(tools.createLoad("PO-1"), "loadNumber").toString();
    tools.createLoad("PO-2");
    fixture.server.driver(read).driveToStop(1);
    tools.position(read);
    long requests = fixture.server.journal().total();

    List<?> listed = (List<?>) Json.at(tools.call("list_loads", ""), "loads");

    assertThat(listed.get(1)).asString().contains(read, "status=AT_PICKUP", "statusAt=2026-11-20T");
    assertThat(listed.get(0)).asString().contains("PO-2").doesNotContain("status");
    assertThat(fixture.server.journal().total()).isEqualTo(requests);
  }

  @Test
  void confirmedLoadIsListedAsDelivered() {
    AgentFixture.Toolbox tools = tools();
    String load = Json.at(tools.createLoad("PO-1"), "loadNumber").toString();
    fixture.server.driver(load).driveToStop(1).stay(Duration.ofMinutes(30)).driveToStop(2);
    tools.call("confirm_delivery", "{\"loadNumber\":\"" + load + "\"}");

    assertThat(tools.call("list_loads", "{\"customerRef\":\"PO-1\"}").json())
        .contains("\"status\":\"DELIVERED\"");
  }

  @Test
  void laterPositionReplacesTheListedStatus() {
    AgentFixture.Toolbox tools = tools();
    String load = Json.at(tools.createLoad("PO-1"), "loadNumber").toString();
    tools.position(load);
    fixture.server.driver(load).driveToStop(1);
    later(Duration.ofMinutes(2));
    tools.position(load);

    assertThat(tools.call("list_loads", "").json()).contains("\"status\":\"AT_PICKUP\"");
  }

  /** Callers share a position for a minute. */
  @Test
  void cachedPositionDoesNotReplaceAConfirmedStatus() {
    AgentFixture.Toolbox tools = tools();
    String load = Json.at(tools.createLoad("PO-1"), "loadNumber").toString();
    fixture.server.load(load).deliveryCompletion(DeliveryCompletion.ON_BOL);
    fixture.server.driver(load).driveUntil(LoadStatus.AT_DELIVERY);
    tools.position(load);
    later(Duration.ofSeconds(30));
    tools.call("confirm_delivery", "{\"loadNumber\":\"" + load + "\"}");
    assertThat(tools.position(load).charge()).isEqualTo(Charge.NONE);

    assertThat(tools.call("list_loads", "").json()).contains("\"status\":\"DELIVERED\"");
  }

  @Test
  void confirmationReplacesAPositionOfTheSameTime() {
    AgentFixture.Toolbox tools = tools();
    String load = Json.at(tools.createLoad("PO-1"), "loadNumber").toString();
    fixture.server.load(load).deliveryCompletion(DeliveryCompletion.ON_BOL);
    fixture.server.driver(load).driveUntil(LoadStatus.AT_DELIVERY);
    tools.position(load);
    tools.call("confirm_delivery", "{\"loadNumber\":\"" + load + "\"}");

    assertThat(tools.call("list_loads", "").json()).contains("\"status\":\"DELIVERED\"");
  }
}
