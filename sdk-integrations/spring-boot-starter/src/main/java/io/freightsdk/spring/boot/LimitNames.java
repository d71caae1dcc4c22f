package io.freightsdk.spring.boot;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
 * Fails the start if a property below {@code freight.limits} is unknown or has no amount: it would
 * silently limit nothing. Spring Boot's own strict binding ignores environment variables and system
 * properties. {@link CustomerIds} looks at the ids.
 */
final class LimitNames {
  private static final String LIMITS = "freight.limits";

  /** What every name below it begins with, however it is written. */
  private static final String LETTERS = "freightlimits";

  private static final List<String> KINDS =
      List.of("per-hour", "per-day", "per-month", "total", "zone");

  /** Those of the application alone. */
  private static final List<String> OWN = List.of("create-load-per-day", "nearly-full-at");

  private static final Set<ConfigurationPropertyName> ALL = new HashSet<>();

  /** Their names in the environment, with and without underscores in place of hyphens. */
  private static final Set<String> VARIABLES = new HashSet<>();

  static {
    for (String group : List.of("", ".per-customer", ".customer-page")) {
      for (String kind : KINDS) add(LIMITS + group + "." + kind);
    }
    for (String own : OWN) add(LIMITS + "." + own);
  }

  private static void add(String limit) {
    ALL.add(ConfigurationPropertyName.of(limit));
    String variable = limit.toUpperCase(Locale.ROOT).replace('.', '_');
    VARIABLES.add(variable.replace("-", ""));
    VARIABLES.add(variable.replace('-', '_'));
  }

  private static final ConfigurationPropertyName CUSTOMERS =
      ConfigurationPropertyName.of(LIMITS + ".customers");

  /** Only an id of digits can be in a variable, because letters are read in lower case. */
  private static final Pattern CUSTOMER_VARIABLE =
      Pattern.compile("FREIGHT_LIMITS_CUSTOMERS_\\d+_(PER_?HOUR|PER_?DAY|PER_?MONTH|TOTAL|ZONE)");

  private static final String NAMES =
      "the limits are per-hour, per-day, per-month, total and zone below freight.limits,"
          + " freight.limits.per-customer, freight.limits.customer-page and"
          + " freight.limits.customers.<id>";

  private final ConfigurableEnvironment environment;
  private final CustomerIds ids = new CustomerIds();

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
    Map<Object, String> seen = new HashMap<>();
    for (String name : source.getPropertyNames()) {
      if (!isBelowLimits(name)) continue;
      boolean isLimit =
          isVariable(source, name)
              ? VARIABLES.contains(name.toUpperCase(Locale.ROOT))
              : ALL.contains(adapted(name));
      if (!isLimit) requireCustomers(source, name);
      boolean isCompared = isLimit || isVariable(source, name);
      String other = seen.put(isCompared ? CustomerIds.compared(name) : adapted(name), name);
      if (other != null) {
        throw refused(source, name, "is written twice, also as " + other, "remove one of the two");
      }
      if (isEmpty(source, name)) {
        throw refused(source, name, "is empty", "give it a value, or remove it");
      }
    }
  }

  private static boolean isBelowLimits(String name) {
    return CustomerIds.compared(name).startsWith(LETTERS);
  }

  private static boolean isVariable(PropertySource<?> source, String name) {
    return source instanceof SystemEnvironmentPropertySource && name.indexOf('.') < 0;
  }

  private static ConfigurationPropertyName adapted(String name) {
    return ConfigurationPropertyName.adapt(name, '.');
  }

  private boolean isEmpty(PropertySource<?> source, String name) {
    Object value = source.getProperty(name);
    return value == null || PropertyValues.resolved(environment, name, value).isBlank();
  }

  private void requireCustomers(PropertySource<?> source, String name) {
    if (isVariable(source, name)) {
      requireCustomersVariable(source, name);
      return;
    }
    ConfigurationPropertyName limit = adapted(name);
    int idAt = CUSTOMERS.getNumberOfElements();
    boolean isCustomers =
        CUSTOMERS.isAncestorOf(limit)
            && limit.getNumberOfElements() == idAt + 2
            && isKind(limit.getElement(idAt + 1, Form.UNIFORM));
    if (!isCustomers) {
      String hint = CUSTOMERS.isAncestorOf(limit) ? "; put an id with a dot in brackets" : "";
      boolean isCut = name.indexOf('[') >= 0 && name.indexOf(']') < 0;
      if (isCut) hint = "; in a .properties file, write \\ before a space, = or : of an id";
      throw refused(source, name, "is no limit", NAMES + hint);
    }
    ids.require(source, name, limit.getElement(idAt, Form.ORIGINAL));
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

  static StartFailure refused(PropertySource<?> source, String name, String why, String action) {
    return new StartFailure(name + " (" + originOf(source, name) + ") " + why, action, null);
  }

  /** File and line of a property, or else the name of its source. */
  static String originOf(PropertySource<?> source, String name) {
    Origin origin = OriginLookup.getOrigin(source, name);
    return origin instanceof TextResourceOrigin ? origin.toString() : source.getName();
  }
}
