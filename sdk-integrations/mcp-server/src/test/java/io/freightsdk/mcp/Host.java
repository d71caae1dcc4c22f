package io.freightsdk.mcp;

import io.freightsdk.agent.mcp.Protocol;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.Eventually;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/** A host on two streams. It sends messages and waits for the expected responses. */
final class Host implements AutoCloseable {
  static final String PHONE = "+13125550142";
  private static final JsonMapper JSON = new JsonMapper();
  private static final int PIPE = 1 << 20;

  static {
    // A program in this JVM must not open windows on a developer's desktop.
    System.setProperty("java.awt.headless", "true");
  }

  final List<Map<?, ?>> notifications = Collections.synchronizedList(new ArrayList<>());
  private final OutputStream raw;
  private final BufferedWriter out;
  private final Map<Object, BlockingQueue<Map<?, ?>>> responses = new ConcurrentHashMap<>();
  private final Map<Object, String> methods = new ConcurrentHashMap<>();
  private final List<String> violations = Collections.synchronizedList(new ArrayList<>());
  private volatile Consumer<Map<?, ?>> onRequest = request -> {};
  private int lastId;

  /** The server's name, title and version; null before {@link #initialize}. */
  Map<?, ?> serverInfo;

  /** The server's instructions for the model; null before {@link #initialize}. */
  String instructions;

  /** Null if the program runs in this JVM. */
  Process process;

  /** The exit status of a program in this JVM; null for a process. */
  private CompletableFuture<Integer> program;

  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  Host(InputStream from, OutputStream to) {
    raw = to;
    out = new BufferedWriter(new java.io.OutputStreamWriter(to, StandardCharsets.UTF_8));
    follow("host-reader", from, this::receive);
  }

  /** Starts the program with these arguments. */
  static Host process(Map<String, String> environment, String... arguments) throws IOException {
    return process(environment, ChildJvm.program(FreightMcpServer.class, arguments));
  }

  /** Runs the program with these arguments on a thread of this JVM. */
  static Host here(Map<String, String> environment, String... arguments) throws IOException {
    PipedOutputStream toProgram = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(toProgram, PIPE);
    PipedOutputStream out = new PipedOutputStream();
    Host host = new Host(new PipedInputStream(out, PIPE), toProgram);
    Map<String, String> own = new HashMap<>(Map.of("XDG_DATA_HOME", dataFolder()));
    own.putAll(environment);
    PrintStream errors = new PrintStream(host.errors, true, StandardCharsets.UTF_8);
    host.program =
        CompletableFuture.supplyAsync(
            () -> FreightMcpServer.run(List.of(arguments), own, in, out, errors),
            task -> new Thread(task, "program").start());
    return host;
  }

  /** A folder of this run of the tests, so that no ledger of the user or an earlier run is used. */
  private static String dataFolder() {
    String run = String.valueOf(ProcessHandle.current().pid());
    return Path.of("target", "data", run).toAbsolutePath().toString();
  }

  /** Starts a process with this command, which finds no display but the one in the environment. */
  static Host process(Map<String, String> environment, List<String> command) throws IOException {
    List<String> java = new ArrayList<>(command);
    if (!environment.containsKey("DISPLAY")) java.add(1, "-Djava.awt.headless=true");
    ProcessBuilder builder = new ProcessBuilder(java);
    builder.environment().keySet().removeIf(name -> name.startsWith("FREIGHT_"));
    builder.environment().put("XDG_DATA_HOME", dataFolder());
    builder.environment().putAll(environment);
    Process process = builder.start();
    Host host = new Host(process.getInputStream(), process.getOutputStream());
    host.process = process;
    host.follow(
        "host-errors",
        process.getErrorStream(),
        line -> host.errors.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8)));
    return host;
  }

  private void follow(String name, InputStream from, Consumer<String> lines) {
    Thread reader =
        new Thread(
            () -> {
              try (BufferedReader in =
                  new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                  lines.accept(line);
                }
              } catch (IOException e) {
                // The other end is closed.
              }
            },
            name);
    reader.setDaemon(true);
    reader.start();
  }

  private void receive(String line) {
    Map<?, ?> message = object(line);
    violations.addAll(Protocol.violations(line, methods.get(String.valueOf(message.get("id")))));
    if (message.get("method") == null) {
      queue(String.valueOf(message.get("id"))).add(message);
    } else if (message.get("id") != null) {
      onRequest.accept(message);
    } else {
      notifications.add(message);
    }
  }

  private BlockingQueue<Map<?, ?>> queue(Object id) {
    return responses.computeIfAbsent(id, any -> new LinkedBlockingQueue<>());
  }

  /** Sets the consumer of the server's requests. It runs on the thread that reads. */
  Host onRequest(Consumer<Map<?, ?>> what) {
    onRequest = what;
    return this;
  }

  /** Answers each approval request with this action. */
  Host answerAll(String action) {
    return onRequest(request -> answer(request, action));
  }

  void answer(Map<?, ?> request, String action) {
    send(Map.of("jsonrpc", "2.0", "id", request.get("id"), "result", Map.of("action", action)));
  }

  /** Cancels a request. */
  void cancel(int id) {
    send(
        Map.of(
            "jsonrpc",
            "2.0",
            "method",
            "notifications/cancelled",
            "params",
            Map.of("requestId", id, "reason", "the user pressed Escape")));
  }

  Host initialize(boolean canAsk) {
    Map<?, ?> response =
        request(
            "initialize",
            Map.of(
                "protocolVersion",
                "2025-11-25",
                "capabilities",
                canAsk ? Map.of("elicitation", Map.of()) : Map.of(),
                "clientInfo",
                Map.of("name", "test", "version", "1")));
    Map<?, ?> result = (Map<?, ?>) response.get("result");
    serverInfo = (Map<?, ?>) result.get("serverInfo");
    instructions = (String) result.get("instructions");
    send(Map.of("jsonrpc", "2.0", "method", "notifications/initialized"));
    return this;
  }

  synchronized void line(String text) {
    try {
      out.write(text);
      out.write('\n');
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends bytes unchanged. */
  synchronized void bytes(byte... bytes) {
    try {
      out.flush();
      raw.write(bytes);
      raw.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void send(Map<String, ?> message) {
    line(JSON.writeValueAsString(message));
  }

  /** Sends a request and returns its id without waiting. */
  synchronized int start(String method, Map<String, ?> params) {
    int id = ++lastId;
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("jsonrpc", "2.0");
    request.put("id", id);
    request.put("method", method);
    request.put("params", params);
    methods.put(String.valueOf(id), method);
    send(request);
    return id;
  }

  boolean hasResponse(int id) {
    return !queue(String.valueOf(id)).isEmpty();
  }

  /** Waits for the response to a request. */
  Map<?, ?> response(Object id) {
    try {
      Map<?, ?> answer = queue(String.valueOf(id)).poll(60, TimeUnit.SECONDS);
      if (answer == null) throw new AssertionError("no answer to " + id + "; it said: " + errors);
      return answer;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  Map<?, ?> request(String method, Map<String, ?> params) {
    return response(start(method, params));
  }

  int startTool(String name, Map<String, ?> arguments) {
    return start("tools/call", Map.of("name", name, "arguments", arguments));
  }

  /** Calls a tool and returns the result that the model reads. */
  Map<?, ?> tool(String name, Map<String, ?> arguments) {
    return text(response(startTool(name, arguments)));
  }

  static Map<?, ?> text(Map<?, ?> answer) {
    if (!(answer.get("result") instanceof Map<?, ?> result)) return answer;
    Map<?, ?> content = (Map<?, ?>) ((List<?>) result.get("content")).get(0);
    return object((String) content.get("text"));
  }

  /** The code of the error that a model reads; {@code ok} if there is none. */
  static Object code(Map<?, ?> text) {
    return text.get("error") instanceof Map<?, ?> error ? error.get("code") : "ok";
  }

  /** The message that calls {@code create_load}. */
  static String createLoad(int id, String customerRef) {
    return JSON.writeValueAsString(
        Map.of(
            "jsonrpc",
            "2.0",
            "id",
            id,
            "method",
            "tools/call",
            "params",
            Map.of("name", "create_load", "arguments", load(customerRef))));
  }

  /** A phone number for each order, because two orders of one driver look like duplicates. */
  static String phone(String customerRef) {
    int number = Math.floorMod(customerRef.hashCode(), 9000) + 1000;
    return customerRef.equals("PO-1") ? PHONE : "+1312555" + number;
  }

  static Map<String, Object> load(String customerRef) {
    return Map.of(
        "driverPhone",
        phone(customerRef),
        "customerRef",
        customerRef,
        "pickups",
        List.of(Map.of("address", "120 Main St", "city", "Corbin", "state", "KY", "zip", "40701")),
        "deliveries",
        List.of(Map.of("address", "9 Elm St", "city", "Dallas", "state", "TX", "zip", "75201")));
  }

  static String json(Object value) {
    return JSON.writeValueAsString(value);
  }

  static Map<?, ?> object(String json) {
    return JSON.readValue(json, Map.class);
  }

  /** Waits until standard error contains this, and returns all of it. */
  String log(String part) {
    return Eventually.until(
        () -> errors.toString(StandardCharsets.UTF_8), message -> message.contains(part));
  }

  void closeInput() {
    try {
      out.close();
    } catch (IOException e) {
      // The program has already closed it.
    }
  }

  /** Closes the input, waits for the end, and returns the exit status. */
  int end() throws InterruptedException {
    closeInput();
    if (program != null) return program.orTimeout(60, TimeUnit.SECONDS).join();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("still running after its input ended; it said: " + errors);
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    closeInput();
    if (process != null) process.destroyForcibly();
    if (program != null) program.orTimeout(60, TimeUnit.SECONDS).join();
    if (!violations.isEmpty()) throw new AssertionError("against the protocol: " + violations);
  }
}
