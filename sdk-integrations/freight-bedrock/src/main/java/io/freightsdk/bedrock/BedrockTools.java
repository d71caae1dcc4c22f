package io.freightsdk.bedrock;

import com.squareup.moshi.JsonWriter;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import okio.Buffer;
import software.amazon.awssdk.core.document.Document;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.Tool;
import software.amazon.awssdk.services.bedrockruntime.model.ToolConfiguration;
import software.amazon.awssdk.services.bedrockruntime.model.ToolInputSchema;
import software.amazon.awssdk.services.bedrockruntime.model.ToolResultBlock;
import software.amazon.awssdk.services.bedrockruntime.model.ToolResultContentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.ToolResultStatus;
import software.amazon.awssdk.services.bedrockruntime.model.ToolUseBlock;

/**
 * Offers {@link FreightTools} to models through Amazon Bedrock's Converse API: the tools for {@code
 * ConverseRequest.toolConfig(...)}, and the answer to each {@code toolUse} block.
 */
public final class BedrockTools {
  private BedrockTools() {}

  /** The tools for {@code ConverseRequest.Builder.toolConfig(...)}. */
  public static ToolConfiguration of(List<AgentTool> tools) {
    Objects.requireNonNull(tools, "tools");
    return ToolConfiguration.builder()
        .tools(tools.stream().map(BedrockTools::described).toList())
        .build();
  }

  private static Tool described(AgentTool tool) {
    return Tool.fromToolSpec(
        spec ->
            spec.name(tool.name())
                .description(tool.description())
                .inputSchema(ToolInputSchema.fromJson(document(tool.inputSchemaMap()))));
  }

  /**
   * Runs the tool of one {@code toolUse} block and returns its answer. A block with an unknown tool
   * gets an answer too. Throws no exception.
   *
   * @param call who calls: spend scope, approver, approval token, cancellation
   */
  public static ContentBlock answer(List<AgentTool> tools, ToolUseBlock use, ToolCall call) {
    Objects.requireNonNull(call, "call");
    Objects.requireNonNull(tools, "tools");
    Objects.requireNonNull(use, "use");
    ToolResult result =
        FreightTools.call(tools, use.name(), json(use.input()), call.withCallId(use.toolUseId()));
    return ContentBlock.fromToolResult(
        ToolResultBlock.builder()
            .toolUseId(use.toolUseId())
            .content(ToolResultContentBlock.fromText(result.json()))
            .status(result.isError() ? ToolResultStatus.ERROR : ToolResultStatus.SUCCESS)
            .build());
  }

  private static Document document(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Document> members = new LinkedHashMap<>();
      map.forEach((name, member) -> members.put((String) name, document(member)));
      return Document.fromMap(members);
    }
    if (value instanceof List<?> list) {
      return Document.fromList(list.stream().map(BedrockTools::document).toList());
    }
    if (value instanceof Number number) return Document.fromNumber(number.toString());
    if (value instanceof Boolean bool) return Document.fromBoolean(bool);
    return Document.fromString((String) value);
  }

  /** Every digit of a number is kept. */
  private static String json(Document document) {
    Buffer text = new Buffer();
    try (JsonWriter writer = JsonWriter.of(text)) {
      write(writer, document);
    } catch (IOException e) {
      throw new IllegalStateException(e); // A buffer does not fail.
    }
    return text.readUtf8();
  }

  private static void write(JsonWriter to, Document value) throws IOException {
    if (value.isMap()) {
      to.beginObject();
      for (Map.Entry<String, Document> member : value.asMap().entrySet()) {
        to.name(member.getKey());
        write(to, member.getValue());
      }
      to.endObject();
    } else if (value.isList()) {
      to.beginArray();
      for (Document element : value.asList()) write(to, element);
      to.endArray();
    } else if (value.isNumber()) {
      to.value(new BigDecimal(value.asNumber().stringValue()));
    } else if (value.isBoolean()) {
      to.value(value.asBoolean());
    } else if (value.isString()) {
      to.value(value.asString());
    } else {
      to.nullValue();
    }
  }
}
