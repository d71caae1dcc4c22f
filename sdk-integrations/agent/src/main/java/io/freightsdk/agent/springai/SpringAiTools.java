package io.freightsdk.agent.springai;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.internal.agent.results.HookGuard;
import io.freightsdk.internal.agent.tools.ToolFactory;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * An adapter that offers {@link FreightTools} to a chat client or an MCP server of Spring AI 2.0 or
 * 1.1. An MCP server has the descriptions with the prices of its start.
 *
 * <p>The spend scope of a call is the scope of the context under {@link #CONTEXT_KEY}. Without such
 * a context, it is the conversation ({@code ChatMemory.CONVERSATION_ID} in the tool context). All
 * other calls share a scope.
 *
 * <p>With Spring AI 2.0:
 *
 * <pre>{@code
 * ChatClient chat =
 *     ChatClient.builder(model)
 *         .defaultSystem(FreightTools.instructions())
 *         .defaultTools(SpringAiTools.of(tools))
 *         .defaultAdvisors(
 *             ToolCallingAdvisor.builder()
 *                 .toolCallingManager(SpringAiTools.toolCallingManager(tools))
 *                 .build())
 *         .build();
 * }</pre>
 *
 * <p>In Spring AI 1.1, call {@code defaultToolCallbacks} instead of {@code defaultTools}, and leave
 * out {@code defaultAdvisors}. Set the {@link #toolCallingManager manager} on the builder of your
 * chat model.
 */
public final class SpringAiTools {
  /** The key of the {@link ToolCallContext} in a {@link ToolContext}. */
  public static final String CONTEXT_KEY = "freight.tool-call-context";

  private SpringAiTools() {}

  /** Returns the tools for {@code ChatClient.Builder.defaultTools(...)}. */
  public static List<ToolCallback> of(List<AgentTool> tools) {
    return of(tools, ToolCallContext::anonymous);
  }

  /**
   * Returns the tools for an application that knows its callers, such as logged-in users.
   *
   * @param caller returns the caller if the tool context has none, on the thread that runs the
   *     tool. If it throws, for example without a login, the call is refused
   */
  public static List<ToolCallback> of(List<AgentTool> tools, Supplier<ToolCallContext> caller) {
    Objects.requireNonNull(tools, "tools");
    Objects.requireNonNull(caller, "caller");
    return tools.stream().<ToolCallback>map(tool -> new Callback(tool, caller)).toList();
  }

  /**
   * Returns a manager that returns an error for unknown tools. Spring AI's default manager throws
   * an exception, which ends the conversation.
   */
  public static ToolCallingManager toolCallingManager(List<AgentTool> tools) {
    Objects.requireNonNull(tools, "tools");
    DefaultToolCallingManager.Builder manager =
        ToolCallingManager.builder().toolCallbackResolver(name -> new Unknown(name, tools));
    try {
      manager.resolutionFallbackEnabled(true);
    } catch (NoSuchMethodError springAi11) {
      // Spring AI 1.1 uses the resolver without this option.
    }
    return manager.build();
  }

  /**
   * Runs one tool for the caller in the tool context; without one, for the caller that the
   * application supplies.
   */
  private record Callback(AgentTool tool, Supplier<ToolCallContext> defaultCaller)
      implements ToolCallback {
    @Override
    public ToolDefinition getToolDefinition() {
      return ToolDefinition.builder()
          .name(tool.name())
          .description(tool.description())
          .inputSchema(tool.inputSchema())
          .build();
    }

    @Override
    public String call(String arguments) {
      return call(arguments, null);
    }

    @Override
    public String call(String arguments, @Nullable ToolContext context) {
      Map<String, Object> known = context == null ? Map.of() : context.getContext();
      ToolCallContext call =
          known.get(CONTEXT_KEY) instanceof ToolCallContext given ? given : currentCaller();
      if (call == null) return ToolFactory.notLoggedIn().json();
      Object conversation = known.get(ChatMemory.CONVERSATION_ID);
      if (call.scope() == null && conversation != null) {
        call = call.withScope(conversation.toString());
      }
      return tool.invoke(arguments, call).json();
    }

    /** The caller; null if the application does not know it. */
    private @Nullable ToolCallContext currentCaller() {
      return HookGuard.<@Nullable ToolCallContext>run("the caller", defaultCaller::get, () -> null);
    }
  }

  /** Returns the error for a tool that does not exist. */
  private record Unknown(String name, List<AgentTool> known) implements ToolCallback {
    @Override
    public ToolDefinition getToolDefinition() {
      // Spring AI throws for a blank name, which would end the conversation.
      return ToolDefinition.builder()
          .name(name.isBlank() ? "unknown" : name)
          .inputSchema("{\"type\":\"object\"}")
          .build();
    }

    @Override
    public String call(String arguments) {
      return FreightTools.unknownTool(name, known).json();
    }
  }
}
