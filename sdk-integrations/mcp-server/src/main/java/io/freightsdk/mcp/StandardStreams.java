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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * their order. Each call of a tool has its own thread, on which it may wait for a person. After the
 * host has cancelled a call or disconnected, the call sends no further request that costs money. A
 * request that was sent is finished, and is in the ledger. A question without a response is
 * cancelled when its call ends.
 *
 * <p>The SDK's own transport stops reading at the first line that is not a message, and after a
 * message that fails, although the process continues. It loses the responses of calls that run when
 * the input ends, and ignores cancellations.
 */
final class StandardStreams implements McpServerTransportProvider {
  private static final String CANCELLED = "notifications/cancelled";

  /** The call that a thread runs. The thread that waits for its question inherits it. */
  private static final ThreadLocal<@Nullable Request> RUNNING = new InheritableThreadLocal<>();

  private final McpJsonMapper json = McpJsonDefaults.getMapper();
  private final InputStream in;
  private final OutputStream out;
  private final Consumer<String> log;
  private final ExecutorService writer = Executors.newSingleThreadExecutor();
  private final ExecutorService calls = Executors.newCachedThreadPool();
  private final CompletableFuture<Void> disconnected = new CompletableFuture<>();

  /** The id of {@code initialize}; null before the host has sent it. */
  private volatile @Nullable Object initializeId;

  /** Whether the host has a successful response to {@code initialize}. */
  private volatile boolean hasInitializeResponse;

  /** Whether the session knows that the host is ready; used only by the thread that reads. */
  private boolean isReady;

  /** The calls with an open question, by the id of the question. Guarded by itself. */
  private final Map<Object, Request> questions = new HashMap<>();

  /** The requests without a response, by the id that the host gave them. */
  private final Map<Object, Request> requests = new ConcurrentHashMap<>();

  /** A request of the host without a response: its cancellation, and the tool that it calls. */
  private static final class Request {
    /** Completes when the host has cancelled the request or disconnected. */
    private final CompletableFuture<Void> cancellation = new CompletableFuture<>();

    private final String tool;
    private volatile boolean cancelledByHost;

    /** Guarded by the questions. */
    private boolean hasEnded;

    Request(McpSchema.JSONRPCRequest message) {
      tool = message.params() instanceof Map<?, ?> members ? "" + members.get("name") : "";
    }

    void cancel() {
      cancellation.complete(null);
    }
  }

  StandardStreams(InputStream in, OutputStream out, Consumer<String> log) {
    this.in = in;
    this.out = out;
    this.log = log;
    var unused = disconnected.thenRun(() -> requests.values().forEach(Request::cancel));
  }

  /** Completes when the input has ended, or the output cannot be written. */
  CompletableFuture<Void> disconnected() {
    return disconnected;
  }

  /** For the thread of a call: completes when the host has cancelled the call or disconnected. */
  static CompletableFuture<Void> cancellation() {
    return Objects.requireNonNull(RUNNING.get(), "no call on this thread").cancellation;
  }

  /** Starts the thread that reads. */
  @Override
  public void setSessionFactory(McpServerSession.Factory sessions) {
    McpServerSession host = sessions.create(new Transport());
    new Thread(() -> read(host), "freight-mcp-input").start();
  }

  private void read(McpServerSession host) {
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) receive(line, host);
      }
    } catch (IOException e) {
      // The host has disconnected.
    } finally {
      disconnected.complete(null);
    }
  }

  private void receive(String line, McpServerSession host) {
    McpSchema.JSONRPCMessage message;
    try {
      message = McpSchema.deserializeJsonRpcMessage(json, line);
    } catch (IOException | RuntimeException e) {
      log.accept("ignored a line from the host: it is not a JSON-RPC message");
      return;
    }
    if (message instanceof McpSchema.JSONRPCRequest request) {
      receiveRequest(request, host);
    } else if (message instanceof McpSchema.JSONRPCNotification notification
        && notification.method().equals(CANCELLED)) {
      cancelRequest(notification.params());
    } else {
      if (message instanceof McpSchema.JSONRPCResponse response) closeQuestion(response.id());
      isReady |=
          message instanceof McpSchema.JSONRPCNotification notification
              && notification.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED);
      subscribe(host.handle(message));
    }
  }

  private void receiveRequest(McpSchema.JSONRPCRequest request, McpServerSession host) {
    String method = request.method();
    boolean isPing = method.equals(McpSchema.METHOD_PING);
    boolean needsSession = method.startsWith("tools/");
    if (method.equals(McpSchema.METHOD_INITIALIZE)) initializeId = request.id();
    if ((isPing || needsSession) && hasInitializeResponse && !isReady) startSession(method, host);
    if (isPing) {
      // The SDK would respond only when the host is ready.
      send(McpSchema.JSONRPCResponse.result(request.id(), Map.of()));
    } else if (needsSession && initializeId == null) {
      reject(request);
    } else {
      handleRequest(request, host);
    }
  }

  /**
   * Handles the notification that the host is ready, which some gateways do not pass on. Without
   * it, the SDK would respond to no request.
   */
  private void startSession(String method, McpServerSession host) {
    isReady = true;
    log.accept(
        method + ": the host has not sent notifications/initialized; the session starts now");
    subscribe(
        host.handle(
            new McpSchema.JSONRPCNotification(
                McpSchema.METHOD_NOTIFICATION_INITIALIZED, Map.of())));
  }

  /**
   * Rejects a request of a newer version of the protocol, which has no {@code initialize}. The SDK
   * would wait for it. A host that also supports an older version then sends {@code initialize}.
   */
  private void reject(McpSchema.JSONRPCRequest request) {
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

  private void handleRequest(McpSchema.JSONRPCRequest message, McpServerSession host) {
    Request request = new Request(message);
    requests.put(message.id(), request);
    if (disconnected.isDone()) request.cancel();
    McpTransportContext context =
        McpTransportContext.create(Map.of(McpTools.CANCELLATION, request.cancellation));
    Mono<Void> handling =
        host.handle(message)
            .contextWrite(known -> known.put(McpTransportContext.KEY, context))
            .doFinally(
                end -> {
                  requests.remove(message.id(), request);
                  withdrawQuestion(request);
                });
    if (message.method().equals(McpSchema.METHOD_TOOLS_CALL)) {
      execute(
          calls,
          () -> {
            RUNNING.set(request);
            subscribe(handling);
            RUNNING.remove();
          });
    } else {
      subscribe(handling);
    }
  }

  private static void execute(ExecutorService threads, Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException e) {
      // The program is ending.
    }
  }

  private void subscribe(Mono<Void> handling) {
    var unused =
        handling.subscribe(
            done -> {},
            failure ->
                log.accept("a message from the host failed: " + failure.getClass().getName()));
  }

  /** Handles a cancellation, which the SDK ignores. */
  private void cancelRequest(Object params) {
    Object id = params instanceof Map<?, ?> members ? members.get("requestId") : null;
    Request request = id == null ? null : requests.get(id);
    if (request == null) return; // It already has a response.
    request.cancelledByHost = true;
    request.cancel();
  }

  private void send(McpSchema.JSONRPCMessage message) {
    if (message instanceof McpSchema.JSONRPCRequest question) sendQuestion(question);
    else if (message instanceof McpSchema.JSONRPCResponse response) sendResponse(response);
    else execute(writer, () -> write(message));
  }

  private void sendResponse(McpSchema.JSONRPCResponse response) {
    boolean completesInitialize = response.id().equals(initializeId) && response.error() == null;
    if (completesInitialize) hasInitializeResponse = true;
    Request request = requests.get(response.id());
    if (request != null
        && request.cancellation.isDone()
        && response.result() instanceof McpSchema.CallToolResult result
        && result.structuredContent() instanceof Map<?, ?> content) {
      logUndelivered(request.tool, content);
    }
    boolean isUnexpected = request != null && request.cancelledByHost;
    if (!isUnexpected) execute(writer, () -> write(response));
  }

  /** Sends a question to the person at the host, unless its call has ended. */
  private void sendQuestion(McpSchema.JSONRPCRequest question) {
    Request call = RUNNING.get();
    synchronized (questions) {
      if (call != null && call.hasEnded) return;
      if (call != null) questions.put(question.id(), call);
      execute(writer, () -> write(question));
    }
  }

  private void closeQuestion(@Nullable Object id) {
    synchronized (questions) {
      questions.remove(id);
    }
  }

  /** Tells the host that the question of a call needs no response. Otherwise it stays on screen. */
  private void withdrawQuestion(Request call) {
    synchronized (questions) {
      call.hasEnded = true;
      List<Object> open =
          questions.keySet().stream().filter(id -> questions.get(id) == call).toList();
      for (Object id : open) {
        questions.remove(id);
        Map<String, Object> params = Map.of("requestId", id, "reason", "its call has ended");
        send(new McpSchema.JSONRPCNotification(CANCELLED, params));
      }
    }
  }

  /** Logs a result that nobody reads, because the call may have cost money. */
  private void logUndelivered(String tool, Map<?, ?> result) {
    Object usd = result.get("chargedUsd");
    String outcome = "done, charge " + (usd == null ? "NONE" : usd + " USD");
    if (result.get("error") instanceof Map<?, ?> error) {
      outcome = error.get("code") + ", charge " + error.get("charge");
    }
    log.accept(tool + ": finished after the host cancelled it or disconnected: " + outcome);
  }

  private void write(McpSchema.JSONRPCMessage message) {
    try {
      out.write((json.writeValueAsString(message) + "\n").getBytes(UTF_8));
      out.flush();
    } catch (IOException e) {
      disconnected.complete(null);
    }
  }

  /**
   * Waits until all calls have ended, and then at most one second until their responses are
   * written, because the host may not read them.
   *
   * @return false if some calls still run
   */
  boolean finishCalls(Duration timeout) throws InterruptedException {
    calls.shutdown();
    boolean allEnded = calls.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS);
    writer.shutdown();
    writer.awaitTermination(1, TimeUnit.SECONDS);
    return allEnded;
  }

  /** Does nothing, because the list of tools never changes. */
  @Override
  public Mono<Void> notifyClients(String method, @Nullable Object params) {
    return Mono.empty();
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  /** Sends messages to the host; closing does nothing, because the streams end with the program. */
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
