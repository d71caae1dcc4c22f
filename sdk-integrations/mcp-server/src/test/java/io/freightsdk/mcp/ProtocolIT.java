package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.io.InterruptedIOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The protocol over two streams, with the in-memory service behind the tools. */
class ProtocolIT {
  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("10.00");
  private final SpendLedger ledger = SpendLedger.inMemory();
  private final FreightClient client = builder().build();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private Host host;
  private Session session;

  @BeforeEach
  void connect() throws Exception {
    serve(tools(client).approvalAbove("0.10"));
  }

  private FreightTools.Builder tools(FreightClient client) {
    return FreightTools.builder(client, ledger).limits(SpendLimits.perDay("100.00"));
  }

  private void serve(FreightTools.Builder tools) throws Exception {
    if (host != null) host.close();
    PipedOutputStream toServer = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(toServer, 4 * 1024 * 1024);
    PipedOutputStream out = new PipedOutputStream();
    PipedInputStream fromServer = new PipedInputStream(out, 4 * 1024 * 1024);
    session = new Session(Host.offering(tools.build(), client, threads), threads, log::add, "1");
    StandardStreams streams = new StandardStreams(in, out, Host::thread, log::add);
    threads.execute(() -> streams.serve(session));
    host = new Host(fromServer, toServer);
  }

  @AfterEach
  void close() throws Exception {
    host.close();
    session.close();
    threads.shutdown();
    assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    client.close();
    service.close();
  }

  @Test
  void nothingInABatchIsDone() {
    host.line("[" + Host.createLoad(1, "PO-1") + "," + Host.createLoad(2, "PO-2") + "]");
    assertThat(host.answer((Object) null).toString()).contains("batches are not supported");
    host.request("ping", Map.of());
    assertThat(broker.debits()).isEmpty();
    assertThat(session.calls()).isZero();
  }

  @Test
  void everyLineIsSurvived() {
    List<String> bad =
        List.of(
            "garbage",
            "[]",
            "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
            "{\"jsonrpc\":\"1.0\",\"id\":5000,\"method\":\"ping\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":7}",
            "{\"jsonrpc\":\"2.0\",\"method\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}",
            "null",
            "\"text\"",
            "1e999999999",
            "{".repeat(2_000),
            "[".repeat(2_000) + "]".repeat(2_000),
            "x".repeat(StandardStreams.MAX_LINE_BYTES + 10),
            "\u0000\u0001");
    for (String line : bad) host.line(line);
    host.line("");
    host.line("   ");
    host.line("\ufeff{\"jsonrpc\":\"2.0\",\"id\":\"bom\",\"method\":\"ping\"}");

    assertThat(host.answer("bom").get("result")).isEqualTo(Map.of());
    assertThat(log).hasSize(bad.size() + 2).noneMatch(line -> line.contains("garbage"));
    assertThat(host.initialize(false).request("tools/list", Map.of()).toString())
        .contains("create_load");
  }

  /** Deeper than any message is, and far from the depth at which a thread has no stack left. */
  @Test
  void aValueIsNestedAtMost64Times() throws Exception {
    for (String[] ends : new String[][] {{"[", "]"}, {"{\"a\":", "}"}}) {
      String most = ends[0].repeat(64) + "1" + ends[1].repeat(64);

      assertThat(Json.read(most)).isNotNull();
      assertThatThrownBy(() -> Json.read(ends[0] + most + ends[1]))
          .isInstanceOf(Json.Malformed.class)
          .hasMessageContaining("nested deeper than");
    }
  }

  @Test
  void whatAPaidCallCostIsToldWhenItsHostHasGone() throws Exception {
    CountDownLatch paid = new CountDownLatch(1);
    CountDownLatch gone = new CountDownLatch(1);
    try (FreightClient slow =
        builder()
            .httpClient(
                new OkHttpClient.Builder()
                    .addInterceptor(
                        chain -> {
                          Response answer = chain.proceed(chain.request());
                          if (!chain.request().method().equals("POST")) return answer;
                          paid.countDown();
                          try {
                            gone.await();
                          } catch (InterruptedException e) {
                            throw new InterruptedIOException();
                          }
                          return answer;
                        })
                    .build())
            .build()) {
      serve(tools(slow).approvalAbove("5.00"));
      int call = host.initialize(false).startTool("create_load", Host.load("PO-1"));
      assertThat(paid.await(60, TimeUnit.SECONDS)).isTrue();
      session.close();
      gone.countDown();
      host.answer(call);
    }
    assertThat(log).contains("create_load: ended after its host had gone: done, charge 0.65 USD");
  }

  @Test
  void bytesThatAreNoTextAreSurvived() {
    host.bytes((byte) 0xff, (byte) 0xfe, (byte) 0, (byte) '\n');
    // An overlong form of a slash, and the first half of a character.
    host.bytes(
        (byte) '"', (byte) 0xc0, (byte) 0xaf, (byte) '"', (byte) '\n', (byte) 0xc3, (byte) '\n');

    assertThat(host.request("ping", Map.of()).get("result")).isEqualTo(Map.of());
    assertThat(log).hasSize(3).allMatch(line -> line.endsWith("not UTF-8"));
  }

  @Test
  void anInputThatEndsInTheMiddleOfAMessageIsNotActedOn() throws Exception {
    String call = Host.createLoad(1, "PO-1");
    host.bytes(call.substring(0, call.length() - 2).getBytes(StandardCharsets.UTF_8));
    host.closeInput();

    assertThat(host.answer("null").toString()).contains("-32700");
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void aHostHearsOfNoChangeThatItWasNotToldBefore() {
    host.initialize(false);
    host.request("tools/list", Map.of());
    host.tool("get_prices", Map.of());

    assertThat(host.notifications.toString()).doesNotContain("list_changed");
  }

  @Test
  void aHostIsToldWhatItNeeds() {
    Map<?, ?> result =
        (Map<?, ?>)
            host.request("initialize", Map.of("protocolVersion", "2025-06-18")).get("result");

    assertThat(result.get("protocolVersion")).isEqualTo("2025-06-18");
    assertThat(result.get("instructions")).asString().contains("NEVER_SAME_ARGUMENTS");
    assertThat(result.get("serverInfo")).asString().contains("freight");
    assertThat(host.request("initialize", Map.of("protocolVersion", "2026-07-28")).toString())
        .contains("2025-11-25");
    assertThat(host.request("resources/list", Map.of()).toString()).contains("-32601");
    assertThat(host.request("tools/list", Map.of("cursor", "x")).toString()).contains("-32602");
    assertThat(host.request("logging/setLevel", Map.of("level", "loud")).toString())
        .contains("-32602")
        .contains("debug, info");
    assertThat(host.request("tools/call", Map.of("name", "set_status")).toString())
        .contains("-32602")
        .contains(
            "Use one of create_load, get_load_position, confirm_delivery, get_prices,"
                + " get_balance");
    assertThat(host.request("tools/call", Map.of("name", "get_balance", "arguments", 7)).toString())
        .contains("-32602");
  }

  @Test
  void theListShowsThePriceOfTheMoment() {
    host.initialize(false);
    assertThat(host.request("tools/list", Map.of()).toString()).contains("Costs 0.65 USD");

    service.price("load_create", "0.80");
    host.tool("get_prices", Map.of());

    assertThat(host.request("tools/list", Map.of()).toString()).contains("Costs 0.80 USD");
  }

  @Test
  void aPersonIsAskedWithEveryStopAndThePrice() {
    AtomicReference<String> question = new AtomicReference<>();
    host.initialize(true)
        .onRequest(
            request -> {
              question.set(((Map<?, ?>) request.get("params")).get("message").toString());
              host.answer(request, "accept");
            });

    Map<?, ?> result = host.tool("create_load", Host.load("PO-1"));

    assertThat(result.get("chargedUsd")).isEqualTo("0.65");
    assertThat(question.get())
        .isEqualTo(
            "0.65 USD of the prepaid balance: Text the driver at +1 312 555 0142 and create a load"
                + " for order \"PO-1\": from \"120 Main St\", \"Corbin\" KY 40701 to"
                + " \"9 Elm St\", \"Dallas\" TX 75201?");
  }

  @Test
  void whoDeclinesHasRefusedAndWhoCannotAskIsToldWhatToSetUp() {
    host.initialize(true).answering("decline");
    assertThat(Host.code(host.tool("create_load", Host.load("PO-1")))).isEqualTo("APPROVAL_DENIED");

    host.initialize(false);
    assertThat(host.tool("create_load", Host.load("PO-2")).toString())
        .contains("APPROVAL_REQUIRED")
        .contains("--approve-above");
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void aCancelledCallIsNotMadeWhateverThePersonSaysLater() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    AtomicReference<Map<?, ?>> question = new AtomicReference<>();
    host.initialize(true)
        .onRequest(
            request -> {
              question.set(request);
              asked.countDown();
            });
    int id = host.startTool("create_load", Host.load("PO-1"));
    assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();

    host.send(
        Map.of(
            "jsonrpc",
            "2.0",
            "method",
            "notifications/cancelled",
            "params",
            Map.of("requestId", id)));
    host.awaitNotification("notifications/cancelled");
    host.answer(question.get(), "accept");
    host.answering("accept");

    // Asked again for the same order: had the first call been made, this one would be free.
    assertThat(host.tool("create_load", Host.load("PO-1")).get("chargedUsd")).isEqualTo("0.65");
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void progressAndLogsAreTold() {
    host.initialize(true).answering("accept");
    int id =
        host.start(
            "tools/call",
            Map.of(
                "name",
                "create_load",
                "arguments",
                Host.load("PO-1"),
                "_meta",
                Map.of("progressToken", "p-1")));
    host.answer(id);

    assertThat(host.notifications.toString())
        .contains("progressToken=p-1")
        .contains("waiting for the user's approval")
        .contains("create_load: done, charge 0.65 USD")
        .doesNotContain(Host.PHONE);

    host.request("logging/setLevel", Map.of("level", "error"));
    host.notifications.clear();
    host.tool("get_balance", Map.of());
    assertThat(host.notifications).isEmpty();
  }

  @Test
  void twoRequestsOfOneIdAreNotMixedUp() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    AtomicReference<Map<?, ?>> question = new AtomicReference<>();
    host.initialize(true)
        .onRequest(
            request -> {
              question.set(request);
              asked.countDown();
            });
    Map<String, ?> call =
        Map.of(
            "jsonrpc",
            "2.0",
            "id",
            "same",
            "method",
            "tools/call",
            "params",
            Map.of("name", "create_load", "arguments", Host.load("PO-1")));
    host.send(call);
    assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
    host.send(call);

    assertThat(host.answer("same").toString()).contains("-32600");
    host.answer(question.get(), "accept");
    assertThat(Host.text(host.answer("same")).get("chargedUsd")).isEqualTo("0.65");
  }

  @Test
  void anInitializeWithoutARevisionIsAnswered() {
    String start = "{\"jsonrpc\":\"2.0\",\"method\":\"initialize\",\"id\":";
    host.line(start + "\"a\"}");
    host.line(start + "\"b\",\"params\":{\"capabilities\":{}}}");
    host.line(start + "\"c\",\"params\":{\"protocolVersion\":null}}");
    host.line(start + "\"d\",\"params\":{\"protocolVersion\":7}}");
    for (String id : List.of("a", "b", "c", "d")) {
      assertThat(host.answer(id).toString()).as(id).contains("-32602", "protocolVersion");
    }
    assertThat(host.initialize(false).request("ping", Map.of()).get("result")).isEqualTo(Map.of());
  }

  @Test
  void onlyAnAcceptedQuestionIsAnApproval() {
    for (String action : List.of("cancel", "decline", "yes")) {
      host.initialize(true).answering(action);
      assertThat(Host.code(host.tool("create_load", Host.load("PO-1"))))
          .as(action)
          .isEqualTo("APPROVAL_DENIED");
    }
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void aHostSeesOneQuestionAtATime() {
    AtomicInteger open = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    host.initialize(true)
        .onRequest(
            request -> {
              most.accumulateAndGet(open.incrementAndGet(), Math::max);
              threads.execute(
                  () -> {
                    open.decrementAndGet();
                    host.answer(request, "accept");
                  });
            });
    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < 6; i++) ids.add(host.startTool("create_load", Host.load("ORDER-" + i)));
    for (int id : ids) assertThat(Host.code(Host.text(host.answer(id)))).isEqualTo("ok");
    assertThat(most).hasValue(1);
  }

  private FreightClientBuilder builder() {
    return FreightClient.builder()
        .baseUrl(service.baseUrl())
        .agentKey(broker.agentKey())
        .spendGuard(ledger.guard())
        .retryPolicy(RetryPolicy.none());
  }
}
