package io.freightsdk.examples.benchmarks.entries;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.examples.benchmarks.peer.Samples;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.FreightJson;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;

/**
 * A JVM under {@link EntryAgent}: {@code CountingJvm baseUrl}. It warms every call up and says a
 * line for each, its name and the medians of a {@link Entries.Count} in its order, then {@code
 * end}.
 */
final class CountingJvm {
  private static final int WARM_UP = 300;
  private static final int ROUNDS = 21;

  /** What a call leaves to be done on another thread belongs to it. */
  private static final long AFTERMATH_NANOS = 20_000_000;

  private CountingJvm() {}

  private interface Call {
    Object make() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    CreateLoadInput input =
        FreightJson.adapter(CreateLoadInput.class)
            .fromJson(new String(Samples.loadInput(), StandardCharsets.UTF_8));
    AtomicInteger load = new AtomicInteger();
    SpendLimits limits = SpendLimits.builder().perDay("1000000.00").build();
    try (FreightClient client = builder(arguments[0]).build();
        SpendLedger ledger = SpendLedger.inMemory();
        FreightClient limited = builder(arguments[0]).spendGuard(ledger.guard(limits)).build()) {
      AgentTool tool =
          FreightTools.builder(limited).limits(limits).build().stream()
              .filter(any -> any.name().equals("get_load_position"))
              .findFirst()
              .orElseThrow();
      ToolCall asked = ToolCall.anonymous();
      Map<String, Call> calls = new LinkedHashMap<>();
      calls.put(EntriesSuite.CREATE_LOAD, () -> client.createLoad(input));
      calls.put(EntriesSuite.LIMITED_CREATE_LOAD, () -> limited.createLoad(input));
      calls.put(
          EntriesSuite.ASYNC_READ,
          () -> client.async().getLoadPosition("LD-2026-" + load.incrementAndGet()).get());
      calls.put(
          EntriesSuite.TOOL,
          // Another load each time: a tool answers a repeated question from memory.
          () ->
              succeeded(
                  tool.invoke(
                      "{\"loadNumber\":\"LD-2026-" + load.incrementAndGet() + "\"}", asked)));
      calls.put(EntriesSuite.BALANCE, client::getBalance);
      for (Map.Entry<String, Call> call : calls.entrySet()) {
        count(call.getKey(), call.getValue());
      }
    }
    System.out.println("end");
    System.exit(0);
  }

  private static FreightClientBuilder builder(String baseUrl) {
    return FreightClient.builder().baseUrl(baseUrl).agentKey("agentkey-0123456789abcdef");
  }

  private static ToolResult succeeded(ToolResult result) {
    if (result.isError()) throw new IllegalStateException(result.toString());
    return result;
  }

  private static void count(String name, Call call) throws Exception {
    for (int i = 0; i < WARM_UP; i++) call.make();
    List<Entries.Count> counts = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      LockSupport.parkNanos(AFTERMATH_NANOS);
      Entries.begin();
      call.make();
      LockSupport.parkNanos(AFTERMATH_NANOS);
      counts.add(Entries.end());
    }
    StringJoiner line = new StringJoiner("|").add(name);
    line.add(median(counts, Entries.Count::entries));
    line.add(median(counts, Entries.Count::files));
    line.add(median(counts, Entries.Count::allEntries));
    line.add(median(counts, Entries.Count::modelEntries));
    System.out.println(line);
    boolean listed = Boolean.getBoolean("benchmarks.entries.list");
    if (listed) Entries.methods().forEach(entry -> System.err.println("  " + name + ": " + entry));
  }

  private static String median(List<Entries.Count> counts, ToLongFunction<Entries.Count> part) {
    long[] sorted = counts.stream().mapToLong(part).sorted().toArray();
    return String.valueOf(sorted[sorted.length / 2]);
  }
}
