package io.freightsdk.examples.mcphttp;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.Approval;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.spend.SpendLimits;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.ai.mcp.customizer.McpSyncServerCustomizer;
import org.springframework.ai.mcp.server.webmvc.transport.WebMvcStreamableServerTransportProvider;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import tools.jackson.databind.json.JsonMapper;

/** The tools as MCP offers them: each call is made by the user of its token, under his limit. */
@Configuration
class Tools {
  private static final String USER = "user";

  private final FreightClient freight;
  private final Limits limits;
  private final JsonMapper json;

  Tools(FreightClient freight, Limits limits, JsonMapper json) {
    this.freight = freight;
    this.limits = limits;
    this.json = json;
  }

  /**
   * What may be spent in 24 hours, in USD.
   *
   * @param perDay by all together
   * @param perUserPerDay by each user who is not in {@code users}
   * @param users by single users, by the subject of their tokens
   * @param approveAbove the user is asked before a call that costs more
   */
  @ConfigurationProperties("mcp.limits")
  record Limits(
      String perDay,
      String perUserPerDay,
      @DefaultValue Map<String, String> users,
      String approveAbove) {}

  private List<AgentTool> toolsOf(String user, Duration pricesWithin) {
    String own = limits.users().getOrDefault(user, limits.perUserPerDay());
    return FreightTools.builder(freight)
        .all()
        .scopeName("mcp")
        .limits(SpendLimits.builder().perDay(limits.perDay()).build())
        .limitsPerScope(SpendLimits.builder().perDay(own).build())
        .approvalAbove(limits.approveAbove())
        .pricesWithin(pricesWithin)
        .build();
  }

  @Bean
  List<SyncToolSpecification> offered() {
    return toolsOf("", Duration.ofSeconds(5)).stream().map(this::offered).toList();
  }

  private SyncToolSpecification offered(AgentTool tool) {
    ToolAnnotations hints =
        ToolAnnotations.builder()
            .readOnlyHint(tool.traits().readOnly())
            .destructiveHint(tool.traits().destructive())
            .idempotentHint(tool.traits().idempotent())
            .openWorldHint(tool.traits().openWorld())
            .build();
    return SyncToolSpecification.builder()
        .tool(
            Tool.builder(tool.name(), tool.inputSchemaMap())
                .title(tool.title())
                .description(tool.description())
                .annotations(hints)
                .build())
        .callHandler(this::call)
        .build();
  }

  private CallToolResult call(McpSyncServerExchange host, CallToolRequest request) {
    String user = (String) Objects.requireNonNull(host.transportContext().get(USER));
    ToolCall caller = ToolCall.in(user).withApprover(question -> ask(host, question));
    String arguments = json.writeValueAsString(request.arguments());
    ToolResult result =
        FreightTools.call(toolsOf(user, Duration.ZERO), request.name(), arguments, caller);
    return CallToolResult.builder().addTextContent(result.json()).isError(result.isError()).build();
  }

  /** Asks the user in his host; a host that cannot ask gets no paid call above the threshold. */
  private static Approval ask(McpSyncServerExchange host, ApprovalRequest request) {
    ClientCapabilities can = host.getClientCapabilities();
    if (can == null || can.elicitation() == null) return Approval.UNAVAILABLE;
    String question = "%.2f USD: %s?".formatted(request.priceUsd(), request.summary());
    Map<String, Object> nothing = Map.of("type", "object", "properties", Map.of());
    return switch (host.createElicitation(ElicitFormRequest.builder(question, nothing).build())
        .action()) {
      case ACCEPT -> Approval.APPROVED;
      case DECLINE -> Approval.DENIED;
      case CANCEL -> Approval.UNANSWERED;
    };
  }

  /** Tells each call who makes it, and ends sessions that nobody uses. */
  @Bean
  WebMvcStreamableServerTransportProvider transport(JsonMapper mapper) {
    return WebMvcStreamableServerTransportProvider.builder()
        .jsonMapper(new JacksonMcpJsonMapper(mapper))
        .contextExtractor(
            request ->
                McpTransportContext.create(
                    Map.of(USER, request.principal().orElseThrow().getName())))
        .sessionIdleTimeout(Duration.ofMinutes(30))
        .maxSessions(1_000)
        .build();
  }

  /**
   * The tools check their arguments themselves, because they repair what is certainly meant. Before
   * Spring AI's own, which runs calls on the threads of their requests too.
   */
  @Bean
  @Primary
  McpSyncServerCustomizer server() {
    return server ->
        server
            .instructions(FreightTools.instructions())
            .immediateExecution(true)
            .validateToolInputs(false);
  }

  /** Descriptions hold prices. */
  @EventListener
  void whenReady(ContextRefreshedEvent ready) {
    McpSyncServer server = ready.getApplicationContext().getBean(McpSyncServer.class);
    freight.prices().onChange(change -> offered().forEach(server::addTool));
  }
}
