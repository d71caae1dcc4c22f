package io.freightsdk.internal.agent;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ToolError;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.internal.agent.json.SafeName;
import io.freightsdk.model.Operation;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Puts the five tools together. */
public final class ToolFactory {
  private ToolFactory() {}

  public static List<AgentTool> tools(ToolSettings settings) {
    FreightClient client = settings.client();
    Prices prices = new Prices(client);
    Funds funds = new Funds(client);
    Allowance allowance =
        new Allowance(client, settings.scope(), settings.limitsPerCaller(), settings.clock());
    Approvals approvals =
        new Approvals(
            settings.approvalAboveUsd(),
            settings.approver(),
            settings.approvalValidFor(),
            settings.clock(),
            settings.tokens());
    PaidCalls paid = new PaidCalls(prices, funds, approvals, allowance);
    PositionTool position =
        new PositionTool(
            client,
            paid,
            settings.readInterval(),
            settings.paidReadsAreReadOnly(),
            settings.clock());
    Events events = new Events(settings.listener(), settings.clock());

    prices.warm(Operation.CREATE_LOAD);
    prices.warm(Operation.GET_LOAD_POSITION);
    return Stream.of(
            new CreateLoadTool(client, paid, settings.driverLinks()),
            position,
            new ConfirmDeliveryTool(client, position::changed),
            new PricingTool(client),
            new BalanceTool(client, funds, allowance))
        .<AgentTool>map(body -> new GuardedTool(body, prices, events))
        .toList();
  }

  /** The result of a call to a tool that does not exist. */
  public static ToolResult unknownTool(String name, List<AgentTool> known) {
    String names = String.join(", ", known.stream().map(AgentTool::name).toList());
    ToolError error =
        new ToolError(
            "UNKNOWN_TOOL",
            ToolError.Retry.NEVER,
            "There is no tool "
                + SafeName.of(name)
                + ". Nothing was charged. Use one of "
                + names
                + ".",
            Map.of());
    return GuardedTool.failure(error, Charge.NONE);
  }
}
