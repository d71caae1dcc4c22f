package io.freightsdk.agent.mcp;

import io.freightsdk.internal.agent.HostAnswers;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads calls of tools that the SDK would answer itself, with an internal error or without the name
 * of the tool: what is wrong with them goes along as metadata of the call, and a tool answers it.
 */
final class CallReader extends AnswerReader {
  /** The name that is no tool. */
  private static final String UNKNOWN_TOOL = "io.freightsdk/unknown-tool";

  /** Arguments that are no object, as JSON. */
  private static final String ARGUMENTS = "io.freightsdk/arguments";

  private final Supplier<List<String>> names;

  CallReader(McpJsonMapper mapper, Supplier<List<String>> names) {
    super(mapper);
    this.names = names;
  }

  /** The name that a model made up; null if there is such a tool. */
  static @Nullable String unknownTool(CallToolRequest request) {
    return metadata(request, UNKNOWN_TOOL);
  }

  /** The arguments as JSON; null for none. */
  static @Nullable String arguments(CallToolRequest request) {
    String text = metadata(request, ARGUMENTS);
    if (text != null) return text;
    return request.arguments() == null ? null : HostAnswers.json(request.arguments());
  }

  private static @Nullable String metadata(CallToolRequest request, String key) {
    return request.meta() != null && request.meta().get(key) instanceof String text ? text : null;
  }

  @Override
  @SuppressWarnings("unchecked") // T is a call.
  public <T> T convertValue(Object from, TypeRef<T> to) {
    boolean isCall = to.getType() == CallToolRequest.class;
    return isCall ? (T) call(from) : super.convertValue(from, to);
  }

  @Override
  public <T> T convertValue(Object from, Class<T> to) {
    return to == CallToolRequest.class ? to.cast(call(from)) : super.convertValue(from, to);
  }

  private CallToolRequest call(Object params) {
    Map<String, Object> given = members(params);
    Map<String, Object> metadata = new HashMap<>(members(given.get("_meta")));
    metadata.keySet().removeAll(List.of(UNKNOWN_TOOL, ARGUMENTS));
    Object written = given.get("arguments");
    Map<String, Object> arguments = members(written);
    boolean isNone = written == null || written.equals("null");
    boolean isObject = isNone || written instanceof Map;
    if (!isObject) metadata.put(ARGUMENTS, HostAnswers.json(written));

    List<String> known = names.get();
    String name = given.get("name") instanceof String named ? named : "";
    if (!known.contains(name) && !known.isEmpty()) {
      metadata.put(UNKNOWN_TOOL, name);
      name = known.get(0);
    }
    return new CallToolRequest(name, arguments, metadata);
  }

  @SuppressWarnings("unchecked") // The members of a JSON object have names.
  private static Map<String, Object> members(@Nullable Object value) {
    return value instanceof Map ? (Map<String, Object>) value : Map.of();
  }
}
