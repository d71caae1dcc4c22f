package io.freightsdk.examples.langchain4j;

import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.langchain4j.LangChain4jTools;
import java.util.List;

/** An AI service that dispatches freight. */
public interface Dispatcher {
  /** One request of one conversation, whose id is the spend scope of what it costs. */
  String ask(@MemoryId String conversation, @UserMessage String request);

  /** The service over a model and the tools. */
  static Dispatcher of(ChatModel model, List<AgentTool> tools) {
    return AiServices.builder(Dispatcher.class)
        .chatModel(model)
        .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(200))
        .tools(LangChain4jTools.of(tools))
        .hallucinatedToolNameStrategy(LangChain4jTools.unknown(tools))
        .executeToolsConcurrently()
        .build();
  }
}
