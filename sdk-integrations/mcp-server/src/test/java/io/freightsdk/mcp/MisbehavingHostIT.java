package io.freightsdk.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.MisbehavingAgentContract;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.agent.ToolTraits;
import io.freightsdk.agent.mcp.McpTools;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult.Action;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Hosts with the client of the MCP SDK. Each has its own server, and all share one ledger. */
class MisbehavingHostIT extends MisbehavingAgentContract {
  private static final int MINUTES = 1;
  private static final McpJsonMapper JSON = McpJsonDefaults.getMapper();

  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCallContext caller, List<Step> script)
      throws Exception {
    List<String> results = new ArrayList<>();
    while (results.size() < script.size()) {
      try (Connection host = new Connection(tools, caller)) {
        while (!host.hasGone && results.size() < script.size()) {
          results.add(host.call(script.get(results.size())));
        }
      }
    }
    return results;
  }

  /** A tool with the scope of one caller, because all programs here run in one JVM. */
  private record OfCaller(AgentTool tool, ToolCallContext caller) implements AgentTool {
    @Override
    public ToolResult invoke(@Nullable String arguments, @Nullable ToolCallContext call) {
      return tool.invoke(arguments, caller.scope() == null ? call : call.withScope(caller.scope()));
    }

    @Override
    public String name() {
      return tool.name();
    }

    @Override
    public String title() {
      return tool.title();
    }

    @Override
    public String description() {
      return tool.description();
    }

    @Override
    public String inputSchema() {
      return tool.inputSchema();
    }

    @Override
    public Map<String, Object> inputSchemaMap() {
      return tool.inputSchemaMap();
    }

    @Override
    public ToolTraits traits() {
      return tool.traits();
    }
  }

  /** A host, its server, and the streams between them. */
  private static final class Connection implements McpClientTransport, AutoCloseable {
    private final InputStream fromServer;
    private final OutputStream toServer;
    private final OutputStream ofServer;
    private final StandardStreams streams;
    private final McpSyncClient client;
    private final ToolCallContext caller;

    /** Whether the host has stopped sending. It still reads. */
    private volatile boolean hasGone;

    Connection(List<AgentTool> tools, ToolCallContext caller) throws IOException {
      this.caller = caller;
      Pipe in = Pipe.open();
      Pipe out = Pipe.open();
      toServer = Channels.newOutputStream(in.sink());
      fromServer = Channels.newInputStream(out.source());
      ofServer = Channels.newOutputStream(out.sink());
      streams = new StandardStreams(Channels.newInputStream(in.source()), ofServer, line -> {});
      FreightMcpServer.startServer(
          McpTools.of(tools.stream().<AgentTool>map(tool -> new OfCaller(tool, caller)).toList()),
          streams,
          FreightMcpServer.DEFAULT_NAME,
          false);

      ClientCapabilities.Builder abilities = ClientCapabilities.builder();
      if (caller.approver() != null) abilities.elicitation();
      client =
          McpClient.sync(this)
              .requestTimeout(Duration.ofMinutes(MINUTES))
              .capabilities(abilities.build())
              .elicitation(this::answer)
              .jsonSchemaValidator((schema, value) -> ValidationResponse.asValid(""))
              .build();
      client.initialize();
    }

    /** Calls a tool and returns the text that the model reads. */
    String call(Step step) {
      String arguments = step.arguments().isEmpty() ? "{}" : step.arguments();
      CallToolRequest request =
          CallToolRequest.builder(step.tool()).arguments(JSON, arguments).build();
      return ((TextContent) client.callTool(request).content().get(0)).text();
    }

    /** A caller who cancels disconnects before the response is sent. */
    private ElicitResult answer(ElicitFormRequest question) {
      Approver person = caller.approver();
      String text = question.message();
      BigDecimal priceUsd = new BigDecimal(text.substring(0, text.indexOf(' ')));
      boolean isYes =
          person.approve(new ApprovalRequest("create_load", text, priceUsd, null, Map.of()));
      if (caller.isCancelled()) leave();
      return ElicitResult.builder(isYes ? Action.ACCEPT : Action.DECLINE).build();
    }

    private void leave() {
      hasGone = true;
      try {
        toServer.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
      return Mono.fromRunnable(() -> new Thread(() -> read(handler), "host").start());
    }

    private void read(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
      try (BufferedReader lines = new BufferedReader(new InputStreamReader(fromServer, UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          JSONRPCMessage message = McpSchema.deserializeJsonRpcMessage(JSON, line);
          handler.apply(Mono.just(message)).subscribe();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
      return Mono.fromRunnable(() -> send(message));
    }

    private synchronized void send(JSONRPCMessage message) {
      if (hasGone) return;
      try {
        toServer.write((JSON.writeValueAsString(message) + "\n").getBytes(UTF_8));
        toServer.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
      return JSON.convertValue(data, type);
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.fromRunnable(this::leave);
    }

    @Override
    public void close() {
      try {
        client.closeGracefully();
        streams.disconnected().get(MINUTES, TimeUnit.MINUTES);
        assertThat(streams.finishCalls(Duration.ofMinutes(MINUTES))).isTrue();
        ofServer.close();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }
}
