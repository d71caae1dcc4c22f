package io.freightsdk.agent.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.internal.agent.results.ToolJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An adapter that offers {@link FreightTools} to a LangChain4j AI service. The memory id of a
 * conversation is its spend scope. A {@link ToolCallContext} under {@link #CONTEXT_KEY} in the
 * invocation parameters can add an approver and a cancellation. Chat models and streaming chat
 * models use the tools in the same way.
 */
public final class LangChain4jTools {
  /** The key of the {@link ToolCallContext} in the {@code InvocationParameters} of a request. */
  public static final String CONTEXT_KEY = "freight.tool-call-context";

  private LangChain4jTools() {}

  /**
   * Returns the tools for {@code AiServices.toolProvider(...)}. Each request to the model has their
   * current descriptions, with the last known prices.
   */
  public static ToolProvider of(List<AgentTool> tools) {
    List<AgentTool> offered = List.copyOf(tools);
    return request -> {
      ToolProviderResult.Builder described = ToolProviderResult.builder();
      for (AgentTool tool : offered) described.add(specification(tool), new Executor(tool));
      return described.build();
    };
  }

  /**
   * Returns a strategy for {@code AiServices.hallucinatedToolNameStrategy(...)} that returns an
   * error for unknown tools. The default strategy throws an exception.
   */
  public static Function<ToolExecutionRequest, ToolExecutionResultMessage>
      hallucinatedToolNameStrategy(List<AgentTool> tools) {
    Objects.requireNonNull(tools, "tools");
    return request ->
        ToolExecutionResultMessage.builder()
            .id(request.id())
            .toolName(request.name())
            .text(FreightTools.unknownTool(request.name(), tools).json())
            .isError(true)
            .build();
  }

  private static ToolSpecification specification(AgentTool tool) {
    Map<String, Object> described = new HashMap<>();
    described.put("name", tool.name());
    described.put("description", tool.description());
    // Gemini refuses an object without properties, so a tool without arguments has no parameters.
    Map<String, Object> schema = tool.inputSchemaMap();
    boolean hasArguments = schema.get("properties") instanceof Map<?, ?> them && !them.isEmpty();
    if (hasArguments) described.put("parameters", schema);
    return ToolSpecification.fromJson(ToolJson.write(described));
  }

  private record Executor(AgentTool tool) implements ToolExecutor {
    /** Runs the tool; the memory id is the spend scope. */
    @Override
    public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
      return run(request, memoryId, null).json();
    }

    @Override
    public ToolExecutionResult executeWithContext(
        ToolExecutionRequest request, @Nullable InvocationContext context) {
      ToolResult result =
          context == null
              ? run(request, null, null)
              : run(request, context.chatMemoryId(), context.invocationParameters());
      return ToolExecutionResult.builder()
          .isError(result.failed())
          .resultText(result.json())
          .build();
    }

    private ToolResult run(
        ToolExecutionRequest request,
        @Nullable Object memoryId,
        @Nullable InvocationParameters parameters) {
      Object given = parameters == null ? null : parameters.get(CONTEXT_KEY);
      ToolCallContext call =
          given instanceof ToolCallContext known ? known : ToolCallContext.anonymous();
      if (call.scope() == null && memoryId != null) call = call.withScope(memoryId.toString());
      return tool.invoke(request.arguments(), call);
    }
  }
}
