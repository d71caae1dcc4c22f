package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The revision without sessions: two servers with one memory, and hosts that never initialize. */
class ModernEraIT {
  private static final String PREFIX = "io.modelcontextprotocol/";

  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("100.00");
  private final SpendLedger ledger = SpendLedger.inMemory();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Host host = server();
  private final Host other = server();

  /** A host of a server of its own. */
  private Host server() {
    FreightClient client =
        FreightClient.builder()
            .baseUrl(service.baseUrl())
            .agentKey(broker.agentKey())
            .retryPolicy(RetryPolicy.none())
            .spendGuard(ledger.guard())
            .build();
    ToolSet tools =
        Host.offering(
            FreightTools.builder(client, ledger)
                .limits(SpendLimits.perDay("20.00"))
                .approvalAbove("0.01")
                .build(),
            client,
            threads);
    Session session = new Session(tools, threads, line -> {}, "1");
    try {
      PipedOutputStream toServer = new PipedOutputStream();
      PipedInputStream in = new PipedInputStream(toServer, 1024 * 1024);
      PipedOutputStream out = new PipedOutputStream();
      PipedInputStream fromServer = new PipedInputStream(out, 1024 * 1024);
      StandardStreams streams = new StandardStreams(in, out, Host::thread, line -> {});
      threads.execute(() -> streams.serve(session));
      open.add(client);
      return new Host(fromServer, toServer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterEach
  void close() throws Exception {
    host.close();
    other.close();
    threads.shutdownNow();
    for (AutoCloseable one : open) one.close();
    service.close();
  }

  private static Map<String, Object> meta(boolean canAsk) {
    return Map.of(
        PREFIX + "protocolVersion",
        Modern.REVISION,
        PREFIX + "clientCapabilities",
        canAsk ? Map.of("elicitation", Map.of()) : Map.of());
  }

  private static Map<?, ?> result(Map<?, ?> answer) {
    assertThat(answer.containsKey("result")).as(answer.toString()).isTrue();
    return (Map<?, ?>) answer.get("result");
  }

  private static Map<String, Object> create(String ref) {
    return call("create_load", Host.load(ref));
  }

  private static Map<String, Object> call(String tool, Map<String, Object> arguments) {
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("name", tool);
    params.put("arguments", arguments);
    params.put("_meta", meta(true));
    return params;
  }

  private static Map<String, Object> answered(
      Map<String, Object> params, Object state, String action) {
    Map<String, Object> again = new LinkedHashMap<>(params);
    again.put("inputResponses", Map.of(Modern.QUESTION, Map.of("action", action)));
    again.put("requestState", state);
    return again;
  }

  private static Map<?, ?> call(Host of, Map<String, Object> params) {
    return result(of.request("tools/call", params));
  }

  private static Map<?, ?> text(Map<?, ?> result) {
    return Host.text(Map.of("result", result));
  }

  @Test
  void aHostLearnsWhatIsSpokenAndOffered() {
    Map<?, ?> found = result(host.request("server/discover", Map.of("_meta", meta(false))));
    assertThat(found.get("resultType")).isEqualTo("complete");
    assertThat((List<?>) found.get("supportedVersions")).first().isEqualTo("2026-07-28");
    assertThat(found.toString()).contains("2025-11-25", "ttlMs", "cacheScope", "serverInfo");

    Map<?, ?> listed = result(host.request("tools/list", Map.of("_meta", meta(false))));
    assertThat(listed.toString()).contains("create_load", "resultType=complete", "ttlMs");
  }

  @Test
  void whatIsNotSpokenIsRefused() {
    Map<String, Object> old = new LinkedHashMap<>(meta(false));
    old.put(PREFIX + "protocolVersion", "1900-01-01");
    assertThat(host.request("tools/list", Map.of("_meta", old)).toString())
        .contains("-32022", "2026-07-28", "1900-01-01");
    assertThat(host.request("ping", Map.of("_meta", meta(false))).toString()).contains("-32601");
    assertThat(host.request("server/discover", Map.of()).toString()).contains("-32602");
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void anApprovalIsAResultThatIsTakenOnce() {
    Map<?, ?> question = call(host, create("PO-1"));
    assertThat(question.get("resultType")).isEqualTo("input_required");
    assertThat(question.get("inputRequests").toString())
        .contains("elicitation/create", "0.65 USD of the prepaid balance: Text the driver");
    assertThat(broker.debits()).isEmpty();

    Map<?, ?> paid = call(host, answered(create("PO-1"), question.get("requestState"), "accept"));
    assertThat(paid.get("resultType")).isEqualTo("complete");
    assertThat(text(paid).get("chargedUsd")).isEqualTo("0.65");
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void aPaidReadIsPaidOncePerApproval() {
    Object state = call(host, create("PO-1")).get("requestState");
    Object number = text(call(host, answered(create("PO-1"), state, "accept"))).get("loadNumber");
    Map<String, Object> read = call("get_load_position", Map.of("loadNumber", number));
    Object ofTheRead = call(host, read).get("requestState");
    for (int i = 0; i < 6; i++) call(host, answered(read, ofTheRead, "accept"));
    assertThat(broker.debits()).as("the load and one reading").hasSize(2);
  }

  @Test
  void whatAPersonRefusesIsNotSent() {
    for (String action : List.of("decline", "cancel")) {
      Object state = call(host, create("PO-1")).get("requestState");
      Map<?, ?> refused = call(host, answered(create("PO-1"), state, action));
      assertThat(Host.code(text(refused))).as(action).isEqualTo("APPROVAL_DENIED");
    }
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void aHostThatCannotAskIsToldSo() {
    Map<String, Object> params = create("PO-1");
    params.put("_meta", meta(false));
    assertThat(Host.code(text(call(host, params)))).isEqualTo("APPROVAL_REQUIRED");
  }

  @Test
  void aThousandAttackedApprovalsPayNothing() {
    Random random = new Random(20_261_122);
    String good = call(host, create("PO-1")).get("requestState").toString();
    String elsewhere = call(other, create("PO-1")).get("requestState").toString();
    for (int i = 0; i < 1000; i++) {
      Host at = host;
      Map<String, Object> params = create("PO-1");
      String state = good;
      switch (i % 6) {
        case 0 -> state = flipped(good, random);
        case 1 -> params = create("PO-" + (2 + random.nextInt(1000)));
        case 2 -> at = other;
        case 3 -> state = elsewhere;
        case 4 -> state = good.substring(1);
        default -> state = "yes";
      }
      assertThat(call(at, answered(params, state, "accept")).toString())
          .as("attack %d", i % 6)
          .doesNotContain("chargedUsd");
    }
    assertThat(broker.debits()).isEmpty();
    // The good one still works, once.
    Map<?, ?> paid = call(host, answered(create("PO-1"), good, "accept"));
    assertThat(text(paid).get("chargedUsd")).isEqualTo("0.65");
  }

  private static String flipped(String state, Random random) {
    int at = random.nextInt(state.length());
    char other = state.charAt(at) == 'a' ? 'b' : 'a';
    return state.substring(0, at) + other + state.substring(at + 1);
  }
}
