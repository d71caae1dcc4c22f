package io.freightsdk.spring.boot;

import java.util.Date;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Fails the start if a property that is a text, such as a name, or a part of it reached us as a
 * number or a boolean: YAML reads 0123 without quotes as 83, and the ledger would be another one.
 */
final class TextProperties {
  /** Whether a number may be a part of them, such as a port. */
  private static final Map<String, Boolean> TEXTS =
      Map.of(
          "freight.base-url", true,
          "freight.ledger.file", true,
          "freight.agent-key", false,
          "freight.account", false,
          "freight.ledger.name", false);

  private static final String BEGIN = "${";

  /** No configuration refers from property to property more often. */
  private static final int MAX_HOPS = 10;

  private final ConfigurableEnvironment environment;
  private final String text;
  private final boolean mayHaveNumbers;

  private TextProperties(ConfigurableEnvironment environment, String text, boolean mayHaveNumbers) {
    this.environment = environment;
    this.text = text;
    this.mayHaveNumbers = mayHaveNumbers;
  }

  /**
   * @throws StartFailure that names the property, and never shows its value
   */
  static void check(ConfigurableEnvironment environment) {
    TEXTS.forEach(
        (text, mayHaveNumbers) ->
            new TextProperties(environment, text, mayHaveNumbers).check(text, 0));
  }

  /** Whether there is such a property, which is a text then. */
  private boolean check(String name, int hops) {
    ConfigurationProperty found = find(environment, name);
    if (found == null) return false;
    Object value = found.getValue();
    if (isOfYaml(value)) throw refused(text, found);
    if (value instanceof CharSequence) checkReferences(value.toString(), hops + 1);
    return true;
  }

  /** What YAML and JSON make of a value without quotes. */
  private static boolean isOfYaml(Object value) {
    return value instanceof Number || value instanceof Boolean || value instanceof Date;
  }

  /** Looks at the properties that a value refers to; at a default only if it is used. */
  private void checkReferences(String value, int hops) {
    if (hops > MAX_HOPS) return;
    int begin = value.indexOf(BEGIN);
    while (begin >= 0) {
      int end = end(value, begin + BEGIN.length());
      boolean isWhole = begin == 0 && end == value.length() - 1;
      if (isWhole || !mayHaveNumbers)
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

  private static @Nullable ConfigurationProperty find(
      ConfigurableEnvironment environment, String name) {
    ConfigurationPropertyName adapted = ConfigurationPropertyName.adapt(name, '.');
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      ConfigurationProperty found = source.getConfigurationProperty(adapted);
      if (found != null) return found;
    }
    return null;
  }

  private static StartFailure refused(String text, ConfigurationProperty found) {
    String kind = found.getValue() instanceof Boolean ? "a boolean" : "a number or a date";
    return new StartFailure(
        text
            + " was read as "
            + kind
            + ", which may not be what was written: YAML reads 0123 as 83, and no as false ("
            + found.getOrigin()
            + ")",
        "put the value of " + found.getName() + " into quotes",
        null);
  }
}
