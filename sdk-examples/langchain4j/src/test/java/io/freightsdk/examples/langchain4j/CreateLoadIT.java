package io.freightsdk.examples.langchain4j;

import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.UserMessage;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.CreateLoadContract;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.langchain4j.LangChain4jTools;
import java.util.List;

class CreateLoadIT extends CreateLoadContract {
  /** A service whose caller is known, as that of a request is. */
  interface Service {
    String ask(@UserMessage String request, InvocationParameters parameters);
  }

  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCall caller, List<Step> script) {
    ScriptedModel model = new ScriptedModel();
    script.forEach(step -> model.calls(step.tool(), step.arguments()));
    AiServices.builder(Service.class)
        .chatModel(model)
        .tools(LangChain4jTools.of(tools))
        .build()
        .ask("Go.", InvocationParameters.from(LangChain4jTools.CALL, caller));
    return model.seen().stream().map(ToolExecutionResultMessage::text).toList();
  }
}
