package io.freightsdk.examples.agent;

import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.UserMessage;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.langchain4j.LangChain4jTools;
import java.util.List;

/** An AI service that dispatches freight. */
interface Dispatcher {
  /** One request, of the user who is named in the parameters. */
  String ask(@UserMessage String request, InvocationParameters user);

  static Dispatcher of(ChatModel model, List<AgentTool> tools) {
    return AiServices.builder(Dispatcher.class)
        .chatModel(model)
        .toolProvider(LangChain4jTools.of(tools))
        .hallucinatedToolNameStrategy(LangChain4jTools.hallucinatedToolNameStrategy(tools))
        .build();
  }
}
