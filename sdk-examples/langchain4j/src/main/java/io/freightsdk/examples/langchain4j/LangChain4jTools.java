package io.freightsdk.examples.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.internal.Json;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Offers {@link FreightTools} to a LangChain4j AI service. */
public final class LangChain4jTools {
  private LangChain4jTools() {}

  /** What {@code AiServices.tools(...)} takes. */
  public static Map<ToolSpecification, ToolExecutor> of(List<AgentTool> tools) {
    Map<ToolSpecification, ToolExecutor> executors = new LinkedHashMap<>();
    for (AgentTool tool : tools) {
      executors.put(specification(tool), new Executor(tool));
    }
    return executors;
  }

  /** What {@code AiServices.hallucinatedToolNameStrategy(...)} takes, which throws by default. */
  public static Function<ToolExecutionRequest, ToolExecutionResultMessage> unknown(
      List<AgentTool> tools) {
    return request ->
        ToolExecutionResultMessage.from(
            request, FreightTools.unknownTool(request.name(), tools).json());
  }

  // Goes through JSON because only that keeps patterns and lengths of the schema.
  private static ToolSpecification specification(AgentTool tool) {
    Map<?, ?> parameters = Json.fromJson(tool.inputSchema(), Map.class);
    return ToolSpecification.fromJson(
        Json.toJson(
            Map.of(
                "name", tool.name(),
                "description", tool.description(),
                "parameters", parameters)));
  }

  private record Executor(AgentTool tool) implements ToolExecutor {
    @Override
    public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
      return run(request, memoryId).json();
    }

    @Override
    public ToolExecutionResult executeWithContext(
        ToolExecutionRequest request, @Nullable InvocationContext context) {
      ToolResult result = run(request, context == null ? null : context.chatMemoryId());
      return ToolExecutionResult.builder()
          .isError(result.isError())
          .resultText(result.json())
          .build();
    }

    private ToolResult run(ToolExecutionRequest request, @Nullable Object memoryId) {
      ToolCall call = ToolCall.anonymous();
      if (memoryId != null) call = call.withScope(memoryId.toString());
      if (request.id() != null) call = call.withCallId(request.id());
      return tool.invoke(request.arguments(), call);
    }
  }
}
