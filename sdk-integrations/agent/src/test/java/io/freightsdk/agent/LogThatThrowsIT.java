package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.agent.mcp.McpTools;
import io.freightsdk.agent.springai.SpringAiTools;
import io.freightsdk.testing.LogThatThrows;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the tools log is of no use to a model: it is answered, whatever the log does. */
class LogThatThrowsIT {
  private final AtomicBoolean isInTransaction = new AtomicBoolean();
  private final AtomicBoolean isKeyAway = new AtomicBoolean();
  private final AgentFixture fixture =
      AgentFixture.withClient(
          client ->
              client.paidCallCheck(
                  (operation, isFuture) -> {
                    if (isInTransaction.get()) throw new IllegalCallerException("not here");
                  }));

  @AfterEach
  void close() {
    fixture.close();
  }

  private static <T> T logged(Supplier<T> call) {
    try (LogThatThrows log = LogThatThrows.ofThisThread()) {
      T told = call.get();
      assertThat(log.lines()).isOne();
      return told;
    }
  }

  @Test
  void aPaidCallInsideOfATransaction() {
    AgentFixture.Toolbox tools = fixture.tools();
    isInTransaction.set(true);

    ToolResult told = logged(() -> tools.createLoad("PO-1"));

    assertThat(told.error().code()).isEqualTo("SET_UP");
    assertThat(told.charge()).isEqualTo(Charge.NONE);
    assertThat(fixture.debits()).isEmpty();
  }

  @Test
  void anApproverThatFails() {
    AgentFixture.Toolbox tools =
        fixture.tools(
            b ->
                b.approver(
                    question -> {
                      throw new IllegalStateException("no window");
                    }));

    assertThat(logged(() -> tools.createLoad("PO-1")).error().code()).isEqualTo("APPROVAL_FAILED");
    assertThat(fixture.debits()).isEmpty();
  }

  @Test
  void aSupplierOfAgentKeysThatFails() {
    try (AgentFixture own =
        AgentFixture.withClient(
            client ->
                client.agentKey(
                    () -> {
                      if (isKeyAway.get()) throw new IllegalStateException("the vault is away");
                      return "agentkey-0123456789abcdef";
                    }))) {
      AgentFixture.Toolbox tools = own.tools();
      isKeyAway.set(true);

      assertThat(logged(() -> tools.createLoad("PO-1")).error().code())
          .isEqualTo("KEY_UNAVAILABLE");
    }
  }

  /** Over MCP, and in Spring AI. */
  @Test
  void aLoginThatFails() {
    List<AgentTool> tools = fixture.tools().all();
    McpTools overMcp =
        McpTools.of(
            tools,
            () -> {
              throw new NoClassDefFoundError("the login is away");
            });
    CallToolRequest request = new CallToolRequest("get_balance", Map.of(), Map.of());
    Object told =
        logged(() -> overMcp.specifications().get(0).callHandler().apply(null, request))
            .structuredContent();
    assertThat(told).asString().contains("NOT_LOGGED_IN");

    Supplier<ToolCall> caller =
        () -> {
          throw new NoClassDefFoundError("the login is away");
        };
    assertThat(logged(() -> SpringAiTools.of(tools, caller).get(0).call("{}")))
        .contains("NOT_LOGGED_IN");
  }
}
