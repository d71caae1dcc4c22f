package io.freightsdk.mcp;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The options from the command line and the environment; the command line takes precedence. */
record Options(Map<String, String> values, Set<String> switches) {
  static final String HELP =
      """
      freight-mcp-server: freight tools for MCP hosts, on standard input and output.

        FREIGHT_BASE_URL           address of the service                            required
        FREIGHT_AGENT_KEY          agent key of the broker; or FREIGHT_AGENT_KEY_FILE,
                                   a file that holds it                           required

        --limit-per-day USD        what the tools may spend in any 24 hours, kept    required
                                   over restarts and shared by all local hosts;
                                   "none" leaves it to the balance
        --limit-per-hour USD       in any hour                                       none
        --limit-per-call USD       by one call                                       none
        --approve-above USD        ask the person at the host before a call that     nobody is asked
                                   costs more; 0 asks before every paid call
        --tools TOOL,...           offer only these tools                            all
        --read-only                offer only tools that change no load; reading a
                                   position still costs money
        --books DIRECTORY          where the ledger is: a directory that only you    the user's data
                                   can open                                        directory
        --sandbox                  try it without a key: a service in this process,
                                   25.00 USD of play money, forgotten at the end
        --help, --version

      FREIGHT_MCP_DAY_LIMIT_USD, FREIGHT_MCP_ASK_ABOVE_USD and FREIGHT_MCP_BOOKS stand for
      --limit-per-day, --approve-above and --books.
      """;

  /** Where people go who want more than one user of one machine. */
  static final String OVER_HTTP = "docs/give-it-to-your-agent.md, Over HTTP";

  private static final List<String> WITH_VALUE =
      List.of(
          "--limit-per-day",
          "--limit-per-hour",
          "--limit-per-call",
          "--approve-above",
          "--tools",
          "--books");
  private static final List<String> SWITCHES =
      List.of("--read-only", "--sandbox", "--help", "--version");

  /** What people look for who want to serve others. */
  private static final Pattern OF_A_SERVER =
      Pattern.compile("--(http|host|port|users?|token|no-token|oauth|resource|allow-.*)");

  /** A mistake in the configuration, described in one line. */
  static final class Mistake extends RuntimeException {
    private static final long serialVersionUID = 1;

    Mistake(String message) {
      super(message, null, false, false);
    }
  }

  static Options of(List<String> arguments, Map<String, String> environment) {
    Map<String, String> values = new HashMap<>();
    take(values, "--limit-per-day", environment.get("FREIGHT_MCP_DAY_LIMIT_USD"));
    take(values, "--approve-above", environment.get("FREIGHT_MCP_ASK_ABOVE_USD"));
    take(values, "--books", environment.get("FREIGHT_MCP_BOOKS"));
    List<String> switches = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String name = arguments.get(i);
      int equals = name.indexOf('=');
      String value = equals < 0 ? null : name.substring(equals + 1);
      if (equals >= 0) name = name.substring(0, equals);
      if (SWITCHES.contains(name) && value == null) {
        switches.add(name);
      } else if (WITH_VALUE.contains(name)) {
        if (value == null && i + 1 < arguments.size()) value = arguments.get(++i);
        if (value == null || value.isBlank() || value.startsWith("--")) {
          throw new Mistake(name + ": a value is missing; --help lists the options");
        }
        values.put(name, value);
      } else {
        throw unknown(name);
      }
    }
    return new Options(Map.copyOf(values), Set.copyOf(switches));
  }

  private static Mistake unknown(String name) {
    // What is no name may be a secret in a wrong place.
    String shown = name.matches("-{0,2}[a-z-]{1,30}") ? name : "of that name";
    return new Mistake(
        "there is no option "
            + shown
            + "; "
            + (OF_A_SERVER.matcher(name).matches()
                ? "this program serves its own host on standard input and output; for others see "
                    + OVER_HTTP
                : "there are "
                    + Stream.concat(WITH_VALUE.stream(), SWITCHES.stream())
                        .collect(Collectors.joining(", "))));
  }

  private static void take(Map<String, String> values, String name, @Nullable String value) {
    if (value != null && !value.isBlank()) values.put(name, value);
  }

  boolean has(String name) {
    return switches.contains(name);
  }

  @Nullable String value(String name) {
    return values.get(name);
  }

  /** The comma-separated values of an option, empty if it was not given. */
  List<String> list(String name) {
    String text = values.get(name);
    if (text == null) return List.of();
    return Arrays.stream(text.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }

  /** The amount of an option in USD; null if it was not given. */
  @Nullable BigDecimal usd(String name) {
    String text = values.get(name);
    if (text == null) return null;
    if (!text.matches("[0-9]{1,9}(\\.[0-9]{1,6})?")) {
      throw new Mistake(name + ": expected an amount in USD such as 20.00");
    }
    return new BigDecimal(text);
  }

  /** The day's limit; null for none. */
  @Nullable BigDecimal dayLimit() {
    String text = values.get("--limit-per-day");
    if (text == null && has("--sandbox")) return new BigDecimal("20.00");
    if (text == null) {
      throw new Mistake(
          "--limit-per-day is missing: a model spends real money with these tools; say for example"
              + " --limit-per-day 20.00");
    }
    if (text.equals("none")) return null;
    BigDecimal limit = usd("--limit-per-day");
    if (limit == null || limit.signum() == 0) {
      throw new Mistake("--limit-per-day: expected more than 0 USD; use --tools to forbid tools");
    }
    return limit;
  }
}
