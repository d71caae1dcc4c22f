package io.freightsdk.examples.googleadk;

import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.events.Event;
import com.google.adk.models.BaseLlm;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.tools.BaseTool;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.googleadk.GoogleAdkTools;
import java.util.List;

/** An agent that dispatches freight. */
public final class Dispatcher {
  private static final RunConfig RUN =
      RunConfig.builder()
          .autoCreateSession(true)
          .toolExecutionMode(RunConfig.ToolExecutionMode.PARALLEL_SUBSCRIBE)
          .build();

  private final InMemoryRunner runner;

  /**
   * @param tools of {@link GoogleAdkTools#of}
   */
  public Dispatcher(BaseLlm model, List<BaseTool> tools) {
    LlmAgent agent =
        LlmAgent.builder()
            .name("dispatcher")
            .model(model)
            .instruction(FreightTools.instructions())
            .tools(tools)
            .afterModelCallbackSync(GoogleAdkTools::unknown)
            .build();
    this.runner = new InMemoryRunner(agent);
  }

  /** One request of one conversation, whose id is the spend scope of what it costs. */
  public List<Event> ask(String conversation, String request) {
    return tell(conversation, Part.fromText(request));
  }

  /** What a person or the host says in a conversation, such as the answer to a confirmation. */
  public List<Event> tell(String conversation, Part part) {
    Content content = Content.builder().role("user").parts(part).build();
    return runner.runAsync("demo", conversation, content, RUN).toList().blockingGet();
  }
}
