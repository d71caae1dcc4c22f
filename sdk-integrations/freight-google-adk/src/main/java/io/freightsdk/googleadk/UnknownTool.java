package io.freightsdk.googleadk;

import com.google.adk.agents.CallbackContext;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.Part;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Single;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Answers calls of unknown tools. The model does not see this tool. */
final class UnknownTool extends BaseTool {
  private static final String NAME = "unknown_tool";
  private static final String REQUEST = "freight.request.";

  private final List<AgentTool> known;

  UnknownTool(List<AgentTool> known) {
    super(NAME, "");
    this.known = known;
  }

  /** Keeps the request until the answer comes, because other tools may still be added to it. */
  @Override
  public Completable processLlmRequest(LlmRequest.Builder request, ToolContext context) {
    request.appendTools(List.of(this));
    context.invocationContext().callbackContextData().put(key(context), request);
    return Completable.complete();
  }

  /** The response, with calls of unknown tools replaced by calls of this tool. */
  static Optional<LlmResponse> instead(CallbackContext context, LlmResponse response) {
    Content content = response.content().orElse(null);
    Object asked = context.invocationContext().callbackContextData().get(key(context));
    if (content == null || !(asked instanceof LlmRequest.Builder request)) return Optional.empty();

    Set<String> names = request.build().tools().keySet();
    List<Part> before = content.parts().orElse(List.of());
    List<Part> parts = before.stream().map(part -> answerable(part, names)).toList();
    if (parts.equals(before)) return Optional.empty();
    return Optional.of(
        response.toBuilder().content(content.toBuilder().parts(parts).build()).build());
  }

  private static Part answerable(Part part, Set<String> names) {
    FunctionCall call = part.functionCall().orElse(null);
    if (call == null || names.contains(call.name().orElse(""))) return part;
    return part.toBuilder()
        .functionCall(
            call.toBuilder().name(NAME).args(Map.of("name", call.name().orElse(""))).build())
        .build();
  }

  private static String key(CallbackContext context) {
    return REQUEST + context.agentName();
  }

  @Override
  public Single<Map<String, Object>> runAsync(Map<String, Object> arguments, ToolContext context) {
    return Single.fromCallable(
        () ->
            GoogleAdkTools.members(
                FreightTools.unknownTool(String.valueOf(arguments.get("name")), known)));
  }
}
