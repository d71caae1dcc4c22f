package io.freightsdk.internal.agent.tools;

import io.freightsdk.Charge;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.agent.ToolError;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.agent.ToolTraits;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.agent.approval.Prices;
import io.freightsdk.internal.agent.approval.ToolCall;
import io.freightsdk.internal.agent.results.HookGuard;
import io.freightsdk.internal.agent.results.MoneyFormat;
import io.freightsdk.internal.agent.results.ToolErrorException;
import io.freightsdk.internal.agent.results.ToolErrors;
import io.freightsdk.internal.agent.results.ToolJson;
import io.freightsdk.internal.agent.results.ToolOutput;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.spend.SpendLedgerException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The common part of all tools: reads the arguments, runs the tool, and returns a result for every
 * exception.
 */
final class GuardedTool implements AgentTool {
  private final ToolDefinition definition;
  private final ToolHandler body;
  private final Prices prices;
  private final TimeSource time;

  GuardedTool(ToolDefinition definition, ToolHandler body, Prices prices, TimeSource time) {
    this.definition = definition;
    this.body = body;
    this.prices = prices;
    this.time = time;
  }

  @Override
  public String name() {
    return definition.name();
  }

  @Override
  public String title() {
    return definition.title();
  }

  @Override
  public String description() {
    return definition.description().replace("{price}", price());
  }

  /** A sentence about the price. It stays true if a host keeps it and the price changes. */
  private String price() {
    if (definition.paidOperation() == null) return "Free.";
    prices.refreshIfExpired();
    BigDecimal priceUsd = prices.lastKnown(definition.paidOperation());
    return priceUsd == null
        ? "Takes money from the prepaid balance; get_budget says how much."
        : "Costs "
            + MoneyFormat.decimal(priceUsd)
            + " USD of the prepaid balance, unless get_budget says otherwise.";
  }

  @Override
  public String inputSchema() {
    return definition.inputSchema();
  }

  @Override
  public Map<String, Object> inputSchemaMap() {
    return definition.schema();
  }

  @Override
  public ToolTraits traits() {
    return definition.traits();
  }

  @Override
  public ToolResult invoke(@Nullable String argumentsJson, @Nullable ToolCallContext call) {
    // Some frameworks pass null for "no arguments".
    String json = argumentsJson == null ? "" : argumentsJson;
    ToolCallContext caller = call == null ? ToolCallContext.anonymous() : call;
    return HookGuard.run(name(), () -> result(json, caller), () -> failure(unexpected()));
  }

  private ToolResult result(String json, ToolCallContext caller) {
    try {
      Map<String, Object> arguments = ArgumentReader.read(json, definition.schema(), body);
      ToolCall call = new ToolCall(name(), arguments, caller, time, time.nanos());
      ToolOutput output = body.handle(call);
      return new ToolResult(ToolJson.write(output.members()), null, output.charge());
    } catch (ToolErrorException e) {
      return failure(e);
    } catch (FreightException e) {
      return failure(ToolErrors.of(e));
    } catch (SpendLedgerException e) {
      // The tools read the ledger only before they send a call.
      return failure(ToolErrors.ledgerUnavailable());
    }
  }

  /** The error for a fault of the tools. A paid call may have been sent before it. */
  private ToolErrorException unexpected() {
    Charge charge = definition.paidOperation() == null ? Charge.NONE : Charge.UNKNOWN;
    return ToolErrorException.of("INTERNAL", Retry.NEVER)
        .charge(charge)
        .because("The application failed unexpectedly.", "Do not repeat the call; tell the user.");
  }

  static ToolResult failure(ToolErrorException failure) {
    ToolError error = failure.error();
    Charge charge = failure.charge();
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("code", error.code());
    members.put("message", error.message());
    members.put("retry", error.retry().name());
    members.put("charge", charge.kind().name());
    // Sorted, so that equal errors have equal texts.
    if (!error.details().isEmpty()) members.put("details", new TreeMap<>(error.details()));
    return new ToolResult(ToolJson.write(Map.of("error", members)), error, charge);
  }

  @Override
  public String toString() {
    return "AgentTool[" + name() + "]";
  }
}
