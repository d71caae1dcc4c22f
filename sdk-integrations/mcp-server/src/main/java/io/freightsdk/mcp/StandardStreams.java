package io.freightsdk.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.freightsdk.agent.mcp.McpTools;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The streams of one host, with one message of the protocol on each line. A line that is not a
 * message is logged; a request in it is refused, an answer ends its question as a failure, and the
 * rest is skipped.
 *
 * <p>The SDK's own transport stops reading at the first such line, or when the handling of a
 * message fails, while the process stays; it drops the answers of calls that run when the input
 * ends; and it knows no cancelled calls.
 */
final class StandardStreams implements McpServerTransportProvider {
  private static final String BYTE_ORDER_MARK = "\ufeff";
  private static final String CANCELLED = "notifications/cancelled";

  private static final TypeRef<Map<String, Object>> MEMBERS = new TypeRef<>() {};

  private final McpJsonMapper json;
  private final InputStream in;
  private final OutputStream out;
  private final Consumer<String> log;
  private final ExecutorService writer = Executors.newSingleThreadExecutor();
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  /** The requests that have no answer yet, by the id that the host gave them. */
  private final Map<Object, Request> running = new ConcurrentHashMap<>();

  private volatile @Nullable McpServerSession session;
  private volatile boolean isChanging;

  /** A request of the host. */
  private static final class Request {
    /** Done when the host has cancelled the request, or has gone. */
    private final CompletableFuture<Void> unwanted = new CompletableFuture<>();

    private volatile boolean isCancelled;
  }

  StandardStreams(McpJsonMapper json, InputStream in, OutputStream out, Consumer<String> log) {
    this.json = McpTools.answers(json);
    this.in = in;
    this.out = out;
    this.log = log;
    var unused = ended.thenRun(() -> running.values().forEach(StandardStreams::drop));
  }

  private static void drop(Request request) {
    boolean unused = request.unwanted.complete(null);
  }

  /** Completes when the host has gone: the input has ended, or the output cannot be written. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** Reads and answers the first message, {@code initialize}; the others wait until it is ready. */
  @Override
  public void setSessionFactory(McpServerSession.Factory sessions) {
    McpServerSession host = sessions.create(new Transport());
    session = host;
    new Thread(() -> read(host), "freight-mcp-input").start();
  }

  /** Lets the messages after the first be read: the tools are registered. */
  void ready() {
    boolean unused = ready.complete(null);
  }

  private void read(McpServerSession host) {
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        take(line, host);
        ready.join();
      }
    } catch (IOException e) {
      // The host has gone.
    } finally {
      boolean unused = ended.complete(null);
    }
  }

  /**
   * Changes what the SDK offers while it handles no message, which would meet half of it. What the
   * SDK notifies meanwhile is not sent.
   *
   * @return what the change returns
   */
  synchronized boolean betweenMessages(BooleanSupplier change) {
    isChanging = true;
    try {
      return change.getAsBoolean();
    } finally {
      isChanging = false;
    }
  }

  private synchronized void take(String line, McpServerSession host) {
    String message = line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line;
    if (message.isBlank()) return;
    try {
      handle(message(message), host);
    } catch (Throwable e) {
      log.accept("a line was left out: it is no message of JSON-RPC");
      refuse(message, host);
    }
  }

  /** As the SDK reads it, which does not know that 3.0 is a whole number too. */
  private McpSchema.JSONRPCMessage message(String line) throws IOException {
    Map<String, Object> members = json.readValue(line, MEMBERS);
    if (Envelope.id(members.get("id")) instanceof Long id) members.put("id", id);
    boolean hasId = members.containsKey("id");
    if (members.containsKey("method")) {
      return hasId
          ? json.convertValue(members, McpSchema.JSONRPCRequest.class)
          : json.convertValue(members, McpSchema.JSONRPCNotification.class);
    }
    return json.convertValue(members, McpSchema.JSONRPCResponse.class);
  }

  /** Whatever the line is, the next one is read. */
  private void refuse(String line, McpServerSession host) {
    try {
      refuse(Envelope.of(line), host);
    } catch (Throwable e) {
      log.accept("it could not be refused: " + e.getClass().getName());
    }
  }

  /**
   * Nobody waits in vain for the answer to a request, or to a question, that cannot be read, if its
   * id is one of the protocol: under another one, such as 1.5, no answer may be sent.
   */
  private void refuse(Envelope line, McpServerSession host) {
    Object id = line.id();
    if (id == null) return;
    String why = "this is no message of JSON-RPC with a text or a whole number as its id";
    if (line.hasMethod()) {
      Map<String, ?> error = Map.of("code", McpSchema.ErrorCodes.INVALID_REQUEST, "message", why);
      send(Map.of("jsonrpc", McpSchema.JSONRPC_VERSION, "id", id, "error", error));
    } else if (line.hasOutcome() && id instanceof String question) {
      var error = new JSONRPCError(McpSchema.ErrorCodes.INVALID_REQUEST, why);
      handle(McpSchema.JSONRPCResponse.error(question, error), host);
    }
  }

  private void handle(McpSchema.JSONRPCMessage message, McpServerSession host) {
    if (message instanceof McpSchema.JSONRPCNotification told && told.method().equals(CANCELLED)) {
      cancel(told.params());
      return;
    }
    Request request = new Request();
    Object id = message instanceof McpSchema.JSONRPCRequest asked ? Envelope.id(asked.id()) : null;
    if (id != null) running.put(id, request);
    if (ended.isDone()) drop(request);
    McpTransportContext context =
        McpTransportContext.create(Map.of(McpTools.CANCELLATION, request.unwanted));
    var unused =
        host.handle(message)
            .contextWrite(known -> known.put(McpTransportContext.KEY, context))
            .doFinally(
                end -> {
                  if (id != null) running.remove(id, request);
                })
            .subscribe(
                done -> {},
                failure -> log.accept("a message failed: " + failure.getClass().getName()));
  }

  /** The SDK does not know this notification. */
  private void cancel(Object params) {
    Object id = params instanceof Map<?, ?> members ? Envelope.id(members.get("requestId")) : null;
    Request request = id == null ? null : request(id);
    if (request == null) return; // It has its answer.
    request.isCancelled = true;
    drop(request);
  }

  /** Hosts also write a number as text: a call that is cancelled must not be paid. */
  private @Nullable Request request(Object id) {
    Request exact = running.get(id);
    if (exact != null) return exact;
    return running.entrySet().stream()
        .filter(request -> request.getKey().toString().equals(id.toString()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  /** Whether the host has said that it does not want this answer. */
  private boolean isUnwanted(McpSchema.JSONRPCMessage message) {
    if (!(message instanceof McpSchema.JSONRPCResponse answer)) return false;
    Object id = Envelope.id(answer.id());
    Request request = id == null ? null : running.get(id);
    return request != null && request.isCancelled;
  }

  private void send(Object message) {
    try {
      writer.execute(() -> write(message));
    } catch (RejectedExecutionException e) {
      // The program ends.
    }
  }

  private void write(Object message) {
    try {
      out.write((json.writeValueAsString(message) + "\n").getBytes(UTF_8));
      out.flush();
    } catch (IOException e) {
      boolean unused = ended.complete(null);
    }
  }

  /** Waits until the answers are written, at most a second, because the host may not read them. */
  void finish() throws InterruptedException {
    writer.shutdown();
    boolean unused = writer.awaitTermination(1, TimeUnit.SECONDS);
  }

  /** Notifies the host of changed tools, unless it cannot have listed any yet. */
  @Override
  public Mono<Void> notifyClients(String method, Object params) {
    McpServerSession host = session;
    if (host == null || !ready.isDone() || isChanging) return Mono.empty();
    return host.sendNotification(method, params);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  private final class Transport implements McpServerTransport {
    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
      return Mono.fromRunnable(
          () -> {
            if (!isUnwanted(message)) send(message);
          });
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
