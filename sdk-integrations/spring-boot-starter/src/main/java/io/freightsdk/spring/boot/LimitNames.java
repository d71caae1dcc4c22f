package io.freightsdk.spring.boot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Fails the start if a property below {@code freight.limits} is unknown or has no amount, or if a
 * customer's id may not be the one that was written: it would silently limit nothing. Spring Boot's
 * own strict binding ignores environment variables and system properties, and ids are free.
 */
final class LimitNames {
  private static final String LIMITS = "freight.limits";

  /** What every name below it begins with, however it is written. */
  private static final String LETTERS = "freightlimits";

  private static final List<String> KINDS = List.of("per-hour", "per-day", "total", "zone");
  private static final ConfigurationPropertyName CUSTOMERS =
      ConfigurationPropertyName.of(LIMITS + ".customers");

  /** Only an id of digits can be in a variable, because letters are read in lower case. */
  private static final Pattern CUSTOMER_VARIABLE =
      Pattern.compile("FREIGHT_LIMITS_CUSTOMERS_\\d+_(PER_?HOUR|PER_?DAY|TOTAL|ZONE)");

  private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}\\p{N}]");

  /** How Java writes whole numbers, fractions, booleans, dates, lists and maps. */
  private static final Pattern JAVA_VALUE =
      Pattern.compile(
          "-?(0|[1-9]\\d*)(\\.(0|\\d*[1-9])(E-?\\d+)?)?|-?Infinity|NaN|true|false|null"
              + "|\\w{3} \\w{3} \\d\\d \\d\\d:\\d\\d:\\d\\d .+ \\d{4}|[\\[{].*[]}]");

  private static final Pattern NEEDS_BRACKETS = Pattern.compile("^-|\\.");

  private static final Set<String> TEXT_SOURCES =
      Set.of(
          StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
          StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
          "spring.application.json");

  private static final String NAMES =
      "the limits are per-hour, per-day, total and zone below freight.limits,"
          + " freight.limits.per-customer, freight.limits.customer-page and"
          + " freight.limits.customers.<id>";

  private final ConfigurableEnvironment environment;

  /**
   * Ids of customers by the form in which Spring Boot compares them unless they are in brackets.
   */
  private final Map<String, Id> ids = new HashMap<>();

  private LimitNames(ConfigurableEnvironment environment) {
    this.environment = environment;
  }

  /**
   * @throws StartFailure if a source has an unknown name, a doubtful id or an empty amount
   */
  static void check(ConfigurableEnvironment environment) {
    LimitNames names = new LimitNames(environment);
    for (PropertySource<?> source : environment.getPropertySources()) {
      if (source instanceof EnumerablePropertySource<?> known) names.check(known);
    }
  }

  private void check(EnumerablePropertySource<?> source) {
    Set<String> limits = limitsIn(source);
    for (String name : source.getPropertyNames()) {
      if (!isBelowLimits(name)) continue;
      if (!limits.contains(name)) requireCustomers(source, name);
      if (isEmpty(source, name)) {
        throw refused(source, name, "is empty", "give it a value, or remove it");
      }
    }
  }

  private static boolean isBelowLimits(String name) {
    return NO_LETTERS.matcher(name).replaceAll("").toLowerCase(Locale.ROOT).startsWith(LETTERS);
  }

  /** The names in a source, as they are written there, that Spring Boot takes for limits. */
  private static Set<String> limitsIn(PropertySource<?> source) {
    Set<String> found = new HashSet<>();
    ConfigurationPropertySource properties = ConfigurationPropertySource.from(source);
    if (properties == null) return found;
    for (String limit : limits()) {
      ConfigurationProperty property =
          properties.getConfigurationProperty(ConfigurationPropertyName.of(limit));
      if (property != null && property.getOrigin() instanceof PropertySourceOrigin origin) {
        found.add(origin.getPropertyName());
      }
    }
    return found;
  }

  private static List<String> limits() {
    List<String> limits = new ArrayList<>();
    for (String group : List.of("", ".per-customer", ".customer-page")) {
      for (String kind : KINDS) limits.add(LIMITS + group + "." + kind);
    }
    return limits;
  }

  private boolean isEmpty(PropertySource<?> source, String name) {
    String value = String.valueOf(source.getProperty(name));
    return environment.resolvePlaceholders(value).isBlank();
  }

  private void requireCustomers(PropertySource<?> source, String name) {
    if (source instanceof SystemEnvironmentPropertySource && name.indexOf('.') < 0) {
      requireCustomersVariable(source, name);
      return;
    }
    ConfigurationPropertyName limit = ConfigurationPropertyName.adapt(name, '.');
    int idAt = CUSTOMERS.getNumberOfElements();
    boolean isCustomers =
        CUSTOMERS.isAncestorOf(limit)
            && limit.getNumberOfElements() == idAt + 2
            && isKind(limit.getElement(idAt + 1, Form.UNIFORM));
    if (!isCustomers) {
      String hint = CUSTOMERS.isAncestorOf(limit) ? "; put an id with a dot in brackets" : "";
      throw refused(source, name, "is no limit", NAMES + hint);
    }
    String id = limit.getElement(idAt, Form.ORIGINAL);
    boolean inBrackets = name.contains("[" + id + "]");
    if (inBrackets) requireText(source, name, id);
    requireWholeId(source, name, new Id(id, inBrackets));
  }

  private static void requireCustomersVariable(PropertySource<?> source, String name) {
    String variable = name.toUpperCase(Locale.ROOT);
    if (CUSTOMER_VARIABLE.matcher(variable).matches()) return;
    if (!variable.startsWith("FREIGHT_LIMITS_CUSTOMERS_")) {
      throw refused(source, name, "is no limit", NAMES);
    }
    throw refused(
        source,
        name,
        "names no customer for sure, because a variable has no upper and lower case",
        "write freight.limits.customers.<id>.* into a file, or into SPRING_APPLICATION_JSON");
  }

  private static boolean isKind(String uniform) {
    return KINDS.stream().anyMatch(kind -> kind.replace("-", "").equals(uniform));
  }

  /**
   * YAML reads an id without quotes as a number, a boolean or a date if it looks like one: 0123 is
   * 83, 1_000 is 1000, no is false. Spring puts a key that is not a text into brackets. So an id
   * without brackets is what was written, and one in brackets is if no value looks like it.
   */
  private static void requireText(PropertySource<?> source, String name, String id) {
    if (!JAVA_VALUE.matcher(id).matches() || hasOnlyTexts(source, name)) return;
    String action = "put the id into quotes, without brackets, such as '0123'";
    if (id.startsWith("[") || id.startsWith("{")) {
      action = "put brackets and id together into quotes, such as \"[ACME/7]\"";
    } else if (NEEDS_BRACKETS.matcher(id).find()) {
      action += "; only a .properties file can have one such as 1.5 or -5, in brackets";
    }
    throw refused(
        source,
        name,
        "may be of another customer: YAML reads an id without quotes as a number, a date or a"
            + " boolean, such as 0123 as 83",
        action);
  }

  /** Whether the names in a source are never made from anything else than a text. */
  private static boolean hasOnlyTexts(PropertySource<?> source, String name) {
    if (source instanceof CommandLinePropertySource || TEXT_SOURCES.contains(source.getName())) {
      return true;
    }
    return OriginLookup.getOrigin(source, name) instanceof TextResourceOrigin file
        && file.getResource() != null
        && String.valueOf(file.getResource().getFilename()).endsWith(".properties");
  }

  /** Without brackets Spring Boot drops characters of an id, and ACME and acme are the same. */
  private void requireWholeId(PropertySource<?> source, String name, Id id) {
    if (!id.inBrackets && !name.contains("." + id.text + ".")) {
      throw refused(
          source, name, "is read as that of customer " + id.text, "put the id in brackets");
    }
    Id other =
        ids.putIfAbsent(NO_LETTERS.matcher(id.text.toLowerCase(Locale.ROOT)).replaceAll(""), id);
    if (other == null || other.text.equals(id.text)) return;
    if (other.inBrackets && id.inBrackets) return;
    throw refused(
        source, name, "is read as that of customer " + other.text, "put both ids in brackets");
  }

  /** An id as it is written. */
  private record Id(String text, boolean inBrackets) {}

  private static StartFailure refused(
      PropertySource<?> source, String name, String why, String action) {
    return new StartFailure(name + " (" + originOf(source, name) + ") " + why, action, null);
  }

  /** File and line of a property, or else the name of its source. */
  private static String originOf(PropertySource<?> source, String name) {
    Origin origin = OriginLookup.getOrigin(source, name);
    return origin instanceof TextResourceOrigin ? origin.toString() : source.getName();
  }
}
