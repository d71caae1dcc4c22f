package io.freightsdk.spring.boot;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Fails the start if a limit would have no effect: its name is unknown, its value is empty, or its
 * id would be read as another customer's. This applies to names that begin with {@code
 * freight.limit} or {@code freight.tools}, and to an empty {@code freight.max-price}. Spring Boot's
 * strict binding does not check environment variables and system properties. All other names below
 * {@code freight} belong to the application.
 */
final class MistypedLimits {
  private static final String LIMITS = "freight.limits";

  private static final String TOOLS = "freight.tools";

  /** The first letters of every name that may be intended as a limit. */
  private static final String LIMIT_LETTERS = "freightlimit";

  private static final String TOOLS_LETTERS = "freighttools";

  private static final String FILL_IN = "give it a value, or remove it";

  private static final List<String> KINDS =
      List.of("per-hour", "per-day", "per-month", "total", "zone");

  private static final List<String> TOOL_KINDS =
      List.of("limit-per-day", "approval-above", "expose-over-mcp");

  private static final ConfigurationPropertyName CUSTOMERS =
      ConfigurationPropertyName.of(LIMITS + ".customers");

  private static final Set<ConfigurationPropertyName> ALL = new HashSet<>();

  /** The environment variables of all limits, with underscores instead of hyphens and without. */
  private static final Set<String> VARIABLES = new HashSet<>();

  static {
    for (String group : List.of("", ".per-customer", ".per-customer-page")) {
      for (String kind : KINDS) add(LIMITS + group + "." + kind);
    }
    for (String own : List.of("create-load-per-day", "alert-threshold")) add(LIMITS + "." + own);
    for (String own : TOOL_KINDS) add(TOOLS + "." + own);
  }

  private static void add(String limit) {
    ALL.add(ConfigurationPropertyName.of(limit));
    String variable = limit.toUpperCase(Locale.ROOT).replace('.', '_');
    VARIABLES.add(variable.replace("-", ""));
    VARIABLES.add(variable.replace('-', '_'));
  }

  /** A variable can have only an id of digits, because Spring Boot reads letters in lower case. */
  private static final Pattern CUSTOMER_VARIABLE =
      Pattern.compile("FREIGHT_LIMITS_CUSTOMERS_\\d+_(PER_?HOUR|PER_?DAY|PER_?MONTH|TOTAL|ZONE)");

  /** Variables that Kubernetes sets in each container for a service such as freight-tools. */
  private static final Pattern SERVICE_LINK =
      Pattern.compile("FREIGHT_.+_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_[0-9]+_.+)?)");

  private static final String NAMES =
      "the limits are per-hour, per-day, per-month, total and zone below freight.limits,"
          + " freight.limits.per-customer, freight.limits.per-customer-page and"
          + " freight.limits.customers.<id>; an id with other characters than letters, digits and"
          + " hyphens is in brackets, and a variable can have only an id of digits";

  private static final String TOOL_NAMES =
      "the names below freight.tools are " + String.join(", ", TOOL_KINDS);

  private MistypedLimits() {}

  /**
   * Checks the names and values of all limits, and of the tools for agents.
   *
   * @throws StartFailure with the name and its origin
   */
  static void check(ConfigurableEnvironment environment) {
    for (PropertySource<?> source : environment.getPropertySources()) {
      if (!(source instanceof EnumerablePropertySource<?> listed)) continue;
      for (String name : listed.getPropertyNames()) check(environment, source, name);
    }
    // It would limit nothing, too.
    if (environment.resolvePlaceholders("${freight.max-price:none}").isBlank()) {
      throw new StartFailure("freight.max-price is empty", FILL_IN, null);
    }
  }

  private static void check(
      ConfigurableEnvironment environment, PropertySource<?> source, String name) {
    if (SERVICE_LINK.matcher(name).matches()) return;
    String letters = name.replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(Locale.ROOT);
    if (letters.startsWith(LIMIT_LETTERS)) requireKnown(source, name, "is no limit", NAMES);
    else if (letters.startsWith(TOOLS_LETTERS))
      requireKnown(source, name, "is unknown", TOOL_NAMES);
    else return;
    Object value = source.getProperty(name);
    if (value == null || environment.resolvePlaceholders(value.toString()).isBlank()) {
      throw failure(source, name, "is empty", FILL_IN);
    }
  }

  private static void requireKnown(
      PropertySource<?> source, String name, String problem, String names) {
    boolean isVariable = source instanceof SystemEnvironmentPropertySource && name.indexOf('.') < 0;
    String variable = name.toUpperCase(Locale.ROOT);
    boolean isKnown =
        isVariable
            ? VARIABLES.contains(variable) || CUSTOMER_VARIABLE.matcher(variable).matches()
            : ALL.contains(adapted(name)) || belongsToCustomer(source, name);
    if (!isKnown) throw failure(source, name, problem, names);
  }

  private static boolean belongsToCustomer(PropertySource<?> source, String name) {
    ConfigurationPropertyName limit = adapted(name);
    int idAt = CUSTOMERS.getNumberOfElements();
    if (!CUSTOMERS.isAncestorOf(limit) || limit.getNumberOfElements() != idAt + 2) return false;
    String kind = limit.getElement(idAt + 1, Form.UNIFORM);
    if (KINDS.stream().noneMatch(one -> one.replace("-", "").equals(kind))) return false;
    requireId(source, name, limit.getElement(idAt, Form.ORIGINAL));
    return true;
  }

  /** Refuses an id that Spring Boot would read as another customer's. */
  private static void requireId(PropertySource<?> source, String name, String id) {
    boolean isInBrackets = name.contains("[" + id + "]");
    if (isInBrackets && id.chars().allMatch(Character::isDigit)) {
      throw failure(
          source,
          name,
          "may belong to another customer: YAML reads 0042 as 34",
          "put it into quotes, without brackets, such as '0042'");
    }
    if (!isInBrackets && !name.contains("." + id + ".")) {
      throw failure(
          source, name, "is read as the limit of customer " + id, "put the id in brackets");
    }
  }

  private static ConfigurationPropertyName adapted(String name) {
    return ConfigurationPropertyName.adapt(name, '.');
  }

  /** A failure with file and line, or else the name of the source. */
  private static StartFailure failure(
      PropertySource<?> source, String name, String why, String action) {
    Origin origin = OriginLookup.getOrigin(source, name);
    Object where = origin instanceof TextResourceOrigin ? origin : source.getName();
    return new StartFailure(name + " (" + where + ") " + why, action, null);
  }
}
