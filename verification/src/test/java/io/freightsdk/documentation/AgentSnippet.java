package io.freightsdk.documentation;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ToolCallContext;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The code for each agent framework on the pages about agents, compiled unchanged. */
final class AgentSnippet {
  private static final List<Path> PAGES =
      List.of(
          Pages.ROOT.resolve("docs/agents/agent-tools.md"),
          Pages.ROOT.resolve("docs/agents/agent-http.md"));

  private AgentSnippet() {}

  /** The first code block of a language, such as {@code java spring-ai}. */
  static Snippet find(String language) {
    return PAGES.stream()
        .flatMap(page -> Snippet.allOf(page).stream())
        .filter(snippet -> snippet.language().equals(language))
        .findFirst()
        .orElseThrow();
  }

  /** Compiles the class that the pages show for a framework. */
  static Class<?> compile(String framework) throws IOException, ReflectiveOperationException {
    return compile(find("java " + framework));
  }

  private static Class<?> compile(Snippet snippet)
      throws IOException, ReflectiveOperationException {
    Path output = Files.createTempDirectory("agent-snippet");
    output.toFile().deleteOnExit();
    return new SnippetCompiler(List.of(snippet), output).classOf(snippet);
  }

  /** Creates the agent of a framework from a model and tools, and sends it a prompt. */
  static void ask(
      String framework, List<Object> model, List<AgentTool> tools, ToolCallContext caller)
      throws Exception {
    ask(find("java " + framework), model, tools, caller);
  }

  private static void ask(
      Snippet snippet, List<Object> model, List<AgentTool> tools, ToolCallContext caller)
      throws Exception {
    List<Object> arguments = new ArrayList<>(model);
    arguments.add(tools);
    Constructor<?> constructor = compile(snippet).getConstructors()[0];
    Object agent = constructor.newInstance(arguments.toArray());
    try {
      agent
          .getClass()
          .getMethod("ask", ToolCallContext.class, String.class)
          .invoke(agent, caller, "Go.");
    } catch (InvocationTargetException e) {
      throw new AssertionError(snippet.language() + ": " + e.getCause(), e.getCause());
    }
  }
}
