package io.freightsdk.bedrock;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeClient;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.ConversationRole;
import software.amazon.awssdk.services.bedrockruntime.model.Message;
import software.amazon.awssdk.services.bedrockruntime.model.SystemContentBlock;

/** A conversation that dispatches freight. */
final class Dispatcher {
  private final BedrockRuntimeClient bedrock;
  private final List<AgentTool> tools;

  Dispatcher(BedrockRuntimeClient bedrock, List<AgentTool> tools) {
    this.bedrock = bedrock;
    this.tools = tools;
  }

  Message ask(ToolCall caller, String request) {
    List<Message> conversation = new ArrayList<>();
    conversation.add(said(List.of(ContentBlock.fromText(request))));
    while (true) {
      Message message =
          bedrock
              .converse(
                  turn ->
                      turn.modelId("amazon.nova-pro-v1:0")
                          .system(SystemContentBlock.fromText(FreightTools.instructions()))
                          .toolConfig(BedrockTools.of(tools))
                          .messages(conversation))
              .output()
              .message();
      List<ContentBlock> results =
          message.content().stream()
              .filter(block -> block.toolUse() != null)
              .map(block -> BedrockTools.answer(tools, block.toolUse(), caller))
              .toList();
      if (results.isEmpty()) return message;
      conversation.add(message);
      conversation.add(said(results));
    }
  }

  private static Message said(List<ContentBlock> content) {
    return Message.builder().role(ConversationRole.USER).content(content).build();
  }
}
