package io.freightsdk.spring.boot;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Fails the start if the value of a property may not be the one that was written. YAML reads 0123
 * without quotes as 83: the ledger, or the limit, would be another one. An empty value is for
 * Spring Boot one that is not set, a time without a unit is in milliseconds, and whether there are
 * jobs is only switched off by the word false.
 */
final class PropertyValues {
  /** The texts, and whether a number may be a part of them, such as a port. */
  private static final Map<String, Boolean> TEXTS =
      Map.of(
          "freight.base-url", true,
          "freight.ledger.file", true,
          "freight.agent-key", false,
          "freight.account", false,
          "freight.ledger.name", false);

  /** What is wrong with an empty one, the client says. */
  static final Set<String> OF_CLIENT =
      Set.of("freight.base-url", "freight.agent-key", "freight.account");

  private static final List<String> TIMES =
      List.of(
          "freight.timeout",
          "freight.deadline",
          "freight.await-top-up",
          "freight.jobs.keep",
          "freight.jobs.poll-interval");

  private static final List<String> SWITCHES =
      List.of(
          "freight.ledger.create-tables",
          "freight.positions.enabled",
          "freight.jobs.enabled",
          "freight.jobs.auto-startup",
          "freight.tools.over-mcp");

  private static final List<String> OTHERS =
      List.of(
          "freight.max-price",
          "freight.retry.max-attempts",
          "freight.ledger.store",
          "freight.jobs.budget-per-day",
          "freight.tools.limit-per-day",
          "freight.tools.approve-above",
          "freight.health.minimum-balance");

  private static final ConfigurationPropertyName LIMITS =
      ConfigurationPropertyName.of("freight.limits");

  private static final String BEGIN = "${";

  /** No configuration refers from property to property more often. */
  private static final int MAX_HOPS = 10;

  private static final Pattern NO_UNIT = Pattern.compile("\\s*([+-]?0*[1-9]\\d*)\\s*");

  /** What YAML may write before a value: its anchor and its tag. */
  private static final String BEFORE = "(?:[&!][^\\s,]*\\s+)*['\"]?";

  /** What YAML reads as a number of base 8, 16, 2 or 60. */
  private static final Pattern OTHER_BASE =
      Pattern.compile(
          BEFORE
              + "([-+]?(?:0[0-7_]+|0x[0-9a-fA-F_]+|0b[01_]+|\\d[\\d_]*(?::[0-5]?\\d)+(?:\\.[\\d_]*)?))"
              + "(?![\\w.:]).*");

  private final ConfigurableEnvironment environment;
  private final String property;

  private PropertyValues(ConfigurableEnvironment environment, String property) {
    this.environment = environment;
    this.property = property;
  }

  /**
   * @throws StartFailure that names the property, and shows no value that may be a secret
   */
  static void check(ConfigurableEnvironment environment) {
    Set<String> all = all();
    all.addAll(limitsIn(environment));
    for (String property : all) new PropertyValues(environment, property).check();
  }

  /** The properties without the limits. */
  static Set<String> all() {
    Set<String> all = new HashSet<>(TEXTS.keySet());
    all.addAll(TIMES);
    all.addAll(SWITCHES);
    all.addAll(OTHERS);
    return all;
  }

  private static Set<String> limitsIn(ConfigurableEnvironment environment) {
    Set<String> limits = new HashSet<>();
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      if (!(source instanceof IterableConfigurationPropertySource known)) continue;
      known.stream().filter(LIMITS::isAncestorOf).forEach(limit -> limits.add(limit.toString()));
    }
    return limits;
  }

  private void check() {
    ConfigurationProperty found = find(environment, property);
    if (found == null) return;
    check(property, 0);
    String value = resolved(environment, property, found.getValue());
    if (value.isBlank() && !OF_CLIENT.contains(property)) {
      throw refused(found, " is empty", "give it a value, or remove it");
    }
    if (value.contains(BEGIN)) return; // The binder says which variable is missing.
    Matcher noUnit = NO_UNIT.matcher(value);
    if (TIMES.contains(property) && noUnit.matches()) {
      String number = noUnit.group(1);
      throw refused(
          found,
          " has no unit: " + number,
          String.format(
              Locale.ROOT,
              "write %1$ss for seconds, %1$sms for milliseconds, or %1$sd for days",
              number));
    }
    boolean isWord = value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false");
    if (SWITCHES.contains(property) && !isWord) {
      throw refused(found, ": cannot read " + StartFailure.shown(value), "write true or false");
    }
  }

  /**
   * A value with those that it refers to; a reference to what is not set stays.
   *
   * @throws StartFailure if it refers to itself
   */
  static String resolved(ConfigurableEnvironment environment, String property, Object value) {
    try {
      return environment.resolvePlaceholders(value.toString());
    } catch (IllegalArgumentException e) {
      throw new StartFailure(
          property + " refers to itself", "write its value, or the name of another property", e);
    }
  }

  private StartFailure refused(ConfigurationProperty found, String why, String action) {
    return new StartFailure(property + why + " (" + found.getOrigin() + ")", action, null);
  }

  /** Whether there is such a property, whose value is the one that was written then. */
  private boolean check(String name, int hops) {
    ConfigurationProperty found = find(environment, name);
    if (found == null) return false;
    Object value = found.getValue();
    if (TEXTS.containsKey(property)) {
      if (isOfYaml(value)) throw misread(found, kind(value));
    } else if (value instanceof Number number) {
      requireAsWritten(found, number);
    }
    if (value instanceof CharSequence) checkReferences(value.toString(), hops + 1);
    return true;
  }

  /** What YAML and JSON make of a value without quotes. */
  private static boolean isOfYaml(Object value) {
    return value instanceof Number || value instanceof Boolean || value instanceof Date;
  }

  private static String kind(Object value) {
    String kind = value instanceof Boolean ? "a boolean" : "a number or a date";
    return kind + ", which may not be what was written";
  }

  private void requireAsWritten(ConfigurationProperty found, Number number) {
    Matcher written = OTHER_BASE.matcher(written(found.getOrigin()));
    if (!written.matches()) return;
    String digits = written.group(1).replace("_", "");
    boolean isSame =
        digits.matches("[-+]?\\d+")
            && new BigDecimal(digits).compareTo(new BigDecimal(number.toString())) == 0;
    if (!isSame) throw misread(found, number + ", although " + written.group(1) + " is written");
  }

  /** The rest of the line where a value begins in its file, or nothing. */
  private static String written(@Nullable Origin origin) {
    Origin at = origin instanceof PropertySourceOrigin named ? named.getOrigin() : origin;
    if (!(at instanceof TextResourceOrigin file)) return "";
    if (file.getResource() == null || file.getLocation() == null) return "";
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(file.getResource().getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.lines().skip(file.getLocation().getLine()).findFirst().orElse("");
      boolean hasMark = line.startsWith("\uFEFF"); // No column for YAML.
      int column = file.getLocation().getColumn() + (hasMark ? 1 : 0);
      return column < line.length() ? line.substring(column) : "";
    } catch (IOException e) {
      return "";
    }
  }

  /** Looks at the properties that a value refers to; at a default only if it is used. */
  private void checkReferences(String value, int hops) {
    if (hops > MAX_HOPS) return;
    int begin = value.indexOf(BEGIN);
    while (begin >= 0) {
      int end = end(value, begin + BEGIN.length());
      boolean isWhole = begin == 0 && end == value.length() - 1;
      if (isWhole || !TEXTS.getOrDefault(property, false))
        checkReference(value.substring(begin + BEGIN.length(), end), hops);
      begin = value.indexOf(BEGIN, end);
    }
  }

  private void checkReference(String reference, int hops) {
    int colon = reference.indexOf(':');
    boolean isThere = check(colon < 0 ? reference : reference.substring(0, colon), hops);
    if (!isThere && colon >= 0) checkReferences(reference.substring(colon + 1), hops + 1);
  }

  /** Where a reference ends that may have others in its default. */
  private static int end(String value, int from) {
    int open = 1;
    for (int i = from; i < value.length(); i++) {
      if (value.startsWith(BEGIN, i)) open++;
      if (value.charAt(i) == '}' && --open == 0) return i;
    }
    return value.length();
  }

  static @Nullable ConfigurationProperty find(ConfigurableEnvironment environment, String name) {
    ConfigurationPropertyName adapted = ConfigurationPropertyName.adapt(name, '.');
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      ConfigurationProperty found = source.getConfigurationProperty(adapted);
      if (found != null) return found;
    }
    return null;
  }

  private StartFailure misread(ConfigurationProperty found, String as) {
    return new StartFailure(
        property
            + " was read as "
            + as
            + ": YAML reads 0123 as 83, 1:30 as 90, and no as false ("
            + found.getOrigin()
            + ")",
        "put the value of " + found.getName() + " into quotes",
        null);
  }
}
