package io.freightsdk.spring.boot;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConverterNotFoundException;

/**
 * Shows every failure of this starter with its property, and what to write. It comes before Spring
 * Boot's own analyzers, which would name our classes, and show the value of a misspelled key.
 * Registered in {@code spring.factories}.
 */
final class StartFailureAnalyzer implements FailureAnalyzer, Ordered {
  private static final ConfigurationPropertyName FREIGHT = ConfigurationPropertyName.of("freight");

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
          "FreightLedgerAutoConfiguration.freightPositionCache", "freight.positions.enabled",
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
    String action = found.action();
    String sentence = action.substring(0, 1).toUpperCase(Locale.ROOT) + action.substring(1);
    return new FailureAnalysis(found.problem() + ".", sentence + ".", found);
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
    for (Throwable cause = bind; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnboundConfigurationPropertiesException unbound) {
        StartFailure found = ofUnknownNames(unbound);
        if (found != null) return found;
      }
      root = cause;
    }
    Class<?> type = bind.getTarget().getType().resolve(Object.class);
    if (root instanceof ConverterNotFoundException && type.isRecord()) return ofGroup(bind, type);
    ConfigurationProperty property = bind.getProperty();
    if (property != null) return ofValue(bind, property);
    // Our records refuse with the name of their component first.
    String[] message = (bind.getName() + "." + root.getMessage()).split("; ", 2);
    String action = message.length > 1 ? message[1] : "correct or remove it";
    return new StartFailure(message[0], action, bind);
  }

  /** Such as freight.ledger=jdbc, or a group whose properties are all commented out. */
  private static StartFailure ofGroup(BindException bind, Class<?> group) {
    String names =
        Arrays.stream(group.getRecordComponents())
            .map(part -> bind.getName() + "." + DataObjectPropertyName.toDashedForm(part.getName()))
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
            : ": cannot read " + StartFailure.shown(value);
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

  /** Without the values, of which one may be a key. */
  private static @Nullable StartFailure ofUnknownNames(
      UnboundConfigurationPropertiesException unbound) {
    String names =
        unbound.getUnboundProperties().stream()
            .filter(property -> isOurs(property.getName()))
            .map(property -> property.getName() + " (" + property.getOrigin() + ")")
            .sorted()
            .collect(Collectors.joining(", "));
    return names.isEmpty()
        ? null
        : new StartFailure(
            names + ": there is no such property",
            "correct its name, or remove it; docs/spring-boot.md lists the properties",
            unbound);
  }
}
