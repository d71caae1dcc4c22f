package io.freightsdk.examples.benchmarks.mcp;

import io.freightsdk.examples.benchmarks.server.OtherJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A process that answers JSON-RPC, a line a message. Closing its input ends it. */
final class McpProcess implements AutoCloseable {
  private static final String INITIALIZE =
      """
      "method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
      "clientInfo":{"name":"benchmarks","version":"1"}}""";

  private final Process process;
  private final BufferedReader answers;
  private final PrintWriter questions;
  private long requests;

  private McpProcess(Process process) {
    this.process = process;
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.questions = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  /** The server as a host starts it, with a new ledger in {@code folder}. */
  static McpProcess server(String baseUrl, Path folder) throws IOException {
    return server(Path.of(System.getProperty("java.home")), List.of(), baseUrl, folder);
  }

  static McpProcess server(Path javaHome, List<String> flags, String baseUrl, Path folder)
      throws IOException {
    List<String> arguments = new ArrayList<>(flags);
    arguments.addAll(
        List.of("-jar", System.getProperty("benchmarks.mcp"), "--limit-per-day", "1000000.00"));
    return start(javaHome, baseUrl, folder, arguments);
  }

  /** The floor: a JVM that answers each line with one of its own. */
  static McpProcess echo(String baseUrl, Path folder) throws IOException {
    return start(
        Path.of(System.getProperty("java.home")),
        baseUrl,
        folder,
        List.of("-cp", System.getProperty("java.class.path"), Echo.class.getName()));
  }

  private static McpProcess start(
      Path javaHome, String baseUrl, Path folder, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve("bin").resolve("java").toString());
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("mcp.log").toFile()));
    builder.environment().put("FREIGHT_BASE_URL", baseUrl);
    builder.environment().put("FREIGHT_AGENT_KEY", "sk_bench_0123456789abcdef");
    builder.environment().put("XDG_DATA_HOME", folder.toString());
    return new McpProcess(builder.start());
  }

  /** Says who asks, as a host does first. */
  void initialize() throws IOException {
    ask(INITIALIZE);
    questions.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
  }

  /**
   * Asks, and waits for the answer; notifications before it are passed over.
   *
   * @param request method and parameters, as members of a JSON object
   * @throws IOException when it has ended, or answers with an error
   */
  String ask(String request) throws IOException {
    questions.println("{\"jsonrpc\":\"2.0\",\"id\":" + ++requests + "," + request + "}");
    while (true) {
      String line = answers.readLine();
      if (line == null) throw new IOException("the MCP server has ended; see its mcp.log");
      if (line.contains("\"error\":{")) throw new IOException("the MCP server says " + line);
      if (line.contains("\"isError\":true")) throw new IOException("the tool says " + line);
      if (line.contains("\"result\"")) return line;
    }
  }

  /** How much it has used of the processor so far, all threads together. */
  double processorMillis() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis();
  }

  /** A look into its JVM. */
  OtherJvm jvm() throws IOException {
    return OtherJvm.of(process.pid());
  }

  @Override
  public void close() {
    questions.close();
    process.onExit().join();
  }
}
