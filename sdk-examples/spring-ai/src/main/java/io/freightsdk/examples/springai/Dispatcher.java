package io.freightsdk.examples.springai;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.springai.SpringAiTools;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.model.ChatModel;

/** A chat client that dispatches freight. */
public final class Dispatcher {
  private final ChatClient chat;

  public Dispatcher(ChatModel model, List<AgentTool> tools) {
    this.chat =
        ChatClient.builder(model)
            .defaultTools(SpringAiTools.of(tools))
            .defaultAdvisors(
                ToolCallingAdvisor.builder()
                    .toolCallingManager(SpringAiTools.manager(tools))
                    .build())
            .build();
  }

  /** One request of one conversation, whose id is the spend scope of what it costs. */
  public @Nullable String ask(String conversation, String request) {
    return ask(ToolCall.in(conversation), request);
  }

  /** One request whose tool calls are made in the name of a caller. */
  public @Nullable String ask(ToolCall caller, String request) {
    return chat.prompt(request).toolContext(Map.of(SpringAiTools.CALL, caller)).call().content();
  }
}
