package io.freightsdk.mcp;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An option of the program. Parsing, {@code --help} and all messages use this table. */
enum Option {
  ADDRESS(
      null,
      "FREIGHT_BASE_URL",
      "URL",
      "Address of the service",
      "Address of the service. Required."),
  AGENT_KEY(
      null,
      "FREIGHT_AGENT_KEY",
      "KEY",
      "Agent key",
      "Agent key of the broker. It can spend the prepaid balance. Required."),
  AGENT_KEY_FILE(
      null,
      "FREIGHT_AGENT_KEY_FILE",
      "PATH",
      null,
      "File that contains the agent key, instead of FREIGHT_AGENT_KEY. Default: none."),
  LIMIT_PER_DAY(
      "--limit-per-day",
      "FREIGHT_MCP_LIMIT_PER_DAY_USD",
      "USD",
      "Limit per day in USD",
      """
      Maximum to spend in any 24 hours. Restarts do not reset it, and all hosts of
      this user share it.
      Required; 20.00 with --sandbox.
      """),
  LIMIT_PER_HOUR(
      "--limit-per-hour",
      "FREIGHT_MCP_LIMIT_PER_HOUR_USD",
      "USD",
      null,
      "Maximum to spend in any hour. Default: none."),
  APPROVAL_ABOVE(
      "--approval-above",
      "FREIGHT_MCP_APPROVAL_ABOVE_USD",
      "USD",
      "Ask me above this price in USD",
      """
      You are asked before each call that costs more, and with 0 before every paid call.
      At any price, you are asked before a delivery is confirmed, and before an order
      that looks like a duplicate. The host asks you. If it cannot, this program asks in
      its own window. Without a display, it then refuses calls that cost more.
      Default: no price needs approval.
      """),
  NAME(
      "--name",
      "FREIGHT_MCP_NAME",
      "NAME",
      "Name of this server",
      """
      Name that the host shows, such as freight-staging. Any other name than the
      default also appears in each question to you.
      Default: freight.
      """),
  LEDGER(
      "--ledger",
      "FREIGHT_MCP_LEDGER",
      "PATH",
      null,
      """
      File of the ledger, as an absolute path or a path that begins with ~/.
      Default: in the user's data folder.
      """),
  ACCOUNT(
      "--account",
      "FREIGHT_MCP_ACCOUNT",
      "NAME",
      null,
      """
      Name of the broker's account, for a broker who changes the key. Use a new name
      after a restart of an in-memory server.
      Default: each key is an account.
      """),
  READ_ONLY(
      "--read-only",
      "FREIGHT_MCP_READ_ONLY",
      "",
      null,
      """
      Offers only tools that change no load. Reading a position still costs money.
      Default: all tools.
      """),
  EXCLUDE_TOOL(
      "--exclude-tool",
      "FREIGHT_MCP_EXCLUDE_TOOLS",
      "TOOL",
      null,
      """
      Leaves out a tool, such as confirm_delivery. Repeat the option, or separate tools
      with commas.
      Default: all tools.
      """),
  SANDBOX(
      "--sandbox",
      "FREIGHT_MCP_SANDBOX",
      "",
      "Try it without an account",
      """
      Starts a service in this process, with 25.00 USD of play money. It needs no
      address and no key, asks nobody for approval, and loses its loads at the end.
      Default: the service at the address.
      """),
  HELP("--help", null, "", null, "Prints this text."),
  VERSION("--version", null, "", null, "Prints the version.");

  /** Name on the command line; null for an option that only has a variable. */
  final @Nullable String flag;

  /** Name of the environment variable; null for an option that only has a flag. */
  final @Nullable String variable;

  /** Title of the field in the bundle's form; null for an option that the form does not have. */
  final @Nullable String field;

  private final String value;
  private final String description;

  Option(
      @Nullable String flag,
      @Nullable String variable,
      String value,
      @Nullable String field,
      String description) {
    this.flag = flag;
    this.variable = variable;
    this.value = value;
    this.field = field;
    this.description = description;
  }

  /** Whether the option has no value: it is present or absent, and its variable true or false. */
  boolean isSwitch() {
    return value.isEmpty();
  }

  /** The option with this flag or variable; null for none. */
  static @Nullable Option named(String name) {
    return Arrays.stream(values())
        .filter(option -> name.equals(option.flag) || name.equals(option.variable))
        .findFirst()
        .orElse(null);
  }

  /** The text of {@code --help}. */
  static String help() {
    String head =
        """
        freight-mcp-server: freight tools for MCP hosts, on standard input and output.

        Options take precedence over environment variables. The variables of --read-only and
        --sandbox are true or false.

        """;
    return head + Arrays.stream(values()).map(Option::helpEntry).collect(Collectors.joining("\n"));
  }

  private String helpEntry() {
    String usage = flag == null || isSwitch() ? flag : flag + " " + value;
    String names =
        Stream.of(usage, variable).filter(Objects::nonNull).collect(Collectors.joining(", or "));
    return names.indent(2) + description.indent(6);
  }
}
