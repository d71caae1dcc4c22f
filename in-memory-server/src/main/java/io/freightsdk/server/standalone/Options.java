package io.freightsdk.server.standalone;

import io.freightsdk.server.service.account.Usd;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for. {@code toString} does not show the key.
 *
 * @param agentKey null for a random one
 * @param givenTimeScale null when the command line has none
 */
record Options(
    String host,
    int port,
    BigDecimal balanceUsd,
    @Nullable String agentKey,
    @Nullable Double givenTimeScale,
    boolean pingThrottle,
    boolean demo,
    boolean json,
    boolean help) {
  static final String HELP =
      """
      Usage: java -jar freight-in-memory-server.jar [options]

      Serves the whole Freight Load Tracking Agent API from memory.

        --host ADDRESS       address to listen on (127.0.0.1)
        --port PORT          port to listen on; 0 takes a free one (8080)
        --balance USD        what the first broker can spend (100.00)
        --agent-key KEY      key of the first broker (random)
        --time-scale N       seconds of server time per second, 0 stops the clock (1; 60 with --demo)
        --no-ping-throttle   keep every fix, however close in time
        --demo               load the server with trucks on the road
        --json               print one line of JSON when ready
        --help               print this
      """;

  private static final int DEFAULT_PORT = 8080;
  private static final int MAX_PORT = 65_535;
  private static final double MAX_TIME_SCALE = 1_000_000;
  private static final Options DEFAULTS =
      new Options(
          "127.0.0.1",
          DEFAULT_PORT,
          new BigDecimal("100.00"),
          null,
          null,
          true,
          false,
          false,
          false);

  /**
   * Reads a command line.
   *
   * @throws BadOption when it cannot be understood; the message says what to write
   */
  static Options parse(List<String> arguments) throws BadOption {
    Options options = DEFAULTS;
    Iterator<String> rest = arguments.iterator();
    while (rest.hasNext()) {
      String argument = rest.next();
      int equals = argument.indexOf('=');
      boolean joined = argument.startsWith("--") && equals > 0;
      String name = joined ? argument.substring(0, equals) : argument;
      Value value = new Value(name, joined ? argument.substring(equals + 1) : null, rest);
      options = options.with(name, value);
      if (value.isLeftOver()) throw new BadOption(name + " takes no value");
    }
    return options;
  }

  /** Seconds of server time per second. */
  double timeScale() {
    if (givenTimeScale != null) return givenTimeScale;
    return demo ? DemoFleet.TIME_SCALE : 1;
  }

  private Options with(String name, Value value) throws BadOption {
    return switch (name) {
      case "--host" -> host(value.text());
      case "--port" -> port(value.integer(MAX_PORT));
      case "--balance" -> balance(value);
      case "--agent-key" -> agentKey(value.text());
      case "--time-scale" -> timeScale(value.number(MAX_TIME_SCALE));
      case "--no-ping-throttle" -> flags(false, demo, json, help);
      case "--demo" -> flags(pingThrottle, true, json, help);
      case "--json" -> flags(pingThrottle, demo, true, help);
      case "--help", "-h" -> flags(pingThrottle, demo, json, true);
      default -> throw new BadOption("unknown option " + name);
    };
  }

  private Options host(String address) {
    return new Options(
        address, port, balanceUsd, agentKey, givenTimeScale, pingThrottle, demo, json, help);
  }

  private Options port(int number) {
    return new Options(
        host, number, balanceUsd, agentKey, givenTimeScale, pingThrottle, demo, json, help);
  }

  private Options balance(Value value) throws BadOption {
    try {
      return new Options(
          host,
          port,
          Usd.of(value.text()),
          agentKey,
          givenTimeScale,
          pingThrottle,
          demo,
          json,
          help);
    } catch (IllegalArgumentException e) {
      throw new BadOption("--balance takes an amount in USD such as 25.00");
    }
  }

  private Options agentKey(String key) {
    return new Options(host, port, balanceUsd, key, givenTimeScale, pingThrottle, demo, json, help);
  }

  private Options timeScale(double scale) {
    return new Options(host, port, balanceUsd, agentKey, scale, pingThrottle, demo, json, help);
  }

  private Options flags(boolean throttle, boolean withDemo, boolean asJson, boolean withHelp) {
    return new Options(
        host, port, balanceUsd, agentKey, givenTimeScale, throttle, withDemo, asJson, withHelp);
  }

  @Override
  public String toString() {
    return "Options[host=" + host + ", port=" + port + ", timeScale=" + timeScale() + "]";
  }
}
