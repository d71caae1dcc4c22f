package io.freightsdk.mcp;

import io.freightsdk.agent.AgentTool;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The options from the command line and the environment; the command line takes precedence. */
record Options(Map<String, String> values, Set<String> switches, Set<String> excludedTools) {
  private static final String EXCLUDE = "--exclude-tool";
  private static final String EXCLUDE_VARIABLE = "FREIGHT_MCP_EXCLUDE_TOOLS";

  static final String HELP =
      """
      freight-mcp-server: freight tools for MCP hosts, on standard input and output.

        FREIGHT_BASE_URL           address of the service                            required
        FREIGHT_AGENT_KEY          agent key of the broker; or FREIGHT_AGENT_KEY_FILE,
                                   a file that holds it                              required

        --limit-per-day USD        what the tools may spend in any 24 hours, kept    required
                                   over restarts and shared by all local hosts
        --limit-per-hour USD       in any hour                                       none
        --approval-above USD       ask the person at the host before a call that     at no price
                                   costs more; 0 asks before every paid call. A host
                                   that can ask always does before a delivery is
                                   confirmed or an order that looks like another
        --ledger PATH              the file of the ledger; absolute, or ~/ and a     in the user's
                                   path                                              data folder
        --account NAME             the broker's account, for one whose key changes;  each key is one
                                   a new name starts afresh, as for a test server
                                   that was started again
        --read-only                offer only tools that change no load; reading a
                                   position still costs money
        --exclude-tool TOOL        leave this tool out, such as confirm_delivery;    all are offered
                                   may be given several times
        --sandbox                  try it without a key: a service in this process,
                                   25.00 USD of play money, lost at the end; nobody
                                   is asked for approval
        --help, --version

      FREIGHT_MCP_LIMIT_PER_DAY_USD, FREIGHT_MCP_LIMIT_PER_HOUR_USD,
      FREIGHT_MCP_APPROVAL_ABOVE_USD, FREIGHT_MCP_LEDGER and FREIGHT_MCP_ACCOUNT stand
      for the first five, FREIGHT_MCP_READ_ONLY=true and FREIGHT_MCP_SANDBOX=true for the
      switches, and FREIGHT_MCP_EXCLUDE_TOOLS, with commas between the tools, for
      --exclude-tool.
      """;

  /** Options that take a value, with their variables, in the order of the help. */
  private static final Map<String, String> WITH_VALUE = new LinkedHashMap<>();

  private static final Map<String, String> SWITCHES = new LinkedHashMap<>();

  static {
    WITH_VALUE.put("--limit-per-day", "FREIGHT_MCP_LIMIT_PER_DAY_USD");
    WITH_VALUE.put("--limit-per-hour", "FREIGHT_MCP_LIMIT_PER_HOUR_USD");
    WITH_VALUE.put("--approval-above", "FREIGHT_MCP_APPROVAL_ABOVE_USD");
    WITH_VALUE.put("--ledger", "FREIGHT_MCP_LEDGER");
    WITH_VALUE.put("--account", "FREIGHT_MCP_ACCOUNT");
    SWITCHES.put("--read-only", "FREIGHT_MCP_READ_ONLY");
    SWITCHES.put("--sandbox", "FREIGHT_MCP_SANDBOX");
  }

  /** The fields of the bundle's form, by the option or variable that they set. */
  static final Map<String, String> FIELDS =
      Map.of(
          "FREIGHT_BASE_URL", "Address of the service",
          "FREIGHT_AGENT_KEY", "Agent key",
          "--limit-per-day", "Limit per day in USD",
          "--approval-above", "Ask me above this price in USD",
          "--sandbox", "Try it without an account");

  /** What Kubernetes sets in each container for a service whose name begins like this program's. */
  private static final Pattern OF_KUBERNETES =
      Pattern.compile("FREIGHT_MCP_(.*_)?(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_[0-9]+_.+)?)");

  private static final Set<String> ASKS_THE_PROGRAM = Set.of("--help", "--version");

  /** A mistake in the configuration, described in one line. */
  static final class Mistake extends RuntimeException {
    private static final long serialVersionUID = 1;

    Mistake(String message) {
      super(message, null, false, false);
    }
  }

  static Options of(List<String> arguments, Map<String, String> environment) {
    Map<String, String> values = new HashMap<>();
    Set<String> switches = new HashSet<>();
    Set<String> excludedTools = new LinkedHashSet<>();
    readVariables(environment, values, switches, excludedTools);
    boolean isFirst = true;
    for (int i = 0; i < arguments.size(); i++) {
      String name = arguments.get(i);
      int equals = name.indexOf('=');
      String value = equals < 0 ? null : name.substring(equals + 1);
      if (equals >= 0) name = name.substring(0, equals);
      boolean isSwitch = SWITCHES.containsKey(name) || ASKS_THE_PROGRAM.contains(name);
      if (isSwitch && value == null) {
        switches.add(name);
      } else if (isSwitch) {
        throw new Mistake(name + " takes no value; write " + name + " alone, or leave it out");
      } else if (WITH_VALUE.containsKey(name) || name.equals(EXCLUDE)) {
        if (value == null && i + 1 < arguments.size()) value = arguments.get(++i);
        if (value == null || value.isBlank() || value.startsWith("--")) {
          throw new Mistake(name + ": a value is missing; --help lists the options");
        }
        if (!name.equals(EXCLUDE)) {
          values.put(name, value);
          continue;
        }
        // The command line takes precedence over the variable.
        if (isFirst) excludedTools.clear();
        isFirst = false;
        excludedTools.addAll(named(value));
      } else {
        throw unknown(name);
      }
    }
    return new Options(
        Map.copyOf(values), Set.copyOf(switches), Collections.unmodifiableSet(excludedTools));
  }

  /** An option or variable, for a message: with its field in the bundle's form, if it has one. */
  static String shown(String name) {
    String field = FIELDS.get(name);
    return field == null ? name : name + " (\"" + field + "\" in the form)";
  }

  private static List<String> named(String tools) {
    return Arrays.stream(tools.split(",")).map(String::strip).filter(n -> !n.isEmpty()).toList();
  }

  private static void readVariables(
      Map<String, String> environment,
      Map<String, String> values,
      Set<String> switches,
      Set<String> excludedTools) {
    WITH_VALUE.forEach(
        (option, variable) -> {
          String value = environment.get(variable);
          if (value != null && !value.isBlank()) values.put(option, value);
        });
    SWITCHES.forEach(
        (option, variable) -> {
          String value = environment.getOrDefault(variable, "false");
          if (value.equals("true")) switches.add(option);
          else if (!value.equals("false")) throw new Mistake(variable + ": expected true or false");
        });
    excludedTools.addAll(named(environment.getOrDefault(EXCLUDE_VARIABLE, "")));
    for (String name : environment.keySet()) {
      boolean isOurs = name.startsWith("FREIGHT_MCP_") && !name.equals(EXCLUDE_VARIABLE);
      if (!isOurs
          || OF_KUBERNETES.matcher(name).matches()
          || WITH_VALUE.containsValue(name)
          || SWITCHES.containsValue(name)) continue;
      // A limit with a wrong name would be none.
      throw new Mistake("there is no variable " + name + "; --help lists them");
    }
  }

  private static Mistake unknown(String name) {
    // What is no name may be a secret in a wrong place.
    String shown = name.matches("-{0,2}[a-z-]{1,30}") ? name : "of that name";
    return new Mistake(
        "there is no option "
            + shown
            + "; there are "
            + String.join(", ", WITH_VALUE.keySet())
            + ", "
            + String.join(", ", SWITCHES.keySet())
            + ", "
            + EXCLUDE);
  }

  boolean has(String name) {
    return switches.contains(name);
  }

  @Nullable String value(String name) {
    return values.get(name);
  }

  /** The amount of an option in USD; null if it was not given. */
  @Nullable BigDecimal usd(String name) {
    String text = values.get(name);
    if (text == null) return null;
    if (!text.matches("[0-9]{1,9}(\\.[0-9]{1,6})?")) {
      throw new Mistake(shown(name) + ": expected an amount in USD such as 20.00");
    }
    return new BigDecimal(text);
  }

  /**
   * The tools that are offered, of all there are.
   *
   * @param readOnly names of those that change no load
   */
  List<AgentTool> offered(List<AgentTool> all, Set<String> readOnly) {
    List<String> names = all.stream().map(AgentTool::name).toList();
    for (String name : excludedTools) {
      if (names.contains(name)) continue;
      // What is no name may be a secret in a wrong place.
      String shown = name.matches("[a-z_-]{1,30}") ? "\"" + name + "\"" : "of that name";
      throw new Mistake(
          "--exclude-tool: there is no tool " + shown + "; there are " + String.join(", ", names));
    }
    List<AgentTool> offered =
        all.stream()
            .filter(tool -> !excludedTools.contains(tool.name()))
            .filter(tool -> !has("--read-only") || readOnly.contains(tool.name()))
            .toList();
    if (!offered.isEmpty()) return offered;
    throw new Mistake("--exclude-tool: no tool is left; there are " + String.join(", ", names));
  }

  /** The limit of a day. */
  BigDecimal dayLimit() {
    BigDecimal limit = usd("--limit-per-day");
    if (limit == null && has("--sandbox")) return new BigDecimal("20.00");
    if (limit == null) {
      throw new Mistake(
          shown("--limit-per-day")
              + " is missing: a model spends real money with these tools; set an amount such as"
              + " 20.00");
    }
    if (limit.signum() == 0) {
      throw new Mistake(shown("--limit-per-day") + ": expected more than 0 USD");
    }
    return limit;
  }
}
