package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ToolError;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.internal.agent.json.SafeName;
import io.freightsdk.internal.client.ClientSettings;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.LedgerGuard;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Builds the tools. */
public final class ToolFactory {
  /** The tools that are offered by default, in the order in which a model is shown them. */
  public static final List<String> DEFAULT =
      List.of("create_load", "get_load_position", "confirm_delivery", "get_pricing", "get_balance");

  /** All tools that can be chosen. */
  public static final List<String> NAMES =
      List.of(
          "create_load",
          "get_load_position",
          "confirm_delivery",
          "list_loads",
          "get_pricing",
          "get_balance",
          "spending");

  /** The tools that change no load. */
  public static final List<String> READING =
      List.of("get_load_position", "list_loads", "get_pricing", "get_balance", "spending");

  /** The tools that need a ledger, because they tell what is in it. */
  public static final List<String> OF_THE_LEDGER = List.of("list_loads", "spending");

  /** The operations that the tools pay for. */
  static final List<Operation> PAID = List.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION);

  private ToolFactory() {}

  public static List<AgentTool> tools(ToolSettings settings) {
    FreightClient client = settings.client();
    Prices prices = new Prices(client);
    ClientState shared = ClientState.of(client);
    Funds funds = new Funds(client, shared, prices);
    LedgerGuard guard = ClientSettings.guard(client) instanceof LedgerGuard of ? of : null;
    Allowance allowance =
        new Allowance(
            guard, ClientSettings.maxPrice(client), settings.scope(), settings.limitsPerCaller());
    Memory memory = new Memory(shared.memory, settings.clock());
    Approvals approvals = new Approvals(settings, shared);
    Orders orders =
        new Orders(
            memory,
            guard == null ? null : guard.ledger(),
            settings.referenceCheck(),
            settings.lookAlikesWithoutApproval());
    PaidCalls paid = new PaidCalls(prices, funds, approvals, allowance);
    boolean driverLinks = settings.driverLinks();
    boolean readOnly = settings.paidReadsAreReadOnly();
    Events events = new Events(settings.listener(), settings.clock());
    BiFunction<ToolDefinition, ToolBody, AgentTool> tool =
        (definition, body) -> new GuardedTool(definition, body, prices, events);
    prices.expect(settings.pricesWithin());
    AgentTool listLoads = null;
    AgentTool spending = null;
    if (guard != null) {
      listLoads =
          tool.apply(Definitions.listLoads(), new ListLoadsTool(guard.ledger(), settings.scope()));
      spending =
          tool.apply(
              Definitions.spending(),
              new SpendingTool(guard.ledger(), allowance, settings.clock()));
    }
    return Stream.of(
            tool.apply(
                Definitions.createLoad(),
                new CreateLoadTool(client, shared.loads, paid, orders, driverLinks)),
            tool.apply(
                Definitions.getLoadPosition(settings.readInterval(), readOnly),
                new PositionTool(client, paid, orders, settings.readInterval())),
            tool.apply(
                Definitions.confirmDelivery(), new ConfirmDeliveryTool(client, settings.clock())),
            listLoads,
            tool.apply(Definitions.getPricing(), new PricingTool(client, prices)),
            tool.apply(Definitions.getBalance(), new BalanceTool(client, funds, allowance)),
            spending)
        .filter(Objects::nonNull)
        .filter(made -> settings.chosen().contains(made.name()))
        .toList();
  }

  /** What a model should know about all tools. */
  public static String instructions() {
    return Definitions.INSTRUCTIONS;
  }

  /** The tool that pays for an operation. */
  static String toolOf(Operation paid) {
    return paid == Operation.CREATE_LOAD ? "create_load" : "get_load_position";
  }

  /** The result of a call to a tool that does not exist. */
  public static ToolResult unknownTool(String name, List<AgentTool> known) {
    String names = String.join(", ", known.stream().map(AgentTool::name).toList());
    return GuardedTool.failure(
        Refusal.of("UNKNOWN_TOOL", ToolError.Retry.NEVER)
            .because("There is no tool " + SafeName.of(name) + ".", "Use one of " + names + "."));
  }
}
