package io.freightsdk.documentation;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.CreateLoadContract;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.agent.springai.SpringAiScriptedModel;
import java.util.List;

class SpringAiSnippetIT extends CreateLoadContract {
  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCallContext caller, List<Step> script)
      throws Exception {
    SpringAiScriptedModel model = new SpringAiScriptedModel(script);
    AgentSnippet.ask("spring-ai", List.of(model), tools, caller);
    return model.results();
  }
}
