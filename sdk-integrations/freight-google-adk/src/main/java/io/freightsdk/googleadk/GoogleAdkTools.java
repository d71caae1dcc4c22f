package io.freightsdk.googleadk;

import com.google.adk.JsonBaseModel;
import com.google.adk.agents.CallbackContext;
import com.google.adk.events.ToolConfirmation;
import com.google.adk.models.LlmResponse;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.FunctionDeclaration;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.Approval;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import io.reactivex.rxjava3.core.Single;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Offers {@link FreightTools} to an agent of Google's Agent Development Kit (ADK). */
public final class GoogleAdkTools {
  private GoogleAdkTools() {}

  /** The tools for {@code LlmAgent.Builder.tools(...)}. The session id is the spend scope. */
  public static List<BaseTool> of(List<AgentTool> tools) {
    Objects.requireNonNull(tools, "tools");
    return of(tools, context -> ToolCall.in(context.sessionId()));
  }

  /**
   * The tools for {@code LlmAgent.Builder.tools(...)}, with a function for the caller: scope,
   * approver, approval token, cancellation.
   *
   * @param caller called before each call of a tool; pass {@link #confirmed} to use ADK's tool
   *     confirmation
   */
  public static List<BaseTool> of(List<AgentTool> tools, Function<ToolContext, ToolCall> caller) {
    Objects.requireNonNull(caller, "caller");
    List<BaseTool> adapted = new ArrayList<>();
    for (AgentTool tool : tools) adapted.add(new Adapted(tool, caller));
    adapted.add(new UnknownTool(tools));
    return adapted;
  }

  /**
   * A caller that uses ADK's tool confirmation as its approver: the run ends with a call of {@code
   * adk_request_confirmation}, and continues when the host has answered it.
   */
  public static ToolCall confirmed(ToolContext context) {
    Objects.requireNonNull(context, "context");
    ToolCall call = ToolCall.in(context.sessionId());
    ToolConfirmation answer = context.toolConfirmation().orElse(null);
    if (answer == null) {
      return call.withApprover(
          request -> {
            String hint = request.summary() + ", for " + request.priceUsd() + " USD";
            context.requestConfirmation(hint, request.token());
            return Approval.PENDING;
          });
    }
    if (!answer.confirmed()) return call.withApprover(request -> Approval.DENIED);
    // An answer without the token approves nothing: it does not say what, and at which price.
    return call.withApprovalToken(answer.payload() instanceof String token ? token : "");
  }

  /**
   * A callback for {@code LlmAgent.Builder.afterModelCallbackSync(...)}: answers the call of an
   * unknown tool with the names of the known ones. Without it ADK drops such a call, and the model
   * gets no answer.
   */
  public static Optional<LlmResponse> unknown(CallbackContext context, LlmResponse response) {
    Objects.requireNonNull(context, "context");
    Objects.requireNonNull(response, "response");
    return UnknownTool.instead(context, response);
  }

  private static final class Adapted extends BaseTool {
    private final AgentTool tool;
    private final Function<ToolContext, ToolCall> caller;

    Adapted(AgentTool tool, Function<ToolContext, ToolCall> caller) {
      super(tool.name(), tool.description());
      this.tool = tool;
      this.caller = caller;
    }

    @Override
    public Optional<FunctionDeclaration> declaration() {
      return Optional.of(
          FunctionDeclaration.builder()
              .name(tool.name())
              .description(tool.description())
              .parametersJsonSchema(tool.inputSchemaMap())
              .build());
    }

    @Override
    public Single<Map<String, Object>> runAsync(
        @Nullable Map<String, Object> arguments, ToolContext context) {
      return Single.fromCallable(
          () -> {
            ToolCall call = caller.apply(context);
            String id = context.functionCallId().orElse(null);
            if (id != null) call = call.withCallId(id);
            String json = arguments == null ? "" : JsonBaseModel.toJsonString(arguments);
            return members(tool.invoke(json, call));
          });
    }
  }

  @SuppressWarnings("unchecked") // A result is one JSON object.
  static Map<String, Object> members(ToolResult result) throws Exception {
    return JsonBaseModel.getMapper().readValue(result.json(), Map.class);
  }
}
