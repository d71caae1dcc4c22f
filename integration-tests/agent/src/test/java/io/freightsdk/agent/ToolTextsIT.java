package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.Environments;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ToolTextsIT {
  private static final Set<String> PAID = Set.of("create_load", "get_load_position");

  private final AgentFixture fixture = AgentFixture.withBalance("10.00");

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void fiveToolsAreOfferedAndNoneSetsAStatus() {
    assertThat(fixture.tools().all())
        .extracting(AgentTool::name)
        .containsExactly(
            "create_load", "get_load_position", "confirm_delivery", "list_loads", "get_budget");
  }

  @Test
  void descriptionsHaveThePrice() {
    for (AgentTool tool : fixture.tools().all()) {
      boolean isPaid = PAID.contains(tool.name());
      assertThat(tool.description()).contains(isPaid ? " Costs " : " Free. ");
    }
  }

  @Test
  void descriptionStartsWithTheEffectOnPeople() {
    assertThat(fixture.tools().named("create_load").description())
        .as("a host may keep it for longer than the price lasts")
        .startsWith(
            "Texts the driver a tracking link and creates a live freight load. Costs 0.65 USD of the"
                + " prepaid balance, unless get_budget says otherwise.");
  }

  @Test
  void descriptionHasTheCurrentPrice() {
    fixture.server.price("load_create", "1.50");

    AgentTool tool = fixture.tools().named("create_load");

    assertThat(tool.description()).contains("Costs 1.50 USD");
  }

  @Test
  void descriptionFollowsAPriceIncrease() {
    AtomicLong nanos = new AtomicLong();
    AgentTool tool =
        fixture
            .tools(builder -> builder.time(Environments.time(Clock.systemUTC(), nanos::get)))
            .named("create_load");
    fixture.server.price("load_create", "1.95");
    long readings = fixture.sent(Operation.GET_PRICING);

    nanos.addAndGet(Duration.ofSeconds(9).toNanos());
    assertThat(tool.description()).as("one reading for ten seconds").contains("Costs 0.65 USD");
    assertThat(fixture.sent(Operation.GET_PRICING)).isEqualTo(readings);

    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(tool.description()).contains("Costs 1.95 USD");

    fixture.server.faults().always(Operation.GET_PRICING, Fault.status(500));
    nanos.addAndGet(Duration.ofDays(1).toNanos());
    assertThat(tool.description()).as("the last that is known").contains("Costs 1.95 USD");
  }

  @Test
  void descriptionWithoutAPriceRefersToTheBudget() {
    fixture.server.faults().always(Operation.GET_PRICING, Fault.status(500));

    AgentTool tool = fixture.tools().named("create_load");

    assertThat(tool.description()).contains("get_budget says how much");
    assertThat(tool.invoke(AgentFixture.load("PO-1"), ToolCallContext.anonymous()).error().code())
        .isEqualTo("PRICE_UNKNOWN");
    assertThat(fixture.debits()).isEmpty();
  }

  @Test
  void textsAreTheSameInEveryRun() {
    assertThat(texts(fixture.tools())).isEqualTo(texts(fixture.tools()));
  }

  @Test
  void textsExplainTheValues() {
    AgentFixture.Toolbox tools = fixture.tools();

    assertThat(tools.named("create_load").inputSchema())
        .as("not the driver's name")
        .contains("Name of the place, shown to the driver");
    assertThat(tools.named("confirm_delivery").description())
        .as("before the first call, not in its error")
        .contains("only if the user has the bill of lading (BOL) and the status is AT_DELIVERY");
    assertThat(FreightTools.instructions())
        .contains(
            Arrays.stream(ToolError.Retry.values())
                .map(retry -> retry + ": ")
                .toArray(String[]::new));
  }

  @Test
  void requiredParametersAreDescribed() {
    for (AgentTool tool : fixture.tools().all()) {
      Map<?, ?> schema = Json.object(tool.inputSchema());
      Map<?, ?> properties = (Map<?, ?>) schema.get("properties");
      List<?> required = (List<?>) schema.get("required");
      for (Object name : required == null ? List.of() : required) {
        Map<?, ?> property = (Map<?, ?>) properties.get(name);
        assertThat((String) property.get("description")).as(tool.name() + "." + name).isNotBlank();
      }
    }
    assertThat(fixture.tools().named("create_load").inputSchema())
        .contains("Example: +13125550142", "Example: KY", "Example: 40701", "Example: PO-7731");
  }

  @Test
  void paidReadIsNotReadOnlyForHosts() {
    assertThat(fixture.tools().named("get_load_position").traits().readOnly()).isFalse();
    assertThat(fixture.tools().named("get_budget").traits().readOnly()).isTrue();
    assertThat(fixture.tools().named("confirm_delivery").traits().destructive()).isTrue();
    assertThat(fixture.tools().named("create_load").traits())
        .matches(traits -> traits.idempotent() && traits.openWorld() && !traits.readOnly())
        .matches(traits -> !traits.destructive());
  }

  @Test
  void hostChoosesItsTools() {
    assertThat(fixture.tools(b -> b.onlyTools("get_budget", "create_load")).all())
        .extracting(AgentTool::name)
        .containsExactly("create_load", "get_budget");
    assertThatThrownBy(() -> fixture.tools(b -> b.onlyTools("set_status")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use some of create_load, get_load_position");
    assertThatThrownBy(() -> fixture.tools(b -> b.onlyTools()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must name at least one tool; use some of create_load");
  }

  @Test
  void schemaMapEqualsTheSchemaText() {
    for (AgentTool tool : fixture.tools().all()) {
      assertThat(plain(tool.inputSchemaMap())).isEqualTo(plain(Json.object(tool.inputSchema())));
    }
  }

  /** With numbers as their decimal text, whatever type they came in. */
  private static Object plain(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> plain = new TreeMap<>();
      map.forEach((name, member) -> plain.put(name, plain(member)));
      return plain;
    }
    if (value instanceof List<?> list) return list.stream().map(ToolTextsIT::plain).toList();
    return value instanceof Number number
        ? new BigDecimal(number.toString()).stripTrailingZeros().toPlainString()
        : value;
  }

  @Test
  void toolsWithoutALimitAreRefused() {
    assertThatThrownBy(() -> FreightTools.builder(fixture.client, fixture.ledger).build())
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("call sharedLimits(...)");
    assertThatThrownBy(() -> FreightTools.of(fixture.client, fixture.ledger))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must have at least one limit");
    assertThatThrownBy(() -> fixture.tools(builder -> builder.sharedLimits()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must have at least one limit");
  }

  @Test
  void unknownToolReturnsAnError() {
    ToolResult result =
        FreightTools.call(fixture.tools().all(), "set_status", "{}", ToolCallContext.anonymous());

    assertThat(result.error().message())
        .isEqualTo(
            "There is no tool \"set_status\". Nothing was charged. Use one of create_load,"
                + " get_load_position, confirm_delivery, list_loads, get_budget.");
  }

  @Test
  void modelLearnsThatNoCallChangesOrCancelsALoad() {
    AgentFixture.Toolbox tools = fixture.tools();

    assertThat(tools.named("create_load").description())
        .contains("No call changes or cancels a load.");
    for (String name : List.of("cancel", "delete_load", "RemoveLoad", "update_load")) {
      ToolResult refused = FreightTools.call(tools.all(), name, "{}", ToolCallContext.anonymous());
      assertThat(refused.error().message())
          .isEqualTo(
              "There is no tool \""
                  + name
                  + "\". Nothing was charged. No call changes or cancels a load: tell the user to"
                  + " phone the driver.");
    }
  }

  @Test
  void toolsAreBuiltWithoutTheService() {
    try (FreightClient away =
        FreightClient.builder()
            .baseUrl("http://127.0.0.1:1")
            .agentKey("test-key")
            .retryPolicy(RetryPolicy.none())
            .build()) {
      List<AgentTool> tools = FreightTools.of(away, fixture.ledger, AgentFixture.PLENTY);

      assertThat(tools.get(4).invoke("", ToolCallContext.anonymous()).error().retry())
          .isEqualTo(ToolError.Retry.AFTER_DELAY);
    }
  }

  /** The texts as an MCP server lists them, without the few bytes of its envelope. */
  private static String texts(AgentFixture.Toolbox tools) {
    StringBuilder texts = new StringBuilder();
    for (AgentTool tool : tools.all()) {
      texts
          .append(tool.name())
          .append(tool.title())
          .append(tool.description())
          .append(tool.inputSchema());
    }
    return texts.toString();
  }
}
