package io.freightsdk.documentation;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.CreateLoadContract;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.agent.langchain4j.LangChain4jScriptedModel;
import java.util.List;

class LangChain4jSnippetIT extends CreateLoadContract {
  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCallContext caller, List<Step> script)
      throws Exception {
    LangChain4jScriptedModel model = new LangChain4jScriptedModel(script);
    AgentSnippet.ask("langchain4j", List.of(model), tools, caller);
    return model.results();
  }
}
