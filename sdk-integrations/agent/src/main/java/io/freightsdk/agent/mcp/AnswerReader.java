package io.freightsdk.agent.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * Reads the answer to a question only if its action is a text of the protocol. Jackson would take
 * the number 0 for the first constant of the enum, which is a yes, and the SDK an answer without an
 * action for the person's no.
 */
class AnswerReader implements McpJsonMapper {
  private static final Set<String> ACTIONS = Set.of("accept", "decline", "cancel");

  final McpJsonMapper mapper;

  AnswerReader(McpJsonMapper mapper) {
    this.mapper = mapper;
  }

  @Override
  public <T> T convertValue(Object from, TypeRef<T> to) {
    if (to.getType() == ElicitResult.class) requireAction(from);
    return mapper.convertValue(from, to);
  }

  @Override
  public <T> T convertValue(Object from, Class<T> to) {
    if (to == ElicitResult.class) requireAction(from);
    return mapper.convertValue(from, to);
  }

  private static void requireAction(Object answer) {
    Object action = answer instanceof Map<?, ?> members ? members.get("action") : null;
    if (!(action instanceof String text && ACTIONS.contains(text))) {
      throw new IllegalArgumentException("the host's answer is not accept, decline or cancel");
    }
  }

  @Override
  public <T> T readValue(String json, Class<T> type) throws IOException {
    return mapper.readValue(json, type);
  }

  @Override
  public <T> T readValue(byte[] json, Class<T> type) throws IOException {
    return mapper.readValue(json, type);
  }

  @Override
  public <T> T readValue(String json, TypeRef<T> type) throws IOException {
    return mapper.readValue(json, type);
  }

  @Override
  public <T> T readValue(byte[] json, TypeRef<T> type) throws IOException {
    return mapper.readValue(json, type);
  }

  @Override
  public String writeValueAsString(Object value) throws IOException {
    return mapper.writeValueAsString(value);
  }

  @Override
  public byte[] writeValueAsBytes(Object value) throws IOException {
    return mapper.writeValueAsBytes(value);
  }
}
