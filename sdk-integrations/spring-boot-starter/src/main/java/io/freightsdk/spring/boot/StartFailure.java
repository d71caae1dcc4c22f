package io.freightsdk.spring.boot;

import java.io.Serial;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Why the application cannot start, for people who write properties: what is wrong, and what to
 * write. Spring Boot logs it in place of a stack trace, see {@link StartFailureAnalyzer}. {@code
 * StartFailuresIT} has one for each mistake.
 */
final class StartFailure extends IllegalStateException {
  @Serial private static final long serialVersionUID = 1;

  /** The properties of what builders name in the first word of their messages. */
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "baseUrl", "freight.base-url",
          "agentKey", "freight.agent-key",
          "account", "freight.account",
          "timeout", "freight.timeout",
          "deadline", "freight.deadline",
          "maxPrice", "freight.max-price",
          "maxAttempts", "freight.retry.max-attempts",
          "awaitTopUp", "freight.await-top-up",
          "name", "freight.ledger.name",
          "path", "freight.ledger.file");

  /** What messages advise to programmers, and what it is in properties. */
  private static final Map<Pattern, String> WORDS = new LinkedHashMap<>();

  static {
    String address = "; set it, such as https://api.example.com, or ";
    String key = "; set it to the broker's agent key, or ";
    WORDS.put(
        Pattern.compile("no base URL: .*"),
        "baseUrl is not set" + address + "set the environment variable FREIGHT_BASE_URL");
    WORDS.put(
        Pattern.compile("baseUrl must not be blank"),
        "baseUrl is blank" + address + "remove it for that of the variable FREIGHT_BASE_URL");
    WORDS.put(
        Pattern.compile("no agent key: .*"),
        "agentKey is not set" + key + "set the environment variable FREIGHT_AGENT_KEY");
    WORDS.put(
        Pattern.compile("agentKey: expected the agent key, got a blank.*"),
        "agentKey is blank" + key + "remove it for that of the variable FREIGHT_AGENT_KEY");
    WORDS.put(Pattern.compile("set the agent key with .*"), "set the key as freight.agent-key");
    WORDS.put(
        Pattern.compile("call allowInsecureHttp\\(\\) if you accept that"),
        "accept that in a FreightClientCustomizer bean: client -> client.allowInsecureHttp()");
    WORDS.put(
        Pattern.compile("call \\w+\\.createTables(\\(\\))?"),
        "set freight.ledger.create-tables=true");
    WORDS.put(Pattern.compile("^freight jobs: the name (.*) is not (.*)"), "name is not $2: $1");
  }

  private static final String CORRECT = "correct or remove it";
  private static final Pattern NOUN = Pattern.compile("^(ledger|position cache|freight jobs): ");
  private static final Pattern FIRST_WORD = Pattern.compile("^(\\w+)(?=[ :])");
  private static final Pattern BEFORE_ACTION = Pattern.compile("; |\\. (?=Declare )");

  /** Short, and without an underscore, which agent keys have. */
  private static final Pattern SHOWN = Pattern.compile("[^_\\p{Cntrl}]{0,30}");

  private final String problem;
  private final String action;

  /**
   * A failure.
   *
   * @param problem begins with the name of the property; never has a secret
   * @param action begins with a verb
   */
  StartFailure(String problem, String action, @Nullable Throwable cause) {
    super(problem + "; " + action, cause);
    this.problem = problem;
    this.action = action;
  }

  String problem() {
    return problem;
  }

  String action() {
    return action;
  }

  /** A value in quotes, or "it" if it may be a key. */
  static String shown(Object value) {
    String text = value.toString();
    return SHOWN.matcher(text).matches() ? "\"" + text + "\"" : "it";
  }

  /**
   * Makes a part of a bean whose messages name their options themselves.
   *
   * @throws StartFailure if our code refuses to
   */
  static <T> T orFail(Supplier<T> made) {
    return orFail(null, CORRECT, made);
  }

  /**
   * Makes a bean.
   *
   * @param property what asks for it, for messages that name no option
   * @param action what to do if such a message does not say it
   * @throws StartFailure if our code refuses to
   */
  static <T> T orFail(@Nullable String property, String action, Supplier<T> made) {
    try {
      return made.get();
    } catch (StartFailure e) {
      throw e;
    } catch (RuntimeException e) {
      if (!isRefusal(e)) throw e;
      throw inProperties(property, action, e);
    }
  }

  /** Anything else is a fault in the code, whose stack trace is needed. */
  private static boolean isRefusal(RuntimeException e) {
    if (e instanceof IllegalArgumentException || e instanceof IllegalStateException) return true;
    if (e.getClass().getName().startsWith("io.freightsdk.")) return true;
    return ofDriver(e) != null;
  }

  private static @Nullable SQLException ofDriver(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) return sql;
    }
    return null;
  }

  private static StartFailure inProperties(
      @Nullable String property, String action, RuntimeException e) {
    String message = String.valueOf(e.getMessage());
    for (Map.Entry<Pattern, String> word : WORDS.entrySet()) {
      message = word.getKey().matcher(message).replaceFirst(word.getValue());
    }
    message = NOUN.matcher(message).replaceFirst("");
    Matcher first = FIRST_WORD.matcher(message);
    String named = first.find() ? PROPERTIES.get(first.group(1)) : null;
    if (named != null) {
      message = named + message.substring(first.end());
    } else if (property != null) {
      message = property + ": " + message;
    }
    Matcher before = BEFORE_ACTION.matcher(message);
    return before.find(endOfDrivers(message, e))
        ? new StartFailure(
            inOneLine(message.substring(0, before.start())), message.substring(before.end()), e)
        : new StartFailure(inOneLine(message), named == null ? action : CORRECT, e);
  }

  /** Where what a driver said ends in a message that quotes it; it may have any signs. */
  private static int endOfDrivers(String message, RuntimeException e) {
    SQLException sql = ofDriver(e);
    String quoted = sql == null ? null : sql.getMessage();
    if (quoted == null) return 0;
    int at = message.indexOf(quoted);
    return at < 0 ? 0 : at + quoted.length();
  }

  private static String inOneLine(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
