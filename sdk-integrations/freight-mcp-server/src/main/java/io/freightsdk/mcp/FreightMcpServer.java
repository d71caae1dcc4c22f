package io.freightsdk.mcp;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.spend.SpendLimits;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Freight tools for any MCP host: the program. {@link Options#HELP} says how it is called. */
public final class FreightMcpServer {
  // A paid call ends within the client's deadline of two minutes; then its money is booked.
  private static final long MINUTES_TO_FINISH = 3;

  // Without --approve-above nobody is asked, though every call brings its host along.
  private static final BigDecimal NEVER_BY_PRICE = new BigDecimal("1000000000");

  private final Options options;
  private final Map<String, String> environment;
  private final Log log;
  private final ExecutorService threads = Executors.newCachedThreadPool(FreightMcpServer::thread);
  private final String version = version();

  /** Open until all is booked and closed; a process that is told to end waits for it. */
  private final CountDownLatch finished = new CountDownLatch(1);

  private @Nullable FreightClient spending;

  private FreightMcpServer(Options options, Map<String, String> environment, Log log) {
    this.options = options;
    this.environment = environment;
    this.log = log;
  }

  /** Runs until the input ends, or for HTTP until the process is told to end. */
  public static void main(String[] args) {
    // What libraries print must not get between the messages.
    PrintStream out = System.out;
    System.setOut(System.err);
    System.exit(run(List.of(args), System.getenv(), out));
  }

  /** The program without its end; its exit status. */
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
      log.say("failed: " + e.getClass().getName());
      return 1;
    }
  }

  private void serve(OutputStream out) throws Exception {
    BigDecimal dayLimit = options.dayLimit();
    Integer port = options.port();
    String baseUrl = required("FREIGHT_BASE_URL", "the address of the service");
    String agentKey = required("FREIGHT_AGENT_KEY", "the broker's agent key");
    FreightClient listing = client(baseUrl, agentKey).build();
    CompletableFuture<List<AgentTool>> acting = new CompletableFuture<>();
    ToolSet tools = new ToolSet(tools(listing, dayLimit).build(), acting);
    Books books = Books.at(options.value("--books"), baseUrl, agentKey, environment);
    threads.execute(() -> open(books, baseUrl, agentKey, dayLimit, acting));
    try {
      if (port == null) {
        Session session = new Session(tools, threads, log, version);
        StandardStreams streams = new StandardStreams(System.in, out, log);
        CompletableFuture<Void> unused = acting.thenRun(() -> tellPrices(streams));
        streams.serve(session);
        session.close();
      } else {
        serveHttp(tools, port);
      }
    } finally {
      finish(acting);
      listing.close();
      finished.countDown();
    }
  }

  /** The tools that act, once the books are open: nothing is spent that they do not know. */
  private void open(
      Books books,
      String baseUrl,
      String agentKey,
      @Nullable BigDecimal dayLimit,
      CompletableFuture<List<AgentTool>> acting) {
    try {
      FreightClient client = client(baseUrl, agentKey).spendStore(books.spending()).build();
      spending = client;
      acting.complete(
          tools(client, dayLimit)
              .knownReferences(StoredReferences.open(books.database(), books.book()))
              .build());
    } catch (Throwable e) {
      log.say(
          e instanceof Options.Mistake mistake
              ? String.valueOf(mistake.getMessage())
              : "the books cannot be opened: " + e.getClass().getName());
      acting.completeExceptionally(e);
    }
  }

  private static FreightClientBuilder client(String baseUrl, String agentKey) {
    return FreightClient.builder()
        .baseUrl(baseUrl)
        .agentKey(agentKey)
        .userAgentSuffix("freight-mcp-server/" + version());
  }

  private FreightTools.Builder tools(FreightClient client, @Nullable BigDecimal dayLimit) {
    FreightTools.Builder tools = FreightTools.builder(client).scopeName("mcp");
    if (dayLimit == null) {
      tools.unlimited();
    } else {
      tools.limits(SpendLimits.builder().perDay(dayLimit).build());
    }
    BigDecimal askAbove = options.usd("--approve-above");
    tools.approvalAbove(askAbove == null ? NEVER_BY_PRICE : askAbove);
    List<String> asked = options.list("--approve");
    List<String> chosen = options.list("--tools");
    if (!asked.isEmpty()) tools.approvalFor(asked.toArray(String[]::new));
    if (!chosen.isEmpty()) tools.only(chosen.toArray(String[]::new));
    if (options.has("--read-only")) tools.readOnly();
    return tools;
  }

  private void serveHttp(ToolSet tools, int port) throws Exception {
    InetAddress address = InetAddress.getByName(options.value("--host", "127.0.0.1"));
    String token = token(address);
    HttpSessions sessions =
        new HttpSessions(() -> new Session(tools, threads, log, version), Clock.systemUTC());
    HttpEndpoint.Access access =
        new HttpEndpoint.Access(
            token, options.list("--allow-origin"), options.list("--allow-host"));
    CountDownLatch ended = new CountDownLatch(1);
    try (HttpEndpoint http = HttpEndpoint.start(address, port, access, sessions, threads)) {
      CompletableFuture<Void> unused = tools.acting().thenRun(() -> tellPrices(sessions::tellAll));
      log.say("Serving MCP at " + http.url());
      boolean printed = token != null && environment.get("FREIGHT_MCP_TOKEN") == null;
      if (printed) log.say("Hosts send: Authorization: Bearer " + token);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    ended.countDown();
                    awaitFinish();
                  }));
      ended.await();
    }
  }

  private @Nullable String token(InetAddress address) {
    if (options.has("--no-token")) {
      if (address.isLoopbackAddress()) return null;
      throw new Options.Mistake(
          "--no-token: only on the loopback address, because whoever reaches the port can spend");
    }
    String given = environment.get("FREIGHT_MCP_TOKEN");
    if (given == null || given.isBlank()) {
      byte[] bits = new byte[24];
      new SecureRandom().nextBytes(bits);
      return HexFormat.of().formatHex(bits);
    }
    if (given.length() >= 16) return given;
    throw new Options.Mistake("FREIGHT_MCP_TOKEN: expected 16 characters or more");
  }

  private void tellPrices(Wire wire) {
    FreightClient client = spending;
    if (client == null) return;
    client
        .prices()
        .onChange(
            change ->
                wire.send(Session.notification("notifications/tools/list_changed", Map.of())));
  }

  /** Waits for what has been sent, so that the books know of it, and lets go of everything. */
  private void finish(CompletableFuture<List<AgentTool>> acting) throws InterruptedException {
    threads.shutdown();
    if (!threads.awaitTermination(MINUTES_TO_FINISH, TimeUnit.MINUTES)) {
      log.say(
          "calls still run after "
              + MINUTES_TO_FINISH
              + " minutes; the books hold them as unknown");
    }
    acting.completeExceptionally(new IllegalStateException("the server has ended"));
    FreightClient client = spending;
    if (client != null) client.close();
  }

  private String required(String name, String meaning) {
    String value = environment.get(name);
    if (value != null && !value.isBlank()) return value;
    throw new Options.Mistake(name + " is not set: it is " + meaning);
  }

  /**
   * Not the end of the main thread: that one ends the process, and so waits for whoever asks this.
   */
  private void awaitFinish() {
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
