package io.freightsdk.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.mcp.McpTools;
import io.freightsdk.error.AuthenticationException;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.model.Operation;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimit;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.awt.AWTError;
import java.awt.GraphicsEnvironment;
import java.awt.Toolkit;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The program that offers the freight tools to any MCP host. {@link Option} lists its options. */
public final class FreightMcpServer {
  static final String DEFAULT_NAME = "freight";

  // A paid call ends within the client's deadline of two minutes and is then in the ledger.
  private static final Duration FINISH_TIMEOUT = Duration.ofMinutes(3);

  // Above every price: without --approval-above, hosts are only asked about likely duplicates.
  private static final BigDecimal ABOVE_EVERY_PRICE = new BigDecimal("1000000000");

  private static final String PLAY_MONEY_USD = "25.00";

  /** Tool descriptions are about real loads, so a model would report texts that nobody got. */
  private static final String PLAY_MONEY =
      "This server has play money: its loads are not real, and no driver gets a text. Tell the user"
          + " so when you create a load.\n";

  /** The options of this program that set an option of the client or the ledger. */
  private static final Map<String, Option> OPTIONS_OF_BUILDERS =
      Map.of(
          "baseUrl", Option.ADDRESS,
          "allowInsecureHttp", Option.ADDRESS,
          "account", Option.ACCOUNT,
          "path", Option.LEDGER);

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
    // Text that libraries print must not get between the messages.
    System.setOut(System.err);
    // One line for each event, as in the program's own log.
    System.setProperty(
        "java.util.logging.SimpleFormatter.format", "freight-mcp-server: %5$s%6$s%n");
    System.exit(run(List.of(arguments), System.getenv(), System.in, out, System.err));
  }

  /**
   * Runs the program and returns its exit status.
   *
   * @param errors receives one line for each event, without keys, phone numbers and messages
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
      if (options.has(Option.HELP) || options.has(Option.VERSION)) {
        String text = options.has(Option.HELP) ? Option.help() : version() + "\n";
        out.write(text.getBytes(UTF_8));
        return 0;
      }
      new FreightMcpServer(options, environment, log).serve(in, out);
      return 0;
    } catch (InvalidOptionException e) {
      log.accept(String.valueOf(e.getMessage()));
      return 2;
    } catch (Exception e) {
      log.accept("the server failed unexpectedly: " + e.getClass().getName());
      return 1;
    }
  }

  private void serve(InputStream in, OutputStream out) throws InterruptedException {
    List<SpendLimit> limits = limits();
    String name = name();
    CountDownLatch finished = new CountDownLatch(1);
    StandardStreams streams = new StandardStreams(in, out, log);
    try (InMemoryFreightServer sandbox =
            options.has(Option.SANDBOX) ? InMemoryFreightServer.start() : null;
        SpendLedger ledger = ledger();
        FreightClient client = client(sandbox, ledger)) {
      Approver window = sandbox == null && hasDisplay() ? window(name) : null;
      List<AgentTool> tools = tools(client, ledger, limits, window);
      McpTools mcpTools = McpTools.of(tools);
      if (!name.equals(DEFAULT_NAME)) mcpTools = mcpTools.withServerName(name);
      // Play money needs no approval.
      if (sandbox != null) mcpTools = mcpTools.withApprover(request -> true);
      // The host of the bundle may declare that it can ask, and then respond without asking.
      else if (window != null && options.fromBundle()) mcpTools = mcpTools.withApprover(window);
      startServer(mcpTools, streams, name, sandbox != null);
      checkKey(client);
      if (sandbox != null) reportUnusedAddress();
      boolean createsLoads = tools.stream().anyMatch(tool -> tool.name().equals("create_load"));
      if (createsLoads && sandbox == null) reportUnaskedLoads(client);
      endWhenStopped(streams.disconnected(), finished);
      streams.disconnected().join();
      if (!streams.finishCalls(FINISH_TIMEOUT)) {
        log.accept(
            "calls still run after "
                + FINISH_TIMEOUT.toMinutes()
                + " minutes; their charges stay unknown");
      }
    } finally {
      finished.countDown();
    }
  }

  private String name() {
    String name = options.value(Option.NAME);
    if (name == null) return DEFAULT_NAME;
    if (name.matches("[\\p{L}\\p{N}]([\\p{L}\\p{N} ._-]{0,38}[\\p{L}\\p{N}])?")) return name;
    throw options.invalid(
        Option.NAME,
        "has more than 40 characters, or characters other than letters, digits, and . _ - and spaces between them",
        "use a name such as freight-staging");
  }

  /** Starts the MCP SDK's server, which reads from now on. */
  static void startServer(McpTools tools, StandardStreams streams, String name, boolean isSandbox) {
    String title = isSandbox ? name + " (play money)" : name;
    McpServer.SyncSpecification<?> server =
        McpServer.sync(streams)
            .serverInfo(Implementation.builder(name, version()).title(title).build())
            .capabilities(ServerCapabilities.builder().tools(false).build())
            .jsonSchemaValidator((schema, value) -> ValidationResponse.asValid(""));
    tools.configure(server);
    if (isSandbox) server.instructions(PLAY_MONEY + FreightTools.instructions());
    var unused = server.build();
  }

  /**
   * Reads the balance, which is free, so that the host's log has a wrong address or key before a
   * model meets it. The start does not wait for it.
   */
  private void checkKey(FreightClient client) {
    var unused =
        client
            .async()
            .getBalance()
            .whenComplete(
                (balance, failure) -> {
                  String problem = failure == null ? null : startProblem(failure);
                  if (problem != null) log.accept(problem);
                });
  }

  /** Users who set address or key, and forget the sandbox, would believe that loads are real. */
  private void reportUnusedAddress() {
    boolean isUnused = options.has(Option.ADDRESS) || options.has(AgentKey.option(options));
    if (!isUnused) return;
    log.accept(
        options.name(Option.SANDBOX)
            + ": is on, so all loads are play money; turn it off to use "
            + options.name(Option.ADDRESS));
  }

  /** Users who leave the price empty, or set it above the price of loads, may not intend it. */
  private void reportUnaskedLoads(FreightClient client) {
    BigDecimal approvalAbove = options.usd(Option.APPROVAL_ABOVE);
    String name = options.name(Option.APPROVAL_ABOVE);
    if (approvalAbove == null) {
      log.accept(
          name + ": is missing, so nobody is asked before a load is created; set 0.50 to be asked");
      return;
    }
    var unused =
        client
            .async()
            .getPricing()
            .thenAccept(
                list -> {
                  BigDecimal load = list.prices().get(Operation.CREATE_LOAD.priceKey());
                  if (load == null || load.compareTo(approvalAbove) > 0) return;
                  log.accept(
                      name
                          + ": a load costs "
                          + load.toPlainString()
                          + " USD, and "
                          + approvalAbove.toPlainString()
                          + " is not less, so nobody is asked before a load is created; set a lower"
                          + " price to be asked");
                });
  }

  /** A line for the host's log; null if the program ended before the response. */
  private @Nullable String startProblem(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    String key = options.name(AgentKey.option(options));
    String address = options.name(Option.ADDRESS);
    if (cause instanceof AuthenticationException || cause instanceof PermissionDeniedException) {
      return key
          + ": the service refuses this key, so no tool works; use the broker's agent key, and"
          + " restart this server";
    }
    if (cause instanceof UnknownBrokerException) {
      return key
          + ": the broker of this key is not registered at the service, so no tool works; register"
          + " the broker";
    }
    if (cause instanceof UnexpectedStatusException e) {
      return address
          + ": another server than the service responds at this address (status "
          + e.status()
          + "); correct it, and use no path such as /v1";
    }
    if (cause instanceof FreightCancelledException) return null;
    return address + ": the service is unavailable now; each call tries again";
  }

  /** On SIGTERM the program ends as at the end of its input, and the exit waits for it. */
  private static void endWhenStopped(
      CompletableFuture<Void> disconnected, CountDownLatch finished) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  disconnected.complete(null);
                  try {
                    finished.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                }));
  }

  private List<SpendLimit> limits() {
    SpendLimit perDay = SpendLimit.perDay(options.dayLimit());
    BigDecimal perHour = options.usd(Option.LIMIT_PER_HOUR);
    return perHour == null ? List.of(perDay) : List.of(perDay, SpendLimit.perHour(perHour));
  }

  private SpendLedger ledger() {
    if (options.has(Option.SANDBOX)) return SpendLedger.inMemory();
    try {
      return SpendLedger.open(LedgerPath.of(options, environment, System.getProperties()));
    } catch (SpendLedgerException e) {
      throw options.invalid(
          Option.LEDGER,
          "the ledger cannot be opened, and without it nothing may be spent",
          String.valueOf(e.getMessage()));
    } catch (InvalidOptionException e) {
      throw ofProgram(e);
    }
  }

  private FreightClient client(@Nullable InMemoryFreightServer sandbox, SpendLedger ledger) {
    try {
      FreightClient.Builder client =
          FreightClient.builder()
              .userAgentSuffix("freight-mcp-server/" + version())
              .spendGuard(ledger.guard());
      if (sandbox != null) {
        String key = sandbox.createBroker(PLAY_MONEY_USD).agentKey();
        client.baseUrl(sandbox.baseUrl()).agentKey(key);
      } else {
        client.baseUrl(address()).agentKey(AgentKey.read(options, log));
      }
      String account = options.value(Option.ACCOUNT);
      if (account != null) client.account(account);
      return client.build();
    } catch (InvalidOptionException e) {
      throw ofProgram(e);
    }
  }

  private String address() {
    String address = options.value(Option.ADDRESS);
    if (address != null) return address;
    throw options.invalid(
        Option.ADDRESS,
        "is missing",
        "set the address of the service and the agent key, or use " + options.name(Option.SANDBOX));
  }

  /** The exception of a builder, with the name of this program's option. */
  private InvalidOptionException ofProgram(InvalidOptionException e) {
    Option option =
        e.option().equals("agentKey")
            ? AgentKey.option(options)
            : OPTIONS_OF_BUILDERS.get(e.option());
    if (option == null) return e;
    // This program has no option to allow it.
    String remedy = e.option().equals("allowInsecureHttp") ? "use https" : e.remedy();
    return options.invalid(option, e.problem(), remedy);
  }

  /** Whether this Java has a desktop, and its display can be reached. */
  private boolean hasDisplay() {
    boolean hasSwing = ModuleLayer.boot().findModule("java.desktop").isPresent();
    if (!hasSwing || GraphicsEnvironment.isHeadless()) return false;
    // Without it, macOS shows an icon in the dock from now on.
    System.setProperty("apple.awt.UIElement", "true");
    try {
      var unused = Toolkit.getDefaultToolkit();
      return true;
    } catch (AWTError | LinkageError e) {
      log.accept(
          "the approval window cannot be opened: "
              + e.getClass().getName()
              + "; use a Java with a desktop and a correct variable DISPLAY, or a host that can ask");
      return false;
    }
  }

  /** Asks in a window of this program. The first question loads Swing, so that starts stay fast. */
  private static Approver window(String name) {
    return request ->
        ApprovalWindow.ask(
            request, name, StandardStreams.cancellation(), McpTools.APPROVAL_TIMEOUT);
  }

  /**
   * @param window asks for hosts that cannot ask; null without a display
   */
  private List<AgentTool> tools(
      FreightClient client,
      SpendLedger ledger,
      List<SpendLimit> limits,
      @Nullable Approver window) {
    BigDecimal approvalAbove =
        options.has(Option.SANDBOX) ? null : options.usd(Option.APPROVAL_ABOVE);
    FreightTools.Builder tools =
        FreightTools.builder(client, ledger)
            .scopeName("mcp")
            .sharedLimits(limits.toArray(SpendLimit[]::new))
            .approvalAbove(approvalAbove == null ? ABOVE_EVERY_PRICE : approvalAbove);
    if (window != null) tools.approver(window);
    return options.offered(tools.build());
  }

  private static String version() {
    String version = FreightMcpServer.class.getPackage().getImplementationVersion();
    return version == null ? "unreleased" : version;
  }
}
