package io.freightsdk.examples.googleadk;

import com.google.adk.JsonBaseModel;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.Part;
import io.reactivex.rxjava3.core.Flowable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A model that follows a script: in each turn it makes the call of one step, and at the end it
 * answers with a text.
 */
public final class ScriptedModel extends BaseLlm {
  private final Deque<Part> steps = new ArrayDeque<>();
  private final Map<String, String> seen = Collections.synchronizedMap(new LinkedHashMap<>());
  private int calls;

  public ScriptedModel() {
    super("scripted");
  }

  /** Adds a step with one call under a new id, as models do. */
  public ScriptedModel calls(String tool, Map<String, Object> arguments) {
    steps.add(
        Part.builder()
            .functionCall(
                FunctionCall.builder().id("call-" + ++calls).name(tool).args(arguments).build())
            .build());
    return this;
  }

  /** The results the model was shown, as JSON, oldest first. */
  public List<String> seen() {
    return new ArrayList<>(seen.values());
  }

  @Override
  public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
    request.contents().stream()
        .flatMap(content -> content.parts().orElse(List.of()).stream())
        .flatMap(part -> part.functionResponse().stream())
        .forEach(
            result ->
                seen.put(
                    result.id().orElse(""),
                    JsonBaseModel.toJsonString(result.response().orElse(Map.of()))));
    Part step = steps.poll();
    Part said = step == null ? Part.fromText("Done.") : step;
    return Flowable.just(
        LlmResponse.builder().content(Content.builder().role("model").parts(said).build()).build());
  }

  @Override
  public BaseLlmConnection connect(LlmRequest request) {
    throw new UnsupportedOperationException("no live connections");
  }
}
