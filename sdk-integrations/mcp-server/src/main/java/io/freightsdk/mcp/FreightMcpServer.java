package io.freightsdk.mcp;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The program that offers the freight tools to any MCP host. {@link Options#HELP} has its options.
 */
public final class FreightMcpServer {
  // A paid call ends within the client's deadline of two minutes and is then booked.
  private static final long MINUTES_TO_FINISH = 3;

  // Without --approve-above nobody is asked, although calls have an approver.
  private static final BigDecimal NEVER_BY_PRICE = new BigDecimal("1000000000");

  private static final BigDecimal NO_LIMIT = NEVER_BY_PRICE;

  private static final List<String> READING =
      List.of("get_load_position", "list_loads", "get_prices", "get_balance", "spending");

  private final Options options;
  private final Map<String, String> environment;
  private final Log log;
  private final @Nullable BigDecimal dayLimit;
  private final String baseUrl;
  private final Supplier<String> agentKey;
  private final @Nullable Sandbox service;
  private final String version = version();
  private final ExecutorService threads = Executors.newCachedThreadPool(FreightMcpServer::thread);
  private final CompletableFuture<List<AgentTool>> texts = new CompletableFuture<>();
  private final ActingTools acting;
  private final ToolSet tools;

  private @Nullable FreightClient listing;
  private volatile @Nullable Books books;

  /** Where the host listens. */
  private volatile Wire host = message -> {};

  /** Counted down when the input ends or the process is stopped. */
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Counted down when everything is booked and closed; the shutdown hook waits for it. */
  private final CountDownLatch finished = new CountDownLatch(1);

  private FreightMcpServer(Options options, Map<String, String> environment, Log log) {
    this.options = options;
    this.environment = environment;
    this.log = log;
    dayLimit = options.dayLimit();
    boolean sandbox = options.has("--sandbox");
    service = sandbox ? Sandbox.start() : null;
    baseUrl =
        service != null
            ? service.baseUrl()
            : required("FREIGHT_BASE_URL", "the address of the service, or try --sandbox");
    agentKey = service != null ? service::agentKey : AgentKey.of(environment);
    acting = new ActingTools(this::open, this::opened, threads, log);
    tools = new ToolSet(texts, acting);
  }

  /** Runs until the input ends or the process is stopped. */
  public static void main(String[] args) {
    // Output of libraries must not get between the messages.
    PrintStream out = System.out;
    System.setOut(System.err);
    System.exit(run(List.of(args), System.getenv(), out));
  }

  /** Runs the program and returns its exit status. */
  static int run(List<String> args, Map<String, String> environment, PrintStream out) {
    Log log = Log.standardError();
    try {
      Options options = Options.of(args, environment);
      if (options.has("--help") || options.has("--version")) {
        out.print(options.has("--help") ? Options.HELP : version() + "\n");
        out.flush();
        return 0;
      }
      new FreightMcpServer(options, environment, log).serve(out);
      return 0;
    } catch (Options.Mistake | IllegalArgumentException e) {
      log.say(String.valueOf(e.getMessage()));
      return 2;
    } catch (Exception e) {
      log.say("the server failed unexpectedly: " + e.getClass().getName());
      return 1;
    }
  }

  private void serve(OutputStream out) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(this::end));
    Session session = new Session(tools, threads, log, version);
    StandardStreams streams = new StandardStreams(System.in, out, FreightMcpServer::thread, log);
    host = streams;
    // Answers from the start; a daemon thread, which does not keep a stopped process alive.
    thread(
            () -> {
              streams.serve(session);
              ended.countDown();
            })
        .start();
    try {
      offer();
      ended.await();
    } finally {
      session.close();
      streams.ending();
      finish();
      streams.end();
      finished.countDown();
    }
  }

  /**
   * Builds the tools that are only listed, then opens those that can be called. The client of the
   * listed tools spends nothing.
   */
  private void offer() {
    books =
        service != null ? new Books.InMemory() : Books.at(options.value("--books"), environment);
    SpendLedger none = SpendLedger.inMemory();
    FreightClient client = listing(none);
    listing = client;
    texts.complete(tools(client, none).build());
    acting.open();
  }

  /**
   * Opens the books and builds the tools that can be called, so that everything they spend is
   * booked.
   */
  private ActingTools.Opened open() {
    SpendLedger books = Objects.requireNonNull(this.books).open();
    FreightClient client = client(books).build();
    return new ActingTools.Opened(tools(client, books).build(), client, books);
  }

  private void opened(ActingTools.Opened opened) {
    // The price came after the first list.
    if (!tools.isOutdated()) return;
    host.send(Messages.notification("notifications/tools/list_changed", Map.of()));
  }

  private FreightClient listing(SpendLedger none) {
    try {
      return client(none).retryPolicy(RetryPolicy.none()).build();
    } catch (IllegalArgumentException e) {
      // What it says to programmers, in the words of the program.
      throw new Options.Mistake(
          String.valueOf(e.getMessage())
              .replace("baseUrl", "FREIGHT_BASE_URL")
              .replace("agentKey", "FREIGHT_AGENT_KEY")
              .replaceAll("[;,] (or )?(call|set the agent key with) \\w+\\(.*", ""));
    }
  }

  private FreightClientBuilder client(SpendLedger ledger) {
    FreightClientBuilder client =
        FreightClient.builder()
            .baseUrl(baseUrl)
            .agentKey(agentKey)
            .userAgentSuffix("freight-mcp-server/" + version)
            .spendGuard(ledger.guard());
    BigDecimal perCall = options.usd("--limit-per-call");
    return perCall == null ? client : client.maxPrice(perCall);
  }

  private FreightTools.Builder tools(FreightClient client, SpendLedger ledger) {
    FreightTools.Builder tools = FreightTools.builder(client, ledger).scopeName("mcp");
    SpendLimits limits = SpendLimits.none();
    BigDecimal perHour = options.usd("--limit-per-hour");
    if (dayLimit != null) limits = limits.andPerDay(dayLimit);
    if (perHour != null) limits = limits.andPerHour(perHour);
    if (dayLimit == null && perHour == null) limits = limits.andTotal(NO_LIMIT);
    tools.limits(limits);
    BigDecimal askAbove = options.usd("--approve-above");
    tools.approvalAbove(askAbove == null ? NEVER_BY_PRICE : askAbove);
    List<String> chosen = options.list("--tools");
    if (!chosen.isEmpty()) choose(tools, chosen);
    if (options.has("--read-only")) {
      List<String> reading = new ArrayList<>(READING);
      if (!chosen.isEmpty()) reading.retainAll(chosen);
      if (reading.isEmpty()) {
        throw new Options.Mistake(
            "no tool is left: each of --tools changes loads, which --read-only forbids; leave one"
                + " of the two out");
      }
      choose(tools, reading);
    }
    return tools;
  }

  private static void choose(FreightTools.Builder tools, List<String> chosen) {
    try {
      FreightTools.Builder unused = tools.only(chosen.toArray(String[]::new));
    } catch (IllegalArgumentException e) {
      String why = String.valueOf(e.getMessage()).replaceFirst("^only: ", "");
      throw new Options.Mistake("--tools: " + why);
    }
  }

  /** Waits until calls that were sent have ended and are booked, then closes everything. */
  private void finish() throws InterruptedException {
    threads.shutdown();
    if (!threads.awaitTermination(MINUTES_TO_FINISH, TimeUnit.MINUTES)) {
      log.say(
          "calls still run after "
              + MINUTES_TO_FINISH
              + " minutes; their charges stay unknown in the ledger");
    }
    acting.close();
    FreightClient listed = listing;
    if (listed != null) listed.close();
    if (service != null) service.close();
  }

  private String required(String name, String meaning) {
    String value = environment.get(name);
    if (value != null && !value.isBlank()) return value;
    throw new Options.Mistake("set the environment variable " + name + ": " + meaning);
  }

  /**
   * The shutdown hook: ends the program and waits until everything is booked. Never called on the
   * main thread.
   */
  private void end() {
    ended.countDown();
    try {
      finished.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String version() {
    String version = FreightMcpServer.class.getPackage().getImplementationVersion();
    return version == null ? "unreleased" : version;
  }

  private static final AtomicInteger THREADS = new AtomicInteger();

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "freight-mcp-" + THREADS.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }
}
