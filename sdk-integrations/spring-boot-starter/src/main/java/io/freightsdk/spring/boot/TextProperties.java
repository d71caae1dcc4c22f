package io.freightsdk.spring.boot;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Fails the start if a property that is a text, such as a name, reached us as a number or a
 * boolean: YAML reads 0123 without quotes as 83, and the ledger would be another one.
 */
final class TextProperties {
  private static final List<String> TEXTS =
      List.of(
          "freight.base-url",
          "freight.agent-key",
          "freight.account",
          "freight.ledger.name",
          "freight.ledger.file");

  /** A value that is wholly that of another property. */
  private static final Pattern OF_ANOTHER = Pattern.compile("\\$\\{([^${}:]+)(:[^{}]*)?}");

  /** No configuration refers from property to property more often. */
  private static final int MAX_HOPS = 10;

  private TextProperties() {}

  /**
   * @throws StartFailure that names the property, and never shows its value
   */
  static void check(ConfigurableEnvironment environment) {
    for (String text : TEXTS) check(environment, text);
  }

  private static void check(ConfigurableEnvironment environment, String text) {
    String name = text;
    for (int hop = 0; hop < MAX_HOPS; hop++) {
      ConfigurationProperty found = find(environment, name);
      if (found == null) return;
      if (!(found.getValue() instanceof CharSequence value)) throw refused(text, found);
      Matcher another = OF_ANOTHER.matcher(value);
      if (!another.matches()) return;
      name = another.group(1);
    }
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
