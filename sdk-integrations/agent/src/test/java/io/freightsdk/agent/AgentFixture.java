package io.freightsdk.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.MovableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/** A service with one broker, and a client. */
final class AgentFixture implements AutoCloseable {
  static final SpendLimit PLENTY = SpendLimit.perDay("1000000000000");
  static final String PHONE = "+13125550142";

  final InMemoryFreightServer server = InMemoryFreightServer.builder().frozenClock().start();
  final Broker broker;
  final FreightClient client;
  private final UnaryOperator<FreightClient.Builder> setUp;
  final MovableClock clientClock = new MovableClock(Instant.parse("2026-11-20T12:00:00Z"));
  final SpendLedger ledger = SpendLedger.inMemory(clientClock);
  final MovableClock clock = new MovableClock(Instant.parse("2026-11-20T12:00:00Z"));

  private AgentFixture(String balanceUsd, UnaryOperator<FreightClient.Builder> setUp) {
    broker = server.createBroker(balanceUsd);
    this.setUp = setUp;
    client = clientBuilder().build();
  }

  FreightClient.Builder clientBuilder() {
    return setUp.apply(
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .retryPolicy(RetryPolicy.none())
            .spendGuard(ledger.guard())
            .clock(clientClock));
  }

  static AgentFixture withBalance(String usd) {
    return new AgentFixture(usd, UnaryOperator.identity());
  }

  /** With 100.00 USD and a client that the test sets up further. */
  static AgentFixture withClient(UnaryOperator<FreightClient.Builder> setUp) {
    return new AgentFixture("100.00", setUp);
  }

  /** Tools with a limit that no test reaches, set up further by the test. */
  Toolbox tools(UnaryOperator<FreightTools.Builder> setUp) {
    return tools(client, ledger, setUp);
  }

  /** The same of another client. */
  Toolbox tools(
      FreightClient client, SpendLedger ledger, UnaryOperator<FreightTools.Builder> setUp) {
    FreightTools.Builder builder =
        FreightTools.builder(client, ledger).sharedLimits(PLENTY).clock(clock);
    return new Toolbox(setUp.apply(builder).build());
  }

  Toolbox tools() {
    return tools(builder -> builder);
  }

  Toolbox toolsUpTo(String usd) {
    return tools(builder -> builder.sharedLimits(SpendLimit.total(usd)));
  }

  /** Lets time pass for the tools and for the client, whose prices grow old. */
  void later(Duration time) {
    clock.advance(time);
    clientClock.advance(time);
  }

  /** Requests of an operation that reached the service. */
  long sent(Operation operation) {
    return server.journal().matching(request -> request.operation() == operation).size();
  }

  /** Debits that the service made, in their order. */
  List<String> debits() {
    return broker.debits().stream().map(entry -> entry.amountUsd().toPlainString()).toList();
  }

  static String load(String customerRef) {
    return load(customerRef, "120 Main St");
  }

  static String load(String customerRef, String address) {
    return String.format(
        Locale.ROOT,
        """
    {"driverPhone":"%s","customerRef":"%s",
     "pickups":[{"address":"%s","city":"Corbin","state":"KY","zip":"40701"}],
     "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}\
    """,
        phone(customerRef),
        customerRef,
        address);
  }

  /** Each order has a driver of its own, because two orders of one driver look alike. */
  static String phone(String customerRef) {
    int number = Math.floorMod(customerRef.strip().hashCode(), 9000) + 1000;
    return customerRef.strip().equals("PO-1") ? PHONE : "+1312555" + number;
  }

  /** Runs the same call of a number in as many threads at once, and gives all results. */
  static <T> List<T> inParallel(int calls, IntFunction<T> call) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(calls);
    try {
      List<Callable<T>> work = new ArrayList<>();
      for (int i = 0; i < calls; i++) {
        int number = i;
        work.add(() -> call.apply(number));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> result : threads.invokeAll(work, 60, TimeUnit.SECONDS)) {
        results.add(result.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  @Override
  public void close() {
    client.close();
    ledger.close();
    server.close();
  }

  /** The tools by name. */
  record Toolbox(List<AgentTool> all) {
    AgentTool named(String name) {
      return all.stream().filter(tool -> tool.name().equals(name)).findFirst().orElseThrow();
    }

    ToolResult call(String name, String arguments) {
      return named(name).invoke(arguments, ToolCallContext.anonymous());
    }

    ToolResult createLoad(String customerRef) {
      return call("create_load", load(customerRef));
    }

    ToolResult position(String loadNumber) {
      return call("get_load_position", "{\"loadNumber\":\"" + loadNumber + "\"}");
    }
  }
}
