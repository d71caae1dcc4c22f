package io.freightsdk.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The streams of one host, with one message of the protocol on each line. A line that is not a
 * message is logged and skipped.
 *
 * <p>The SDK's own transport stops reading at the first such line, or when the handling of a
 * message fails, while the process stays; and it drops the answers of calls that run when the input
 * ends.
 */
final class StandardStreams implements McpServerTransportProvider {
  private static final String BYTE_ORDER_MARK = "\ufeff";

  private final McpJsonMapper json;
  private final InputStream in;
  private final OutputStream out;
  private final Consumer<String> log;
  private final ExecutorService writer = Executors.newSingleThreadExecutor();
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile @Nullable McpServerSession session;

  StandardStreams(McpJsonMapper json, InputStream in, OutputStream out, Consumer<String> log) {
    this.json = json;
    this.in = in;
    this.out = out;
    this.log = log;
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

  /** Changes what the SDK offers while it handles no message, which would meet half of it. */
  synchronized void betweenMessages(Runnable change) {
    change.run();
  }

  private synchronized void take(String line, McpServerSession host) {
    String message = line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line;
    if (message.isBlank()) return;
    try {
      var unused =
          host.handle(McpSchema.deserializeJsonRpcMessage(json, message))
              .subscribe(
                  done -> {},
                  failure -> log.accept("a message failed: " + failure.getClass().getName()));
    } catch (Exception e) {
      log.accept("a line was left out: it is no message of JSON-RPC");
    }
  }

  private void write(McpSchema.JSONRPCMessage message) {
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
    return host == null || !ready.isDone() ? Mono.empty() : host.sendNotification(method, params);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  private final class Transport implements McpServerTransport {
    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
      return Mono.fromRunnable(() -> writer.execute(() -> write(message)));
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
