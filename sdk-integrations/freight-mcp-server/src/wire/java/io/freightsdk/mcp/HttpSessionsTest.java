package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.server.InMemoryFreightServer;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** When a session of a host ends. */
class HttpSessionsTest {
  @Test
  void aSessionLivesAsLongAsItsCallRuns() {
    HttpEndpointTest.Movable clock = new HttpEndpointTest.Movable();
    Queue<Runnable> work = new ArrayDeque<>();
    List<Map<?, ?>> answers = new ArrayList<>();
    try (InMemoryFreightServer service = InMemoryFreightServer.start();
        FreightClient client =
            FreightClient.builder()
                .baseUrl(service.baseUrl())
                .agentKey(service.createBroker("10.00").agentKey())
                .build()) {
      ToolSet tools =
          Host.offering(
              FreightTools.builder(client).unlimited().build(),
              client,
              ToolCallsTest.executor(Runnable::run));
      HttpEndpoint.User user = new HttpEndpoint.User(null);
      ToolCalls.Caller caller =
          new ToolCalls.Caller(null, null, false, null, () -> null, Clock.systemUTC());
      HttpSessions sessions =
          new HttpSessions(
              any ->
                  new Session(tools, caller, ToolCallsTest.executor(work::add), line -> {}, "test"),
              any -> null,
              clock);
      HttpSessions.Entry entry = sessions.open(user);
      Map<String, ?> call =
          Map.of(
              "jsonrpc",
              "2.0",
              "id",
              BigDecimal.ONE,
              "method",
              "tools/call",
              "params",
              Map.of("name", "get_pricing"));
      entry.session().receive(call, answers::add);
      clock.now = clock.now.plus(HttpSessions.EXPIRY.multipliedBy(2));
      assertThat(sessions.find(entry.id(), user)).as("while its call runs").isSameAs(entry);

      work.remove().run();
      assertThat(answers).anyMatch(answer -> answer.containsKey("result"));
      clock.now = clock.now.plus(HttpSessions.EXPIRY);
      assertThat(sessions.find(entry.id(), user)).as("silent since").isNull();
    }
  }
}
