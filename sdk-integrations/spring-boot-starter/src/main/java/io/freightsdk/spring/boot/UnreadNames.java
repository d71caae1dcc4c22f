package io.freightsdk.spring.boot;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Fails the start if a property is written where nothing reads it: under the name of its variable
 * in a file, or as an argument without two hyphens. {@link LimitNames} looks at the limits in
 * files.
 */
final class UnreadNames {
  private static final String LIMITS = "freightlimits";

  private static final Pattern ARGUMENT =
      Pattern.compile("(?:-D|-)?(freight\\.[^=]*)=.*", Pattern.DOTALL);

  /** Properties by their letters; the names of variables may belong to the application's client. */
  private static final Map<String, String> PROPERTIES = new HashMap<>();

  static {
    for (String property : PropertyValues.all()) {
      PROPERTIES.put(CustomerIds.compared(property), property);
    }
  }

  private UnreadNames() {}

  /**
   * @throws StartFailure that shows no value
   */
  static void check(ConfigurableEnvironment environment) {
    for (PropertySource<?> source : environment.getPropertySources()) {
      if (source instanceof CommandLinePropertySource<?> line) checkArguments(line);
      boolean isEnvironment = source instanceof SystemEnvironmentPropertySource;
      if (isEnvironment || !(source instanceof EnumerablePropertySource<?> known)) continue;
      for (String name : known.getPropertyNames()) checkName(environment, source, name);
    }
  }

  private static void checkArguments(CommandLinePropertySource<?> line) {
    String names = CommandLinePropertySource.DEFAULT_NON_OPTION_ARGS_PROPERTY_NAME;
    String arguments = line.getProperty(names);
    if (arguments == null) return;
    for (String argument : arguments.split(",", -1)) {
      Matcher option = ARGUMENT.matcher(argument);
      if (!option.matches() || !isOurs(option.group(1))) continue;
      String name = option.group(1);
      throw new StartFailure(
          argument.substring(0, argument.indexOf('=')) + " is an argument that nothing reads",
          "write --" + name + "=..., or -D" + name + "=... before -jar",
          null);
    }
  }

  private static boolean isOurs(String name) {
    String letters = CustomerIds.compared(name);
    return PROPERTIES.containsKey(letters) || letters.startsWith(LIMITS);
  }

  private static void checkName(
      ConfigurableEnvironment environment, PropertySource<?> source, String name) {
    String property = PROPERTIES.get(CustomerIds.compared(name));
    if (property == null || PropertyValues.OF_CLIENT.contains(property)) return;
    ConfigurationPropertyName read = ConfigurationPropertyName.adapt(name, '.');
    if (read.equals(ConfigurationPropertyName.of(property))) return;
    if (PropertyValues.find(environment, property) != null) return; // Which may refer to it.
    throw new StartFailure(
        property
            + " is not set: "
            + name
            + " ("
            + LimitNames.originOf(source, name)
            + ") is only read in the environment",
        "write " + property + " there",
        null);
  }
}
