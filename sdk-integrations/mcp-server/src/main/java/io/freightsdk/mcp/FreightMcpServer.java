package io.freightsdk.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.mcp.McpTools;
import io.freightsdk.error.AuthenticationException;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimit;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The program that offers the freight tools to any MCP host. {@link Options#HELP} has its options.
 */
public final class FreightMcpServer {
  // A paid call ends within the client's deadline of two minutes and is then in the ledger.
  private static final Duration TO_FINISH = Duration.ofMinutes(3);

  // Without --approval-above no price is asked for, but hosts are asked about orders that look
  // alike.
  private static final BigDecimal NEVER_BY_PRICE = new BigDecimal("1000000000");

  /** The options and variables of this program, by the options of the builders. */
  private static final Map<String, String> OPTIONS =
      Map.of(
          "baseUrl", "FREIGHT_BASE_URL",
          "allowInsecureHttp", "FREIGHT_BASE_URL",
          "agentKey", "FREIGHT_AGENT_KEY",
          "account", "--account",
          "path", "--ledger");

  private static final Set<String> READ_ONLY =
      Set.of("get_load_position", "list_loads", "get_budget");

  private final Options options;
  private final Map<String, String> environment;
  private final Consumer<String> log;

  private FreightMcpServer(Options options, Map<String, String> environment, Consumer<String> log) {
    this.options = options;
    this.environment = environment;
    this.log = log;
  }

  /** Runs until the input ends or the process is stopped. */
  public static void main(String[] arguments) {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    // What libraries print must not get between the messages.
    System.setOut(System.err);
    System.exit(run(List.of(arguments), System.getenv(), System.in, out, System.err));
  }

  /**
   * Runs the program and returns its exit status.
   *
   * @param errors takes one line for each event, without keys, phone numbers and messages
   */
  static int run(
      List<String> arguments,
      Map<String, String> environment,
      InputStream in,
      OutputStream out,
      PrintStream errors) {
    Consumer<String> log = line -> errors.println("freight-mcp-server: " + line);
    try {
      Options options = Options.of(arguments, environment);
      if (options.has("--help") || options.has("--version")) {
        out.write((options.has("--help") ? Options.HELP : version() + "\n").getBytes(UTF_8));
        return 0;
      }
      new FreightMcpServer(options, environment, log).serve(in, out);
      return 0;
    } catch (Options.Mistake e) {
      log.accept(String.valueOf(e.getMessage()));
      return 2;
    } catch (Exception e) {
      log.accept("the server failed unexpectedly: " + e.getClass().getName());
      return 1;
    }
  }

  private void serve(InputStream in, OutputStream out) throws InterruptedException {
    List<SpendLimit> limits = limits();
    CountDownLatch finished = new CountDownLatch(1);
    StandardStreams streams = new StandardStreams(in, out, log);
    try (Sandbox sandbox = options.has("--sandbox") ? Sandbox.start() : null;
        SpendLedger ledger = ledger();
        FreightClient client = client(sandbox, ledger)) {
      List<AgentTool> tools = tools(client, ledger, limits);
      McpTools offered = McpTools.of(tools);
      // Play money is nobody's, so nobody is asked.
      offer(sandbox == null ? offered : offered.withApprover(request -> true), streams);
      tryKey(client);
      boolean createsLoads = tools.stream().anyMatch(tool -> tool.name().equals("create_load"));
      if (createsLoads && sandbox == null) {
        comparePrices(client);
      }
      endWhenStopped(streams.ended(), finished);
      streams.ended().join();
      if (!streams.finish(TO_FINISH)) {
        log.accept(
            "calls still run after "
                + TO_FINISH.toMinutes()
                + " minutes; their charges stay unknown");
      }
    } finally {
      finished.countDown();
    }
  }

  /** Starts the SDK's server, which reads from now on. */
  static void offer(McpTools tools, StandardStreams streams) {
    McpServer.SyncSpecification<?> server =
        McpServer.sync(streams)
            .serverInfo("freight", version())
            .capabilities(ServerCapabilities.builder().tools(false).build())
            .jsonSchemaValidator((schema, value) -> ValidationResponse.asValid(""));
    tools.configure(server);
    var unused = server.build();
  }

  /**
   * Reads the balance, which is free, so that a wrong address or key is in the host's log before a
   * model meets it. The start does not wait for it.
   */
  private void tryKey(FreightClient client) {
    var unused =
        client
            .async()
            .getBalance()
            .whenComplete(
                (balance, failure) -> {
                  String problem = failure == null ? null : problem(failure);
                  if (problem != null) log.accept(problem);
                });
  }

  /** Who left the price empty, or set one above those of loads, may not know what that means. */
  private void comparePrices(FreightClient client) {
    BigDecimal askAbove = options.usd("--approval-above");
    if (askAbove == null) {
      log.accept("without --approval-above nobody is asked whether a load may be created");
      return;
    }
    var unused =
        client
            .async()
            .getPricing()
            .thenAccept(
                list -> {
                  BigDecimal load = list.prices().get(Operation.CREATE_LOAD.priceKey());
                  if (load == null || load.compareTo(askAbove) > 0) return;
                  log.accept(
                      "--approval-above "
                          + askAbove.toPlainString()
                          + ": a load costs "
                          + load.toPlainString()
                          + " USD, so nobody is asked before one is created");
                });
  }

  private static @Nullable String problem(Throwable failure) {
    Throwable why = failure instanceof CompletionException ? failure.getCause() : failure;
    if (why instanceof AuthenticationException || why instanceof PermissionDeniedException) {
      return "the service refuses FREIGHT_AGENT_KEY; no tool works until it is the broker's agent"
          + " key";
    }
    if (why instanceof UnknownBrokerException) {
      return "the broker of FREIGHT_AGENT_KEY is not registered at the service; no tool works until"
          + " he is";
    }
    if (why instanceof UnexpectedStatusException e) {
      return "what answers at FREIGHT_BASE_URL is not the service (status "
          + e.status()
          + "); the"
          + " address has no path such as /v1 at its end";
    }
    // The program has ended before the answer.
    if (why instanceof FreightCancelledException) return null;
    return "the service cannot be reached now; each call tries again";
  }

  /** On SIGTERM the program ends as at the end of its input, and waits until that is done. */
  private static void endWhenStopped(CompletableFuture<Void> ended, CountDownLatch finished) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  ended.complete(null);
                  try {
                    finished.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                }));
  }

  private List<SpendLimit> limits() {
    SpendLimit perDay = SpendLimit.perDay(options.dayLimit());
    BigDecimal perHour = options.usd("--limit-per-hour");
    return perHour == null ? List.of(perDay) : List.of(perDay, SpendLimit.perHour(perHour));
  }

  private SpendLedger ledger() {
    if (options.has("--sandbox")) return SpendLedger.inMemory();
    try {
      return SpendLedger.open(
          LedgerPath.of(options.value("--ledger"), environment, System.getProperties()));
    } catch (SpendLedgerException e) {
      throw new Options.Mistake("--ledger: nothing may be spent without it: " + e.getMessage());
    } catch (InvalidOptionException e) {
      throw mistake(e);
    }
  }

  private FreightClient client(@Nullable Sandbox sandbox, SpendLedger ledger) {
    String address = environment.getOrDefault("FREIGHT_BASE_URL", "").strip();
    if (sandbox == null && address.isEmpty()) {
      throw new Options.Mistake(
          "set the address of the service in "
              + Options.shown("FREIGHT_BASE_URL")
              + "; or try "
              + Options.shown("--sandbox"));
    }
    try {
      FreightClient.Builder client =
          FreightClient.builder()
              .baseUrl(sandbox == null ? address : sandbox.baseUrl())
              .agentKey(sandbox == null ? AgentKey.of(environment, log) : sandbox.agentKey())
              .userAgentSuffix("freight-mcp-server/" + version())
              .spendGuard(ledger.guard());
      String account = options.value("--account");
      if (account != null) client.account(account);
      return client.build();
    } catch (InvalidOptionException e) {
      throw mistake(e);
    }
  }

  private static Options.Mistake mistake(InvalidOptionException wrong) {
    String option = wrong.option();
    // This program has no option for it.
    String remedy = option.equals("allowInsecureHttp") ? "use https" : wrong.remedy();
    return new Options.Mistake(
        Options.shown(OPTIONS.getOrDefault(option, option))
            + ": "
            + wrong.problem()
            + "; "
            + remedy);
  }

  private List<AgentTool> tools(FreightClient client, SpendLedger ledger, List<SpendLimit> limits) {
    BigDecimal askAbove = options.has("--sandbox") ? null : options.usd("--approval-above");
    FreightTools.Builder tools =
        FreightTools.builder(client, ledger)
            .scopeName("mcp")
            .limits(limits.toArray(SpendLimit[]::new))
            .approvalAbove(askAbove == null ? NEVER_BY_PRICE : askAbove);
    return options.offered(tools.build(), READ_ONLY);
  }

  private static String version() {
    String version = FreightMcpServer.class.getPackage().getImplementationVersion();
    return version == null ? "unreleased" : version;
  }
}
