package io.freightsdk.spring.boot;

import io.freightsdk.error.ConfigurationProblem;
import io.freightsdk.error.InvalidOptionException;
import java.io.Serial;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
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
 * The reason why the application cannot start, in terms of its properties, with a remedy. Spring
 * Boot logs it instead of a stack trace. {@code StartFailuresTest} has a case for each mistake.
 */
final class StartFailure extends IllegalStateException {
  @Serial private static final long serialVersionUID = 1;

  /** The properties of the options that builders refuse. */
  private static final Map<String, String> PROPERTIES =
      Map.ofEntries(
          Map.entry("baseUrl", "freight.base-url"),
          Map.entry("allowInsecureHttp", "freight.base-url"),
          Map.entry("agentKey", "freight.agent-key"),
          Map.entry("account", "freight.account"),
          Map.entry("attemptTimeout", "freight.attempt-timeout"),
          Map.entry("callTimeout", "freight.call-timeout"),
          Map.entry("maxPrice", "freight.max-price"),
          Map.entry("maxAttempts", "freight.retry.max-attempts"),
          Map.entry("maxTopUpWait", "freight.max-top-up-wait"),
          Map.entry("name", "freight.ledger.name"),
          Map.entry("path", "freight.ledger.file"),
          Map.entry("threshold", "freight.limits.alert-threshold"),
          Map.entry("pollInterval", "freight.jobs.poll-interval"),
          Map.entry("readBudgetPerDay", "freight.jobs.read-budget-per-day"));

  /** Remedies for options that an application of Spring Boot sets otherwise than other programs. */
  private static final Map<String, String> REMEDIES =
      Map.of(
          "allowInsecureHttp",
          "use https, or accept that in a FreightClientCustomizer bean: client ->"
              + " client.allowInsecureHttp()",
          "createTables",
          "run the script, or set freight.jdbc.initialize-schema=always",
          "tags",
          "define a FreightMetrics bean of your own, with tags that no other client there has");

  private static final String CORRECT = "correct or remove it";

  /** A short text without an underscore, which agent keys have. */
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
   * Returns what the supplier makes; a refused option or a failure of the database becomes a {@code
   * StartFailure}, anything else is thrown as it is. For options that have properties.
   */
  static <T> T orFail(Supplier<T> supplier) {
    return orFail(null, CORRECT, supplier);
  }

  /**
   * Returns what the supplier makes, as {@link #orFail(Supplier)} does, for a bean that a property
   * requests.
   *
   * @param property the property that requests the bean, for failures without an option
   * @param action the remedy of a failure without one
   */
  static <T> T orFail(@Nullable String property, String action, Supplier<T> supplier) {
    try {
      return supplier.get();
    } catch (RuntimeException e) {
      if (e instanceof StartFailure) throw e;
      if (e instanceof ConfigurationProblem wrong) throw of(wrong, property, action, e);
      // Anything else but a driver's failure is a fault in the code, whose stack trace is needed.
      if (!comesFromDriver(e)) throw e;
      String problem = property == null ? "" : property + ": ";
      throw new StartFailure(problem + inOneLine(String.valueOf(e.getMessage())), action, e);
    }
  }

  private static boolean comesFromDriver(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException) return true;
    }
    return false;
  }

  private static StartFailure of(
      ConfigurationProblem wrong, @Nullable String property, String action, RuntimeException e) {
    String option = wrong.option();
    String name = option == null ? null : PROPERTIES.get(option);
    if (name == null) name = property != null ? property : option;
    String remedy = option == null ? null : REMEDIES.get(option);
    if (remedy == null) remedy = wrong.remedy();
    String problem = inOneLine(wrong.problem());
    return new StartFailure(
        name == null ? problem : name + ": " + problem, remedy == null ? action : remedy, e);
  }

  /** A driver's message may have several lines. */
  private static String inOneLine(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  /**
   * Reports every failure of this starter, a property of {@code freight} that cannot be bound, and
   * a missing bean of this starter, before Spring Boot's own analyzers. They would name our classes
   * and show a value that may be a key. Registered in {@code spring.factories}.
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

    /** The properties that decide whether a bean or configuration exists. */
    private static final Map<String, String> CONDITIONS =
        Map.of(
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

    /** Spring reads a property that decides whether a bean exists before it binds the others. */
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
          "set it where this program starts, or write its value instead",
          failure);
    }

    private static boolean isOurs(ConfigurationPropertyName name) {
      return name.equals(FREIGHT) || FREIGHT.isAncestorOf(name);
    }

    /** Reports a missing bean that this starter creates only with a property. */
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
      String group = bind.getName() + ".";
      return root instanceof InvalidOptionException wrong
          ? new StartFailure(group + wrong.option() + ": " + wrong.problem(), wrong.remedy(), bind)
          : new StartFailure(group + root.getMessage(), CORRECT, bind);
    }

    /** For example freight.ledger=jdbc, or a group whose properties are all commented out. */
    private static StartFailure ofGroup(BindException bind, Class<?> group) {
      String names =
          Arrays.stream(group.getRecordComponents())
              .map(
                  part ->
                      bind.getName() + "." + DataObjectPropertyName.toDashedForm(part.getName()))
              .collect(Collectors.joining(", "));
      return new StartFailure(
          bind.getName() + " has a value, but is a group of properties",
          "set the properties that you need, or remove it: " + names,
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

    /** The value with its placeholders replaced, where these are set. */
    private static String valueOf(BindException bind, ConfigurationProperty property) {
      for (Throwable cause = bind; cause != null; cause = cause.getCause()) {
        if (cause instanceof ConversionFailedException failed) return "" + failed.getValue();
      }
      return String.valueOf(property.getValue());
    }
  }
}
