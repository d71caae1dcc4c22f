package io.freightsdk.spring.boot;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
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

  private static final List<String> KINDS = List.of("per-hour", "per-day", "total", "zone");
  private static final ConfigurationPropertyName CUSTOMERS =
      ConfigurationPropertyName.of(LIMITS + ".customers");

  /** Only an id of digits can be in a variable, because letters are read in lower case. */
  private static final Pattern CUSTOMER_VARIABLE =
      Pattern.compile("FREIGHT_LIMITS_CUSTOMERS_\\d+_(PER_?HOUR|PER_?DAY|TOTAL|ZONE)");

  private static final String NAMES =
      "the limits are per-hour, per-day, total and zone below freight.limits,"
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
    return CustomerIds.compared(name).startsWith(LETTERS);
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
