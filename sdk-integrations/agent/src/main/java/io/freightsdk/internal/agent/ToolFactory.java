package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ToolError;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.internal.agent.json.SafeName;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLedger;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Builds the tools. */
public final class ToolFactory {
  /** All tools, in the order in which a model is shown them. */
  public static final List<String> NAMES =
      List.of(
          "create_load",
          "get_load_position",
          "confirm_delivery",
          "get_prices",
          "get_balance",
          "list_loads",
          "spending");

  /** The operations that the tools pay for. */
  static final List<Operation> PAID = List.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION);

  /** Between two fixes of a driver. */
  private static final Duration INTERVAL = Duration.ofSeconds(60);

  private static final Duration PRICES_WITHIN = Duration.ofSeconds(1);

  private ToolFactory() {}

  public static List<AgentTool> tools(ToolSettings settings) {
    FreightClient client = settings.client();
    Prices prices = new Prices(client);
    ClientState shared = ClientState.of(client);
    Funds funds = new Funds(client, shared, prices);
    SpendLedger ledger = settings.ledger();
    Allowance allowance = new Allowance(ledger, settings.scope(), settings.limitsPerCaller());
    Memory memory = new Memory(shared.memory, settings.clock());
    Approvals approvals = new Approvals(settings, shared);
    Orders orders = new Orders(memory, ledger, settings.referenceCheck());
    PaidCalls paid = new PaidCalls(prices, funds, approvals, allowance);
    BiFunction<ToolDefinition, ToolBody, AgentTool> tool =
        (definition, body) -> new GuardedTool(definition, body, prices);
    prices.expect(PRICES_WITHIN);
    return Stream.of(
            tool.apply(
                Definitions.createLoad(), new CreateLoadTool(client, shared.loads, paid, orders)),
            tool.apply(
                Definitions.getLoadPosition(INTERVAL),
                new PositionTool(client, paid, orders, INTERVAL)),
            tool.apply(
                Definitions.confirmDelivery(), new ConfirmDeliveryTool(client, settings.clock())),
            tool.apply(Definitions.getPrices(), new PricingTool(client, prices)),
            tool.apply(Definitions.getBalance(), new BalanceTool(client, funds, allowance)),
            tool.apply(Definitions.listLoads(), new ListLoadsTool(ledger, settings.scope())),
            tool.apply(
                Definitions.spending(), new SpendingTool(ledger, allowance, settings.clock())))
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
