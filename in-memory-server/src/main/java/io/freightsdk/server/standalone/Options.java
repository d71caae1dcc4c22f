package io.freightsdk.server.standalone;

import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.FreightServerBuilder;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.service.account.Usd;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The options of the command line. {@code toString} shows neither key nor token. */
@Command(
    name = "java -jar freight-server.jar",
    description = "Serves the whole Freight Load Tracking Agent API from memory.",
    abbreviateSynopsis = true,
    sortOptions = false,
    usageHelpWidth = 100)
final class Options {
  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "address to listen on (${DEFAULT-VALUE})")
  String host = "127.0.0.1";

  @Option(
      names = "--public-url",
      paramLabel = "URL",
      description = "base of the links of loads, if clients use another address")
  @Nullable String publicUrl;

  @Option(
      names = "--admin-host",
      paramLabel = "ADDRESS",
      description = "local address for test control calls of other machines (none)")
  @Nullable String adminHost;

  @Option(
      names = "--admin-token",
      paramLabel = "TOKEN",
      description = "token that these calls must send (random, and printed)")
  @Nullable String adminToken;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "port to listen on; 0 takes a free one (${DEFAULT-VALUE})")
  int port = 8080;

  @Option(
      names = "--balance",
      paramLabel = "USD",
      description = "opening balance of the first broker (${DEFAULT-VALUE})")
  String balanceUsd = "100.00";

  @Option(
      names = "--agent-key",
      paramLabel = "KEY",
      description = "key of the first broker (random)")
  @Nullable String agentKey;

  @Option(
      names = "--time-scale",
      paramLabel = "N",
      description = "seconds of server time per second; 0 stops the clock (${DEFAULT-VALUE})")
  double timeScale = 1;

  @Option(
      names = "--no-ping-throttle",
      description = "keep every fix, also several within 30 seconds")
  boolean everyPing;

  @Option(
      names = "--journal",
      paramLabel = "N",
      description = "requests that the journal keeps (${DEFAULT-VALUE})")
  int journal = 10_000;

  @Option(
      names = "--health",
      paramLabel = "URL",
      description = "ask whether a server answers there, and end: 0 if it does")
  @Nullable String healthUrl;

  @Option(names = "--json", description = "print one line of JSON when ready")
  boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "print this")
  boolean help;

  /** Reads options. One that is given twice counts the second time: an image brings some. */
  static CommandLine commandLine() {
    return new CommandLine(new Options())
        .setOverwrittenOptionsAllowed(true)
        .registerConverter(String.class, Options::notEmpty);
  }

  /**
   * Reads a command line.
   *
   * @throws ParameterException when it cannot be understood; the message says why
   */
  static Options parse(List<String> arguments) {
    CommandLine line = commandLine();
    line.parseArgs(arguments.toArray(String[]::new));
    return line.getCommand();
  }

  private static String notEmpty(String value) {
    if (value.isEmpty()) throw new TypeConversionException("it is empty");
    return value;
  }

  /**
   * The server with these options.
   *
   * @throws IllegalArgumentException for a value that no server takes; the message says why
   */
  FreightServerBuilder server() {
    FreightServerBuilder builder =
        InMemoryFreightServer.builder()
            .host(host)
            .port(port)
            .timeScale(timeScale)
            .journalCapacity(journal)
            .broker(BrokerSettings.DEFAULT.withBalance(Usd.of(balanceUsd)).withAgentKey(agentKey));
    if (publicUrl != null) builder.publicUrl(publicUrl);
    if (adminHost != null) builder.adminHost(adminHost);
    if (adminToken != null) builder.adminToken(adminToken);
    if (everyPing) builder.pingThrottle(Duration.ZERO);
    return builder;
  }

  @Override
  public String toString() {
    return "Options[host=" + host + ", port=" + port + ", timeScale=" + timeScale + "]";
  }
}
