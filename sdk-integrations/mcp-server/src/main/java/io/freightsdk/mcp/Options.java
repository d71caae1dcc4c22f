package io.freightsdk.mcp;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.error.InvalidOptionException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The values of the options, from the command line and the environment.
 *
 * @param values the command line takes precedence; switches are "true"
 * @param fromCommandLine the options that are on the command line
 * @param fromBundle whether the bundle started the program, with the values of its form
 */
record Options(Map<Option, String> values, Set<Option> fromCommandLine, boolean fromBundle) {
  /** The bundle's manifest sets this variable, and users never do. */
  static final String BUNDLE_VARIABLE = "FREIGHT_MCP_BUNDLE";

  /** Variables that Kubernetes sets in each container for a service named freight-mcp... */
  private static final Pattern KUBERNETES_VARIABLE =
      Pattern.compile("FREIGHT_MCP_(.*_)?(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_[0-9]+_.+)?)");

  static Options of(List<String> arguments, Map<String, String> environment) {
    Map<Option, String> flags = readFlags(arguments);
    Map<Option, String> values = readVariables(environment);
    values.putAll(flags);
    return new Options(
        Map.copyOf(values),
        Set.copyOf(flags.keySet()),
        environment.getOrDefault(BUNDLE_VARIABLE, "").equals("true"));
  }

  private static Map<Option, String> readVariables(Map<String, String> environment) {
    Map<Option, String> values = new EnumMap<>(Option.class);
    environment.forEach(
        (name, value) -> {
          Option option = Option.named(name);
          if (option == null) {
            rejectUnknownVariable(name);
          } else if (option.isSwitch() && !value.matches("\\s*(true|false)?\\s*")) {
            throw new InvalidOptionException(name, "is neither true nor false", "use one of them");
          } else if (!value.isBlank() && !(option.isSwitch() && value.strip().equals("false"))) {
            values.put(option, value.strip());
          }
        });
    return values;
  }

  /** A limit whose variable has a typo would not limit anything. */
  private static void rejectUnknownVariable(String name) {
    boolean isOurs = name.startsWith("FREIGHT_MCP_") && !name.equals(BUNDLE_VARIABLE);
    if (!isOurs || KUBERNETES_VARIABLE.matcher(name).matches()) return;
    throw new InvalidOptionException(
        name,
        "is not a variable of this program",
        "use one of " + names(option -> option.variable));
  }

  private static Map<Option, String> readFlags(List<String> arguments) {
    Map<Option, String> values = new EnumMap<>(Option.class);
    for (int i = 0; i < arguments.size(); i++) {
      String[] parts = arguments.get(i).split("=", 2);
      Option option = parts[0].startsWith("--") ? Option.named(parts[0]) : null;
      if (option == null) throw unknownFlag(parts[0], i + 1);
      if (option.isSwitch()) {
        if (parts.length > 1) {
          throw new InvalidOptionException(parts[0], "takes no value", "remove the value");
        }
        values.put(option, "true");
        continue;
      }
      boolean isNext = parts.length == 1 && i + 1 < arguments.size();
      String value = isNext ? arguments.get(++i) : parts[parts.length - 1];
      if ((parts.length == 1 && !isNext) || value.isBlank() || value.startsWith("--")) {
        throw new InvalidOptionException(parts[0], "has no value", "add one");
      }
      if (option == Option.EXCLUDE_TOOL) values.merge(option, value, (a, b) -> a + "," + b);
      else values.put(option, value);
    }
    return values;
  }

  private static InvalidOptionException unknownFlag(String name, int position) {
    // A text that is no name may be a secret in the wrong place.
    String shown = name.matches("-{0,2}[a-z-]{1,30}") ? name : "argument " + position;
    return new InvalidOptionException(
        shown, "is not an option", "use one of " + names(option -> option.flag));
  }

  private static String names(Function<Option, @Nullable String> name) {
    return Arrays.stream(Option.values())
        .map(name)
        .filter(Objects::nonNull)
        .collect(Collectors.joining(", "));
  }

  boolean has(Option option) {
    return values.containsKey(option);
  }

  /** The value of an option; null if it was not given. */
  @Nullable String value(Option option) {
    return values.get(option);
  }

  /**
   * The name of an option for a message: its field, if the bundle's form has one, or the flag or
   * variable that was given.
   */
  String name(Option option) {
    if (fromBundle && option.field != null) return "\"" + option.field + "\"";
    boolean isFromVariable = fromBundle || (has(option) && !fromCommandLine.contains(option));
    boolean usesVariable = option.flag == null || (isFromVariable && option.variable != null);
    return Objects.requireNonNull(usesVariable ? option.variable : option.flag);
  }

  /** The exception for a refused value, without the value if it may be a secret. */
  InvalidOptionException invalid(Option option, String problem, String remedy) {
    return new InvalidOptionException(name(option), problem, remedy);
  }

  /** The amount of an option in USD; null if it was not given. */
  @Nullable BigDecimal usd(Option option) {
    String text = value(option);
    if (text == null) return null;
    if (!text.matches("[0-9]{1,9}(\\.[0-9]{1,6})?")) {
      String example = option == Option.APPROVAL_ABOVE ? "0.50" : "20.00";
      throw invalid(option, "is not an amount in USD", "use one such as " + example);
    }
    return new BigDecimal(text);
  }

  /** The limit of 24 hours. */
  BigDecimal dayLimit() {
    BigDecimal limit = usd(Option.LIMIT_PER_DAY);
    if (limit == null && has(Option.SANDBOX)) return new BigDecimal("20.00");
    if (limit == null) {
      throw invalid(
          Option.LIMIT_PER_DAY,
          "is missing, and a model spends real money with these tools",
          "set an amount such as 20.00");
    }
    if (limit.signum() == 0) {
      throw invalid(Option.LIMIT_PER_DAY, "must be more than 0 USD", "use one such as 20.00");
    }
    return limit;
  }

  /** The tools that this program offers, out of all tools. */
  List<AgentTool> offered(List<AgentTool> all) {
    List<String> names = all.stream().map(AgentTool::name).toList();
    String useOneOf = "use some of " + String.join(", ", names);
    List<String> excluded =
        Arrays.stream(values.getOrDefault(Option.EXCLUDE_TOOL, "").split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList();
    for (String name : excluded) {
      if (names.contains(name)) continue;
      // A text that is no name may be a secret in the wrong place.
      String shown = name.matches("[a-z_-]{1,30}") ? "\"" + name + "\"" : "of that name";
      throw invalid(Option.EXCLUDE_TOOL, "there is no tool " + shown, useOneOf);
    }
    List<AgentTool> offered =
        all.stream()
            .filter(tool -> !excluded.contains(tool.name()))
            .filter(tool -> !has(Option.READ_ONLY) || changesNoLoad(tool))
            .toList();
    if (offered.isEmpty()) throw invalid(Option.EXCLUDE_TOOL, "excludes every tool", useOneOf);
    return offered;
  }

  private static boolean changesNoLoad(AgentTool tool) {
    // A read of a position costs money, so it is not read-only for hosts.
    return tool.traits().readOnly() || tool.name().equals("get_load_position");
  }

  /** The names only, because a value can be the agent key. */
  @Override
  public String toString() {
    return "Options" + values.keySet();
  }
}
