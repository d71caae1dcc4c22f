package io.freightsdk.opentelemetry;

import io.freightsdk.Charge;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolError;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.agent.ToolTraits;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes an OpenTelemetry span of every call of an agent's tools, with what it cost. Needs {@code
 * freight-agent}.
 *
 * <pre>{@code
 * List<AgentTool> tools = ToolTracing.of(FreightTools.builder(client)...build(), openTelemetry);
 * }</pre>
 *
 * <p>Spans follow the semantic conventions for generative AI ({@code execute_tool create_load}).
 * {@code freight.charge} is {@code NONE}, {@code CHARGED} or {@code UNKNOWN}, {@code
 * freight.charge.usd} the amount unless it is unknown, and {@code freight.repeated} says whether an
 * earlier result was returned again for free. The spans of {@link FreightTracing} are children.
 * Arguments and results are not recorded.
 */
public final class ToolTracing {
  private ToolTracing() {}

  /** The same tools, whose calls have spans. */
  @SuppressWarnings("exports") // Who has no tools needs no module of them.
  public static List<AgentTool> of(List<AgentTool> tools, OpenTelemetry telemetry) {
    Objects.requireNonNull(telemetry, "telemetry");
    Objects.requireNonNull(tools, "tools");
    Tracer tracer = telemetry.getTracer("io.freightsdk.opentelemetry");
    return tools.stream().<AgentTool>map(tool -> new Traced(tool, tracer)).toList();
  }

  private record Traced(AgentTool tool, Tracer tracer) implements AgentTool {
    @Override
    public ToolResult invoke(@Nullable String argumentsJson, @Nullable ToolCall call) {
      Span span =
          tracer
              .spanBuilder("execute_tool " + name())
              .setAttribute("gen_ai.operation.name", "execute_tool")
              .setAttribute("gen_ai.tool.name", name())
              .setAttribute("gen_ai.tool.type", "function")
              .startSpan();
      String id = call == null ? null : call.callId();
      if (id != null) span.setAttribute("gen_ai.tool.call.id", id);
      Scope scope = span.makeCurrent();
      try {
        ToolResult result = tool.invoke(argumentsJson, call);
        finished(span, result);
        return result;
      } catch (Throwable e) {
        failed(span, e.getClass().getName());
        throw e;
      } finally {
        scope.close();
        span.end();
      }
    }

    private static void finished(Span span, ToolResult result) {
      Charge charge = result.charge();
      span.setAttribute("freight.charge", charge.kind().name());
      span.setAttribute("freight.repeated", result.repeated());
      BigDecimal usd = charge.amountUsd();
      if (usd != null) span.setAttribute("freight.charge.usd", usd.doubleValue());
      ToolError error = result.error();
      if (error != null) failed(span, error.code());
    }

    private static void failed(Span span, String type) {
      span.setStatus(StatusCode.ERROR).setAttribute("error.type", type);
    }

    @Override
    public String name() {
      return tool.name();
    }

    @Override
    public String title() {
      return tool.title();
    }

    @Override
    public String description() {
      return tool.description();
    }

    @Override
    public String inputSchema() {
      return tool.inputSchema();
    }

    @Override
    public Map<String, Object> inputSchemaMap() {
      return tool.inputSchemaMap();
    }

    @Override
    public ToolTraits traits() {
      return tool.traits();
    }
  }
}
