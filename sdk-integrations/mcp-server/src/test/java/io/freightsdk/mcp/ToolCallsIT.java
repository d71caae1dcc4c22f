package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.model.Operation;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The calls of one host, on a thread that runs them when the test says so. */
class ToolCallsIT {
  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final SpendLedger ledger = SpendLedger.inMemory();
  private final FreightClient client =
      FreightClient.builder()
          .baseUrl(service.baseUrl())
          .agentKey(service.createBroker("10.00").agentKey())
          .spendGuard(ledger.guard())
          .build();
  private final Queue<Runnable> work = new ArrayDeque<>();
  private final ToolCalls calls =
      new ToolCalls(
          Host.offering(
              FreightTools.of(client, ledger, SpendLimits.perDay("100.00")),
              client,
              executor(Runnable::run)),
          new Questions(),
          new LogLevel(),
          executor(work::add),
          line -> {});
  private final List<Map<?, ?>> answers = new ArrayList<>();
  private final List<Map<?, ?>> told = new ArrayList<>();

  static ExecutorService executor(Consumer<Runnable> how) {
    return new AbstractExecutorService() {
      @Override
      public void execute(Runnable task) {
        how.accept(task);
      }

      @Override
      public void shutdown() {}

      @Override
      public List<Runnable> shutdownNow() {
        return List.of();
      }

      @Override
      public boolean isShutdown() {
        return false;
      }

      @Override
      public boolean isTerminated() {
        return false;
      }

      @Override
      public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
      }
    };
  }

  @AfterEach
  void close() {
    client.close();
    service.close();
  }

  private Map<?, ?> start(int id, String tool, Map<String, ?> arguments) {
    Map<String, ?> call = Map.of("name", tool, "arguments", arguments);
    calls.start(
        id, call, null, message -> (message.containsKey("id") ? answers : told).add(message));
    return answers.isEmpty() ? Map.of() : answers.remove(0);
  }

  @SuppressWarnings("unchecked") // An object of JSON.
  private Map<String, Object> run() {
    work.remove().run();
    return (Map<String, Object>) answers.remove(0).get("result");
  }

  @Test
  void aHostHas256CallsAtOnce() {
    for (int id = 1; id <= 256; id++) assertThat(start(id, "get_prices", Map.of())).isEmpty();

    assertThat(start(257, "get_prices", Map.of()).toString())
        .contains("too many calls at once; nothing was sent or charged");
    assertThat(run()).containsEntry("isError", false);
    assertThat(start(258, "get_prices", Map.of())).isEmpty();
    assertThat(calls.count()).isEqualTo(256);
  }

  @Test
  void anIdThatIsUsedTwiceTakesNoPlace() {
    start(1, "get_prices", Map.of());
    for (int i = 0; i < 256; i++) {
      assertThat(start(1, "get_prices", Map.of()).toString())
          .contains("a request with this id is still running");
    }
    assertThat(start(2, "get_prices", Map.of())).as("another id").isEmpty();
  }

  @Test
  void aCallThatWasNotSentBeforeTheCloseIsNotSent() {
    start(1, "create_load", Host.load("PO-1"));
    calls.close();
    assertThat(run().toString()).contains("CANCELLED", "Nothing was charged");
    assertThat(service.journal().matching(any -> any.operation() == Operation.CREATE_LOAD))
        .isEmpty();
  }

  /** The schema of a tool describes its results; hosts check them by it. */
  @Test
  void onlyAResultIsStructured() {
    start(1, "get_balance", Map.of());
    assertThat(run()).containsEntry("isError", false).containsKey("structuredContent");

    start(2, "get_load_position", Map.of("loadNumber", "LD-2026-000000"));
    assertThat(run()).containsEntry("isError", true).doesNotContainKey("structuredContent");
  }
}
