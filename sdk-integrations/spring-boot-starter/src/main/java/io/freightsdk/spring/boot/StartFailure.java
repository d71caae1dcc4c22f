package io.freightsdk.spring.boot;

import java.io.Serial;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConverterNotFoundException;

/**
 * Why the application cannot start, for people who write properties: what is wrong, and what to
 * write. Spring Boot logs it in place of a stack trace. {@code StartFailuresIT} has one for each
 * mistake.
 */
final class StartFailure extends IllegalStateException {
  @Serial private static final long serialVersionUID = 1;

  /** The properties of what builders name in the first word of their messages. */
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "baseUrl", "freight.base-url",
          "agentKey", "freight.agent-key",
          "account", "freight.account",
          "attemptTimeout", "freight.attempt-timeout",
          "callTimeout", "freight.call-timeout",
          "maxPrice", "freight.max-price",
          "maxAttempts", "freight.retry.max-attempts",
          "maxTopUpWait", "freight.max-top-up-wait",
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

  /** A value in quotes, or "it" if it may be a key. */
  private static String shown(Object value) {
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

  /**
   * Shows every failure of this starter. It comes before Spring Boot's own analyzers, which would
   * name our classes, and show a value that may be a key. Registered in {@code spring.factories}.
   */
  static final class Analyzer implements FailureAnalyzer, Ordered {
    private static final ConfigurationPropertyName FREIGHT =
        ConfigurationPropertyName.of("freight");

    private static final Map<Class<?>, String> EXPECTED =
        Map.of(
            BigDecimal.class, "an amount in USD such as 20.00",
            Duration.class, "a time such as 30s, 5m or 2h",
            ZoneId.class, "a time zone such as America/Chicago",
            Integer.class, "a whole number such as 4",
            boolean.class, "true or false");

    /** Beans and configurations, and the properties that decide whether they are there. */
    private static final Map<String, String> CONDITIONS =
        Map.of(
            "FreightLedgerAutoConfiguration.freightPositionCache", "freight.position-cache.enabled",
            "FreightJobsAutoConfiguration", "freight.jobs.enabled",
            "FreightToolsAutoConfiguration", "freight.tools.limit-per-day");

    private static final Pattern CONDITION =
        Pattern.compile(
            "condition on io\\.freightsdk\\.spring\\.boot\\.("
                + String.join("|", CONDITIONS.keySet())
                + ")\\b");

    private static final Pattern UNRESOLVED =
        Pattern.compile("^Could not resolve placeholder '([^':]+)");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([\\w.-]+)");

    @Override
    public int getOrder() {
      return HIGHEST_PRECEDENCE;
    }

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
      StartFailure found = find(failure);
      if (found == null) return null;
      String action = found.action;
      String sentence = action.substring(0, 1).toUpperCase(Locale.ROOT) + action.substring(1);
      return new FailureAnalysis(found.problem + ".", sentence + ".", found);
    }

    private static @Nullable StartFailure find(Throwable failure) {
      for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
        if (cause instanceof StartFailure ours) return ours;
        if (cause instanceof BindException bind && isOurs(bind.getName())) {
          return ofBinding(bind);
        }
        StartFailure ofCondition = ofCondition(cause);
        if (ofCondition != null) return ofCondition;
        if (cause instanceof NoSuchBeanDefinitionException missing) return ofMissingBean(missing);
      }
      return null;
    }

    /** A property that decides whether there is a bean is read before any other. */
    private static @Nullable StartFailure ofCondition(Throwable failure) {
      Matcher condition = CONDITION.matcher(String.valueOf(failure.getMessage()));
      if (!condition.find() || failure.getCause() == null) return null;
      Matcher missing = UNRESOLVED.matcher(String.valueOf(failure.getCause().getMessage()));
      if (!missing.find()) return null;
      return new StartFailure(
          CONDITIONS.get(condition.group(1))
              + " is still a placeholder: "
              + missing.group(1)
              + " is not set",
          "set it where this program starts, or write its value in place of it",
          failure);
    }

    private static boolean isOurs(ConfigurationPropertyName name) {
      return name.equals(FREIGHT) || FREIGHT.isAncestorOf(name);
    }

    /** Those of ours that are only there if a property says so. */
    private static @Nullable StartFailure ofMissingBean(NoSuchBeanDefinitionException missing) {
      if (missing instanceof NoUniqueBeanDefinitionException) return null;
      String bean = missing.getResolvableType() + " " + missing.getBeanName();
      if (bean.contains("io.freightsdk.jobs.FreightJobs")) {
        return new StartFailure(
            "freight.jobs.enabled: there is no FreightJobs, because there is no DataSource, spring-jdbc"
                + " is missing, the property is false, FreightJobsAutoConfiguration is excluded, or"
                + " this is a test of a part of the application, such as a @WebMvcTest",
            "add spring-boot-starter-jdbc and set spring.datasource.url, remove the property or the"
                + " exclusion, or add a @MockitoBean FreightJobs to the test",
            missing);
      }
      if (bean.contains("io.freightsdk.agent.AgentTool") || bean.contains("freightTools")) {
        return new StartFailure(
            "freight.tools.limit-per-day is not set, so there are no tools for agents",
            "set it to what all agents may spend in a day, such as 5.00",
            missing);
      }
      return null;
    }

    private static StartFailure ofBinding(BindException bind) {
      Throwable root = bind;
      while (root.getCause() != null) root = root.getCause();
      Class<?> type = bind.getTarget().getType().resolve(Object.class);
      if (root instanceof ConverterNotFoundException && type.isRecord()) return ofGroup(bind, type);
      ConfigurationProperty property = bind.getProperty();
      if (property != null) return ofValue(bind, property);
      // Our records refuse with the name of their component first.
      String[] message = (bind.getName() + "." + root.getMessage()).split("; ", 2);
      String action = message.length > 1 ? message[1] : CORRECT;
      return new StartFailure(message[0], action, bind);
    }

    /** Such as freight.ledger=jdbc, or a group whose properties are all commented out. */
    private static StartFailure ofGroup(BindException bind, Class<?> group) {
      String names =
          Arrays.stream(group.getRecordComponents())
              .map(
                  part ->
                      bind.getName() + "." + DataObjectPropertyName.toDashedForm(part.getName()))
              .collect(Collectors.joining(", "));
      return new StartFailure(
          bind.getName() + " has a value, but is a group of properties",
          "set those of the group that you need, or remove it: " + names,
          bind);
    }

    private static StartFailure ofValue(BindException bind, ConfigurationProperty property) {
      Class<?> type = bind.getTarget().getType().resolve(Object.class);
      String expected = EXPECTED.getOrDefault(type, "another value");
      if (type.isEnum()) {
        expected =
            Arrays.stream(type.getEnumConstants())
                .map(value -> value.toString().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", ", "one of ", ""));
      }
      String value = valueOf(bind, property);
      Matcher placeholder = PLACEHOLDER.matcher(value);
      String problem =
          placeholder.find()
              ? " is still a placeholder: " + placeholder.group(1) + " is not set"
              : ": cannot read " + shown(value);
      return new StartFailure(
          bind.getName() + problem + " (" + property.getOrigin() + ")", "write " + expected, bind);
    }

    /** With the values of the properties that it refers to, if they are set. */
    private static String valueOf(BindException bind, ConfigurationProperty property) {
      for (Throwable cause = bind; cause != null; cause = cause.getCause()) {
        if (cause instanceof ConversionFailedException failed) return "" + failed.getValue();
      }
      return String.valueOf(property.getValue());
    }
  }
}
