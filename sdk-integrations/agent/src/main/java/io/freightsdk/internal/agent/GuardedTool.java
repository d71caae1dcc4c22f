package io.freightsdk.internal.agent;

import io.freightsdk.Charge;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolError;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.agent.ToolTraits;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.agent.json.MalformedJsonException;
import io.freightsdk.internal.agent.json.ModelJson;
import io.freightsdk.internal.agent.json.ResultJson;
import io.freightsdk.internal.agent.schema.SchemaCheck;
import io.freightsdk.internal.agent.schema.SchemaText;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The common part of all tools: checks the arguments, runs the tool, and turns every exception into
 * a result.
 */
final class GuardedTool implements AgentTool {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.agent");

  private final ToolDefinition definition;
  private final ToolBody body;
  private final Prices prices;
  private final String inputSchema;

  GuardedTool(ToolDefinition definition, ToolBody body, Prices prices) {
    this.definition = definition;
    this.body = body;
    this.prices = prices;
    this.inputSchema = SchemaText.of(definition.input());
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
    String price = "Free.";
    if (definition.paid() != null) {
      BigDecimal priceUsd = prices.lastSeen(definition.paid());
      price =
          priceUsd == null
              ? "Takes money from the prepaid balance; get_prices says how much."
              : "Costs " + Money.usd(priceUsd) + " USD of the prepaid balance.";
    }
    return definition.effect() + " " + price + " " + definition.guidance();
  }

  @Override
  public String inputSchema() {
    return inputSchema;
  }

  @Override
  public Map<String, Object> inputSchemaMap() {
    return SchemaText.members(definition.input());
  }

  @Override
  public ToolTraits traits() {
    return new ToolTraits(
        definition.readOnly(),
        definition.destructive(),
        definition.idempotent(),
        true); // Every tool reaches the service.
  }

  @Override
  public ToolResult invoke(@Nullable String argumentsJson, @Nullable ToolCall call) {
    // Some frameworks pass null for "no arguments".
    String json = argumentsJson == null ? "" : argumentsJson;
    ToolCall caller = call == null ? ToolCall.anonymous() : call;
    try {
      ToolBody.Answer answer = body.run(read(json, caller));
      return new ToolResult(ResultJson.of(answer.members()), null, answer.charge());
    } catch (Refusal e) {
      return failure(e);
    } catch (FreightException e) {
      return failure(Failures.of(e));
    } catch (Exception e) {
      // Checked exceptions too: code of the host, for example in Kotlin, can throw them without
      // declaring them.
      if (e instanceof InterruptedException) Thread.currentThread().interrupt();
      logBug(e);
      return failure(unexpected());
    }
  }

  /** Logs where a fault happened, without its message, which may contain arguments of the model. */
  private void logBug(Exception fault) {
    Throwable place = new IllegalStateException(fault.getClass().getName());
    place.setStackTrace(fault.getStackTrace());
    LOG.log(Level.ERROR, name() + ": failed unexpectedly", place);
  }

  private Invocation read(String json, ToolCall call) {
    try {
      Map<String, @Nullable Object> sent = ModelJson.object(json);
      SchemaCheck.Verdict verdict = SchemaCheck.check(definition.input(), sent);
      List<String> problems = new ArrayList<>(verdict.problems());
      if (problems.isEmpty()) problems.addAll(body.problems(verdict.accepted()));
      if (!problems.isEmpty()) throw invalid(String.join(". ", problems));

      Map<String, Object> counted = body.counted(verdict.accepted());
      String accepted = ResultJson.of(counted);
      return new Invocation(name(), verdict.accepted(), counted, accepted, digest(counted), call);
    } catch (MalformedJsonException e) {
      throw invalid(e.problem());
    }
  }

  /** The same for the same arguments, in whatever order their members come. */
  private String digest(Map<String, Object> arguments) {
    String text = name() + "\n" + ResultJson.of(sorted(arguments));
    return ByteString.encodeUtf8(text).sha256().hex();
  }

  private static Object sorted(Object value) {
    if (value instanceof Map<?, ?> members) {
      Map<String, Object> sorted = new TreeMap<>();
      members.forEach((name, member) -> sorted.put((String) name, sorted(member)));
      return sorted;
    }
    if (value instanceof List<?> items) return items.stream().map(GuardedTool::sorted).toList();
    // 1850.0 is 1850.00.
    return value instanceof BigDecimal number ? number.stripTrailingZeros().toString() : value;
  }

  private static Refusal invalid(String problems) {
    return Refusal.of("INVALID_ARGUMENTS", Retry.CHANGED_ARGUMENTS)
        .because(problems + ".", "Correct this, then call again.");
  }

  /** A fault of the tools themselves. It is not known whether a paid call was sent before it. */
  private Refusal unexpected() {
    Charge charge = definition.paid() == null ? Charge.NONE : Charge.UNKNOWN;
    return Refusal.of("INTERNAL", Retry.NEVER)
        .charge(charge)
        .because("The application failed unexpectedly.", "Do not repeat the call; tell the user.");
  }

  static ToolResult failure(Refusal refusal) {
    ToolError error = refusal.error();
    Charge charge = refusal.charge();
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("code", error.code());
    members.put("message", error.message());
    members.put("retry", error.retry().name());
    members.put("charge", charge.kind().name());
    // A TreeMap, so that equal errors have equal texts.
    if (!error.facts().isEmpty()) members.put("facts", new TreeMap<>(error.facts()));
    return new ToolResult(ResultJson.of(Map.of("error", members)), error, charge);
  }

  @Override
  public String toString() {
    return "AgentTool[" + name() + "]";
  }
}
