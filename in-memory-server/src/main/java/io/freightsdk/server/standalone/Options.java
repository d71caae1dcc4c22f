package io.freightsdk.server.standalone;

import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerBuilder;
import io.freightsdk.server.service.account.Usd;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The command line options. They are read without a library, because picocli would take half of the
 * processor time of a start, and of each {@code --health} that a container runs.
 */
final class Options {
  static final String HELP =
      """
      Usage: java -jar freight-server.jar [OPTIONS]
      Serves the whole Freight Load Tracking Agent API from memory.

        --host ADDRESS        address to listen on (127.0.0.1)
        --public-url URL      base URL of load links (the host of the client's request)
        --admin-host ADDRESS  local address at which other machines may use /__admin (none)
        --admin-token TOKEN   token for these calls (random, printed at start)
        --port PORT           port to listen on; 0 picks a free port (8080)
        --balance USD         opening balance of the first broker (100.00)
        --agent-key KEY       key of the first broker (random)
        --time-scale N        seconds of server time per second; 0 stops the clock (1)
        --no-ping-throttle    keep every fix, even several within 30 seconds
        --journal N           number of requests in the journal (10000)
        --health URL          check that a server responds at URL, then exit; 0 if it does
        --json                print one line of JSON when the server is ready
        -h, --help            print this help
      """;

  String host = "127.0.0.1";
  @Nullable String publicUrl;
  @Nullable String adminHost;
  @Nullable String adminToken;
  int port = 8080;
  BigDecimal balanceUsd = Usd.of("100.00");
  @Nullable String agentKey;
  double timeScale = 1;
  boolean noPingThrottle;
  int journal = 10_000;
  @Nullable String healthUrl;
  boolean json;
  boolean help;

  private Options() {}

  /**
   * Parses a command line. A later option replaces an earlier one, because an image has its own
   * options.
   *
   * @throws IllegalArgumentException if an option is invalid; the message has the reason
   */
  static Options parse(List<String> arguments) {
    Options options = new Options();
    Iterator<String> rest = arguments.iterator();
    while (rest.hasNext()) {
      String[] given = rest.next().split("=", 2);
      options.read(new Option(given[0], given.length == 2 ? given[1] : null, rest));
    }
    return options;
  }

  private void read(Option option) {
    switch (option.name) {
      case "--host" -> host = option.text();
      case "--public-url" -> publicUrl = option.text();
      case "--admin-host" -> adminHost = option.text();
      case "--admin-token" -> adminToken = option.text();
      case "--port" -> port = option.integer();
      case "--balance" -> balanceUsd = option.usd();
      case "--agent-key" -> agentKey = option.text();
      case "--time-scale" -> timeScale = option.number();
      case "--no-ping-throttle" -> noPingThrottle = option.flag();
      case "--journal" -> journal = option.integer();
      case "--health" -> healthUrl = option.text();
      case "--json" -> json = option.flag();
      case "-h", "--help" -> help = option.flag();
      default -> throw new IllegalArgumentException("unknown option " + option.name);
    }
  }

  /**
   * Creates a server builder with these options.
   *
   * @throws IllegalArgumentException if a value is invalid; the message has the reason
   */
  ServerBuilder toBuilder() {
    ServerBuilder builder =
        InMemoryFreightServer.builder()
            .host(host)
            .port(port)
            .timeScale(timeScale)
            .journalCapacity(journal)
            .firstLoadNumberFromClock()
            .broker(BrokerSettings.DEFAULT.withBalance(balanceUsd).withAgentKey(agentKey));
    if (publicUrl != null) builder.publicUrl(publicUrl);
    if (adminHost != null) builder.adminHost(adminHost);
    if (adminToken != null) builder.adminToken(adminToken);
    if (noPingThrottle) builder.pingThrottle(Duration.ZERO);
    return builder;
  }

  /**
   * An option of the command line.
   *
   * @param inlineValue the value after an equals sign; null without one
   * @param nextArguments the arguments after it; the first is its value if there is no inline value
   */
  private record Option(String name, @Nullable String inlineValue, Iterator<String> nextArguments) {
    String text() {
      String value = inlineValue;
      if (value == null && nextArguments.hasNext()) value = nextArguments.next();
      // An option instead of a value means that the value is missing.
      if (value == null || value.isEmpty() || (inlineValue == null && value.startsWith("--"))) {
        throw invalid("value is missing");
      }
      return value;
    }

    int integer() {
      String text = text();
      try {
        return Integer.parseInt(text);
      } catch (NumberFormatException e) {
        throw invalid("'" + text + "' is not an integer");
      }
    }

    double number() {
      String text = text();
      try {
        return Double.parseDouble(text);
      } catch (NumberFormatException e) {
        throw invalid("'" + text + "' is not a number");
      }
    }

    BigDecimal usd() {
      String text = text();
      try {
        return Usd.of(text);
      } catch (IllegalArgumentException e) {
        throw invalid(String.valueOf(e.getMessage()));
      }
    }

    /** Returns true. Throws if the option has a value. */
    boolean flag() {
      if (inlineValue != null) throw invalid("takes no value");
      return true;
    }

    private IllegalArgumentException invalid(String why) {
      return new IllegalArgumentException(name + ": " + why);
    }
  }
}
