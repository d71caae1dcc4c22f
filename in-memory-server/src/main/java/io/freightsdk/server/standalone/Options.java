package io.freightsdk.server.standalone;

import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.FreightServerBuilder;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.http.engine.HttpEngine;
import io.freightsdk.server.service.account.Usd;
import io.freightsdk.server.standalone.Options.BadOption;
import io.freightsdk.server.time.VirtualClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The options of the command line. {@code toString} shows neither key nor token. */
final class Options {
  static final String HELP =
      """
      Usage: java -jar freight-server.jar [options]

      Serves the whole Freight Load Tracking Agent API from memory.

        --host ADDRESS       address to listen on (127.0.0.1)
        --public-url URL     base of the links of loads, if clients use another address
        --admin-host ADDRESS local address for test control calls of other machines (none)
        --admin-token TOKEN  token that these calls must send (random, and printed)
        --port PORT          port to listen on; 0 takes a free one (8080)
        --balance USD        opening balance of the first broker (100.00)
        --agent-key KEY      key of the first broker (random)
        --time-scale N       seconds of server time per second, 0 stops the clock (1)
        --no-ping-throttle   keep every fix, also several within 30 seconds
        --journal N          requests that the journal keeps (10000)
        --health URL         ask whether a server answers there, and end: 0 if it does
        --json               print one line of JSON when ready
        --help               print this
      """;

  String host = "127.0.0.1";
  int port = 8080;
  BigDecimal balanceUsd = new BigDecimal("100.00");
  @Nullable String agentKey;
  double timeScale = 1;
  @Nullable String healthUrl;
  private final FreightServerBuilder builder = InMemoryFreightServer.builder();
  boolean pingThrottle = true;
  boolean json;
  boolean help;

  private Options() {}

  /**
   * Reads a command line.
   *
   * @throws BadOption when it cannot be understood; the message says what to write
   * @throws IllegalArgumentException for a value that no server takes; the message says why
   */
  static Options parse(List<String> arguments) throws BadOption {
    Options options = new Options();
    Iterator<String> rest = arguments.iterator();
    while (rest.hasNext()) {
      String argument = rest.next();
      int equals = argument.indexOf('=');
      boolean joined = argument.startsWith("--") && equals > 0;
      String name = joined ? argument.substring(0, equals) : argument;
      Value value = new Value(name, joined ? argument.substring(equals + 1) : null, rest);
      options.read(name, value);
      if (value.isLeftOver()) throw new BadOption(name + " takes no value");
    }
    return options;
  }

  private void read(String name, Value value) throws BadOption {
    switch (name) {
      case "--host" -> host = value.text();
      case "--port" -> port = value.integer(0, HttpEngine.MAX_PORT);
      case "--public-url" -> builder.publicUrl(value.text());
      case "--admin-host" -> builder.adminHost(value.text());
      case "--admin-token" -> builder.adminToken(value.text());
      case "--balance" -> balanceUsd = usd(name, value);
      case "--agent-key" -> agentKey = value.text();
      case "--journal" -> builder.journalCapacity(value.integer(1, Integer.MAX_VALUE));
      case "--time-scale" -> timeScale = value.number(VirtualClock.MAX_SCALE);
      case "--no-ping-throttle" -> pingThrottle = false;
      case "--health" -> healthUrl = value.text();
      case "--json" -> json = true;
      case "--help", "-h" -> help = true;
      default -> throw new BadOption("unknown option " + name);
    }
  }

  private static BigDecimal usd(String option, Value value) throws BadOption {
    try {
      return Usd.of(value.text());
    } catch (IllegalArgumentException e) {
      throw new BadOption(option + " takes an amount in USD such as 25.00");
    }
  }

  /** The server with these options; to be asked for once. */
  FreightServerBuilder server() {
    builder
        .host(host)
        .port(port)
        .timeScale(timeScale)
        .broker(BrokerSettings.DEFAULT.withBalance(balanceUsd).withAgentKey(agentKey));
    if (!pingThrottle) builder.pingThrottle(Duration.ZERO);
    return builder;
  }

  @Override
  public String toString() {
    return "Options[host=" + host + ", port=" + port + ", timeScale=" + timeScale + "]";
  }

  /** A command line that cannot be understood; the message says what to write. */
  static final class BadOption extends Exception {
    private static final long serialVersionUID = 1L;

    BadOption(String message) {
      super(message);
    }
  }

  /** The value of one option: after its equals sign, or the next argument. */
  static final class Value {
    private final String option;
    private final Iterator<String> rest;
    private @Nullable String joined;

    Value(String option, @Nullable String joined, Iterator<String> rest) {
      this.option = option;
      this.joined = joined;
      this.rest = rest;
    }

    String text() throws BadOption {
      String value = joined;
      joined = null;
      if (value == null && rest.hasNext()) value = rest.next();
      if (value == null || value.isEmpty()) throw new BadOption(option + " needs a value");
      return value;
    }

    /** A whole number from {@code min} to {@code max}. */
    int integer(int min, int max) throws BadOption {
      return (int) checked(min, max, Integer::parseInt);
    }

    /** A number from 0 to {@code max}. */
    double number(double max) throws BadOption {
      return checked(0, max, Double::parseDouble);
    }

    /** Whether a value was given to an option without one. */
    boolean isLeftOver() {
      return joined != null;
    }

    private double checked(int min, double max, ToDoubleFunction<String> parse) throws BadOption {
      String text = text();
      try {
        double value = parse.applyAsDouble(text);
        if (value >= min && value <= max) return value;
      } catch (NumberFormatException notANumber) {
        // Refused as a number out of range is.
      }
      throw new BadOption(
          "%s takes a number from %s to %s, not %s".formatted(option, min, (long) max, text));
    }
  }
}
