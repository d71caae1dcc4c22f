package io.freightsdk.agent;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A model that knows only what it reads: it chooses a tool by the words of its description, gives
 * each fact of the task to the argument whose words fit it best, and does after each result what
 * the instructions say that its {@code retry} means. A text that does not say it makes this reader
 * fail.
 *
 * @param tools as they are listed
 * @param instructions what the host is told of all tools together
 */
record ScriptedReader(List<AgentTool> tools, String instructions) {
  private static final Pattern WORD = Pattern.compile("[a-z]{3,}");
  private static final Pattern QUOTED_REF =
      Pattern.compile("customerRef \"([^\"]+)\" exactly, which is free");
  private static final Pattern IN_PLACE_OF = Pattern.compile("With (\\w+) in place of (\\w+)");
  private static final Set<String> IDLE =
      Set.of(
          "with", "this", "that", "from", "what", "have", "please", "order", "load", "which", "the",
          "and", "for", "its", "you", "one", "not", "each", "own", "has", "been", "are", "now");

  /** What a reader does next. */
  enum Step {
    ANSWER,
    TELL_USER,
    REPEAT_SAME,
    CORRECT,
    LOOK_AT_BALANCE,
    WAIT,
    NOT_UNDERSTOOD
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

  /**
   * The arguments of a call: each fact where the schema has a place for it; nothing else is sent.
   *
   * @param facts by what a user would call them
   */
  static Map<String, Object> fill(AgentTool tool, Map<String, ?> facts) {
    Map<String, Object> arguments = filled(tool.inputSchemaMap(), facts);
    Matcher either = IN_PLACE_OF.matcher(tool.description());
    while (either.find()) {
      if (arguments.containsKey(either.group(2))) arguments.remove(either.group(1));
    }
    return arguments;
  }

  private static Map<String, Object> filled(Map<?, ?> schema, Map<?, ?> facts) {
    Map<?, ?> properties = (Map<?, ?>) schema.get("properties");
    Map<String, Object> arguments = new HashMap<>();
    facts.forEach(
        (phrase, value) -> {
          String name = property(properties, (String) phrase);
          if (name != null) arguments.put(name, value(value, (Map<?, ?>) properties.get(name)));
        });
    return arguments;
  }

  private static Object value(Object fact, Map<?, ?> schema) {
    if (!(fact instanceof List<?> list)) return fact;
    Map<?, ?> items = (Map<?, ?>) schema.get("items");
    return list.stream().map(one -> filled(items, (Map<?, ?>) one)).toList();
  }

  /** The property whose name and description share the most words with a phrase; null if none. */
  private static @Nullable String property(Map<?, ?> properties, String phrase) {
    String best = null;
    int most = 0;
    for (Map.Entry<?, ?> property : properties.entrySet()) {
      String name = (String) property.getKey();
      Object text = ((Map<?, ?>) property.getValue()).get("description");
      // The example shows the form of a value and would match by chance.
      String meaning = String.valueOf(text).replaceFirst(" Example: .*", "");
      Set<String> words = stems(name.replaceAll("([A-Z])", " $1") + " " + meaning);
      int shared = (int) stems(phrase).stream().filter(words::contains).count();
      if (shared > most) {
        most = shared;
        best = name;
      }
    }
    return best;
  }

  /** What the text of a result says to do next. */
  Step next(ToolResult result) {
    Map<?, ?> read = Json.object(result.json());
    if (!(read.get("error") instanceof Map<?, ?> error)) {
      return String.valueOf(read.get("note")).contains("ask the user")
          ? Step.TELL_USER
          : Step.ANSWER;
    }
    String meaning = meaning(String.valueOf(error.get("retry")));
    String message = String.valueOf(error.get("message"));
    if (meaning.contains("repeat exactly")) return Step.REPEAT_SAME;
    if (meaning.contains("correct")) return Step.CORRECT;
    if (meaning.contains("later")) return Step.WAIT;
    if (meaning.contains("pays again")) {
      return message.contains("get_balance first") ? Step.LOOK_AT_BALANCE : Step.TELL_USER;
    }
    boolean stops = meaning.contains("tell the user") || meaning.contains("do not repeat");
    return stops ? Step.TELL_USER : Step.NOT_UNDERSTOOD;
  }

  private String meaning(String retry) {
    Matcher told = Pattern.compile("(?<![A-Z_])" + retry + ": ([^.]*)\\.").matcher(instructions);
    return told.find() ? told.group(1) : "";
  }

  /** The reference that a message says to use; null if it names none. */
  static @Nullable String meantReference(ToolResult result) {
    Matcher quoted = QUOTED_REF.matcher(result.json().replace("\\\"", "\""));
    return quoted.find() ? quoted.group(1) : null;
  }
}
