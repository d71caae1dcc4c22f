package io.freightsdk.agent;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A model that knows only what it reads: it chooses a tool by the words of its description, fills
 * in the arguments that the schema names from the facts of the task, and does after each result
 * what {@code retry} and the message say. A text that does not say it makes this reader fail.
 */
final class ScriptedReader {
  private static final Pattern WORD = Pattern.compile("[a-z]{4,}");
  private static final Pattern QUOTED_REF =
      Pattern.compile("customerRef \"([^\"]+)\" exactly, which is free");
  private static final Set<String> IDLE =
      Set.of("with", "this", "that", "from", "what", "have", "please", "order", "load", "which");

  private final List<AgentTool> tools;

  ScriptedReader(List<AgentTool> tools) {
    this.tools = tools;
  }

  /** What a reader does next. */
  enum Step {
    ANSWER,
    TELL_USER,
    REPEAT_SAME,
    CORRECT,
    LOOK_AT_BALANCE,
    WAIT
  }

  /** The tool whose name, title and description share the most words with the request. */
  AgentTool choose(String request) {
    AgentTool best = tools.get(0);
    double most = -1;
    for (AgentTool tool : tools) {
      Set<String> words = stems(tool.name().replace('_', ' ') + " " + tool.title());
      Set<String> text = stems(tool.description());
      double score = 0;
      for (String word : stems(request)) {
        if (words.contains(word)) score += 3;
        if (text.contains(word)) score += 1;
      }
      if (score > most) {
        most = score;
        best = tool;
      }
    }
    return best;
  }

  private static Set<String> stems(String text) {
    Set<String> stems = new LinkedHashSet<>();
    Matcher words = WORD.matcher(text.toLowerCase(Locale.ROOT));
    while (words.find()) {
      String word = words.group();
      // "Texts" and "opens" are "text" and "open" to a reader.
      String one = word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
      if (!IDLE.contains(word)) stems.add(one.substring(0, Math.min(one.length(), 5)));
    }
    return stems;
  }

  /** The facts that the tool's schema has a place for; nothing else is sent. */
  static Map<String, Object> fill(AgentTool tool, Map<String, Object> facts) {
    Map<String, Object> arguments = new HashMap<>();
    Map<?, ?> properties = (Map<?, ?>) tool.inputSchemaMap().get("properties");
    facts.forEach(
        (name, value) -> {
          if (properties.containsKey(name)) arguments.put(name, value);
        });
    // The one property of which another says that it stands in its place.
    if (arguments.containsKey("loadNumber")) arguments.remove("customerRef");
    return arguments;
  }

  /** What the text of a result says to do next. */
  static Step next(ToolResult result) {
    if (result.error() == null) {
      String note = String.valueOf(Json.object(result.json()).get("note"));
      return note.contains("ask the user") ? Step.TELL_USER : Step.ANSWER;
    }
    String message = result.error().message();
    return switch (result.error().retry()) {
      case SAME_ARGUMENTS -> Step.REPEAT_SAME;
      case NEVER_SAME_ARGUMENTS ->
          message.contains("get_balance first") ? Step.LOOK_AT_BALANCE : Step.TELL_USER;
      case CHANGED_ARGUMENTS -> Step.CORRECT;
      case AFTER_DELAY -> Step.WAIT;
      case AFTER_USER_ACTION, NEVER -> Step.TELL_USER;
    };
  }

  /** The reference that a message says to use; null if it names none. */
  static String meantReference(ToolResult result) {
    Matcher quoted = QUOTED_REF.matcher(result.json().replace("\\\"", "\""));
    return quoted.find() ? quoted.group(1) : null;
  }
}
