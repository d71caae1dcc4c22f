package io.freightsdk.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.freightsdk.agent.mcp.McpTools;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The streams of one host, with one message of the protocol on each line. Messages are handled in
 * their order, but each call of a tool has a thread of its own, on which it may wait for a person.
 * One that its host has cancelled, or whose host has gone, sends nothing more that costs money;
 * what it has sent is finished and in the ledger.
 *
 * <p>The SDK's own transport stops reading at the first line that is no message, or when the
 * handling of one fails, while the process stays; it drops the answers of calls that run when the
 * input ends; and it knows no cancelled ones.
 */
final class StandardStreams implements McpServerTransportProvider {
  private static final String CANCELLED = "notifications/cancelled";

  private final McpJsonMapper json = McpJsonDefaults.getMapper();
  private final InputStream in;
  private final OutputStream out;
  private final Consumer<String> log;
  private final ExecutorService writer = Executors.newSingleThreadExecutor();
  private final ExecutorService calls = Executors.newCachedThreadPool();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  /** Whether the host has begun; used by the thread that reads. */
  private boolean isInitialized;

  /** The requests that have no answer yet, by the id that the host gave them. */
  private final Map<Object, Request> running = new ConcurrentHashMap<>();

  /** A request of the host. */
  private static final class Request {
    /** Done when the host has cancelled the request, or has gone. */
    private final CompletableFuture<Void> unwanted = new CompletableFuture<>();

    private final String tool;
    private volatile boolean isCancelled;

    Request(McpSchema.JSONRPCRequest message) {
      tool = message.params() instanceof Map<?, ?> members ? "" + members.get("name") : "";
    }

    void drop() {
      boolean unused = unwanted.complete(null);
    }
  }

  StandardStreams(InputStream in, OutputStream out, Consumer<String> log) {
    this.in = in;
    this.out = out;
    this.log = log;
    var unused = ended.thenRun(() -> running.values().forEach(Request::drop));
  }

  /** Completes when the host has gone: the input has ended, or the output cannot be written. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** Reads from now on. */
  @Override
  public void setSessionFactory(McpServerSession.Factory sessions) {
    McpServerSession host = sessions.create(new Transport());
    new Thread(() -> read(host), "freight-mcp-input").start();
  }

  private void read(McpServerSession host) {
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) take(line, host);
      }
    } catch (IOException e) {
      // The host has gone.
    } finally {
      boolean unused = ended.complete(null);
    }
  }

  private void take(String line, McpServerSession host) {
    McpSchema.JSONRPCMessage message;
    try {
      message = McpSchema.deserializeJsonRpcMessage(json, line);
    } catch (IOException | RuntimeException e) {
      log.accept("a line was left out: it is no message of JSON-RPC");
      return;
    }
    if (message instanceof McpSchema.JSONRPCRequest request) {
      isInitialized |= request.method().equals(McpSchema.METHOD_INITIALIZE);
      boolean isTooEarly = !isInitialized && request.method().startsWith("tools/");
      if (isTooEarly) refuse(request);
      else answer(request, host);
    } else if (message instanceof McpSchema.JSONRPCNotification told
        && told.method().equals(CANCELLED)) {
      cancel(told.params());
    } else {
      handle(host.handle(message));
    }
  }

  /**
   * Refuses a request of a newer version of the protocol, which has no {@code initialize}: the SDK
   * would wait for it. A host that knows older versions, too, then begins with it.
   */
  private void refuse(McpSchema.JSONRPCRequest request) {
    String message =
        request.method() + " before initialize: this server supports MCP " + protocolVersions();
    send(
        McpSchema.JSONRPCResponse.error(
            request.id(),
            new McpSchema.JSONRPCResponse.JSONRPCError(
                McpSchema.ErrorCodes.INVALID_REQUEST,
                message,
                Map.of("supported", protocolVersions()))));
  }

  private void answer(McpSchema.JSONRPCRequest message, McpServerSession host) {
    Request request = new Request(message);
    running.put(message.id(), request);
    if (ended.isDone()) request.drop();
    McpTransportContext context =
        McpTransportContext.create(Map.of(McpTools.CANCELLATION, request.unwanted));
    Mono<Void> handling =
        host.handle(message)
            .contextWrite(known -> known.put(McpTransportContext.KEY, context))
            .doFinally(end -> running.remove(message.id(), request));
    if (message.method().equals(McpSchema.METHOD_TOOLS_CALL)) {
      execute(calls, () -> handle(handling));
    } else {
      handle(handling);
    }
  }

  private static void execute(ExecutorService threads, Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException e) {
      // The program ends.
    }
  }

  private void handle(Mono<Void> handling) {
    var unused =
        handling.subscribe(
            done -> {}, failure -> log.accept("a message failed: " + failure.getClass().getName()));
  }

  /** The SDK does not know this notification. */
  private void cancel(Object params) {
    Object id = params instanceof Map<?, ?> members ? members.get("requestId") : null;
    Request request = id == null ? null : running.get(id);
    if (request == null) return; // It has its answer.
    request.isCancelled = true;
    request.drop();
  }

  private void send(McpSchema.JSONRPCMessage message) {
    Request request =
        message instanceof McpSchema.JSONRPCResponse answer ? running.get(answer.id()) : null;
    if (request != null
        && request.unwanted.isDone()
        && message instanceof McpSchema.JSONRPCResponse answer
        && answer.result() instanceof McpSchema.CallToolResult result
        && result.structuredContent() instanceof Map<?, ?> told) {
      logUnread(request.tool, told);
    }
    boolean hostWantsNoAnswer = request != null && request.isCancelled;
    if (!hostWantsNoAnswer) execute(writer, () -> write(message));
  }

  /** Money may have been taken for an answer that nobody reads. */
  private void logUnread(String tool, Map<?, ?> told) {
    Object usd = told.get("chargedUsd");
    String outcome = "done, charge " + (usd == null ? "NONE" : usd + " USD");
    if (told.get("error") instanceof Map<?, ?> error) {
      outcome = error.get("code") + ", charge " + error.get("charge");
    }
    log.accept(tool + ": ended when nobody waited for it any more: " + outcome);
  }

  private void write(McpSchema.JSONRPCMessage message) {
    try {
      out.write((json.writeValueAsString(message) + "\n").getBytes(UTF_8));
      out.flush();
    } catch (IOException e) {
      boolean unused = ended.complete(null);
    }
  }

  /**
   * Waits until all calls have ended, and a second at most until their answers are written, because
   * the host may not read them.
   *
   * @return false if some calls still run
   */
  boolean finish(Duration atMost) throws InterruptedException {
    calls.shutdown();
    boolean haveEnded = calls.awaitTermination(atMost.toMillis(), TimeUnit.MILLISECONDS);
    writer.shutdown();
    boolean unused = writer.awaitTermination(1, TimeUnit.SECONDS);
    return haveEnded;
  }

  @Override
  public Mono<Void> notifyClients(String method, @Nullable Object params) {
    return Mono.empty();
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  private final class Transport implements McpServerTransport {
    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
      return Mono.fromRunnable(() -> send(message));
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
      return json.convertValue(data, type);
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }
  }
}
