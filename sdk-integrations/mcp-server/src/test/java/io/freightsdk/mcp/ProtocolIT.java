package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.mcp.McpTools;
import io.freightsdk.agent.mcp.Protocol;
import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.Eventually;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Messages of a host over two streams, with tools that use the in-memory server. */
class ProtocolIT {
  private static final int MINUTES = 1;

  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("100.00");
  private final SpendLedger ledger = SpendLedger.inMemory();
  private final FreightClient client = builder().build();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private Host host;
  private StandardStreams streams;

  @BeforeEach
  void connect() throws Exception {
    serve(client, "0.10");
  }

  private FreightClient.Builder builder() {
    return FreightClient.builder()
        .baseUrl(service.baseUrl())
        .agentKey(broker.agentKey())
        .spendGuard(ledger.guard())
        .retryPolicy(RetryPolicy.none());
  }

  private void serve(FreightClient client, String approvalAbove) throws Exception {
    PipedOutputStream out = new PipedOutputStream();
    PipedInputStream fromServer = new PipedInputStream(out, 4 * 1024 * 1024);
    serve(client, approvalAbove, out);
    host = new Host(fromServer, toServer);
  }

  private PipedOutputStream toServer;

  /** Asks for hosts that cannot ask; null for none. */
  private Approver approver;

  private void serve(FreightClient client, String approvalAbove, OutputStream out)
      throws Exception {
    if (host != null) host.close();
    toServer = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(toServer, 4 * 1024 * 1024);
    streams = new StandardStreams(in, out, log::add);
    FreightTools.Builder tools =
        FreightTools.builder(client, ledger)
            .sharedLimits(SpendLimit.perDay("80.00"))
            .approvalAbove(approvalAbove);
    if (approver != null) tools.approver(approver);
    FreightMcpServer.startServer(
        McpTools.of(tools.build()), streams, FreightMcpServer.DEFAULT_NAME, false);
  }

  @AfterEach
  void close() throws Exception {
    host.close();
    streams.disconnected().get(MINUTES, TimeUnit.MINUTES);
    requireAllCallsEnded();
    threads.shutdown();
    assertThat(threads.awaitTermination(MINUTES, TimeUnit.MINUTES)).isTrue();
    client.close();
    service.close();
  }

  private void requireAllCallsEnded() throws InterruptedException {
    assertThat(streams.finishCalls(Duration.ofMinutes(MINUTES))).isTrue();
  }

  /** Requires that the server responds and that no load was created. */
  private void requireRunningWithoutDebits() {
    assertThat(host.request("ping", Map.of()).get("result")).isEqualTo(Map.of());
    assertThat(broker.debits()).isEmpty();
  }

  /** Proves that the check of every message can fail. */
  @Test
  void violationsOfTheProtocolAreDetected() {
    assertThat(Protocol.violations("{\"jsonrpc\":\"2.0\",\"id\":1}", null)).isNotEmpty();
    assertThat(
            Protocol.violations(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"isError\":true}}", "tools/call"))
        .asString()
        .contains("content");
    assertThat(
            Protocol.violations(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                    + "\"params\":{\"progressToken\":1}}",
                null))
        .asString()
        .contains("progress");
  }

  /** A shell script sends all lines immediately. */
  @Test
  void callBeforeTheInitializeResponseAsksForApproval() {
    host.answerAll("accept");
    host.line(
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"elicitation\":{}},"
            + "\"clientInfo\":{\"name\":\"x\",\"version\":\"1\"}}}\n"
            + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
            + Host.createLoad(7, "PO-1"));

    assertThat(Host.text(host.response("7")).get("chargedUsd")).isEqualTo("0.65");
  }

  @Test
  void callBeforeInitializeDoesNotDelayTheEnd() throws Exception {
    host.line(Host.createLoad(7, "PO-1"));
    host.closeInput();

    streams.disconnected().get(MINUTES, TimeUnit.MINUTES);
    requireAllCallsEnded();
    assertThat(broker.debits()).isEmpty();
  }

  /** Some gateways do not pass the notification on. */
  @ParameterizedTest
  @ValueSource(strings = {"tools/list", "ping"})
  void sessionStartsWithoutTheInitializedNotification(String first) {
    host.answerAll("accept");
    assertThat(host.request("ping", Map.of()).get("result")).isEqualTo(Map.of());
    host.request(
        "initialize",
        Map.of(
            "protocolVersion",
            "2025-11-25",
            "capabilities",
            Map.of("elicitation", Map.of()),
            "clientInfo",
            Map.of("name", "gateway", "version", "1")));

    assertThat(host.request(first, Map.of()).get("result")).isNotNull();
    assertThat(Host.code(host.tool("create_load", Host.load("PO-1")))).isEqualTo("ok");
    assertThat(log)
        .containsExactly(
            first + ": the host has not sent notifications/initialized; the session starts now");
  }

  /** A host that supports only a version without initialize sends this. */
  @Test
  void requestWithoutInitializeGetsTheSupportedVersions() {
    host.line(
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\",\"params\":{\"_meta\":"
            + "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}");

    assertThat(host.response("7").get("error"))
        .asString()
        .contains("-32600", "2025-06-18", "2025-11-25");
    host.initialize(false);
    requireRunningWithoutDebits();
  }

  @Test
  void batchIsIgnored() {
    host.initialize(false);
    host.line("[" + Host.createLoad(1, "PO-1") + "," + Host.createLoad(2, "PO-2") + "]");

    requireRunningWithoutDebits();
  }

  @Test
  void invalidLinesAreIgnored() {
    host.initialize(false);
    List<String> bad =
        List.of(
            "garbage",
            "[]",
            "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
            "{\"jsonrpc\":\"2.0\",\"id\":7}",
            "{\"jsonrpc\":\"2.0\",\"method\":{}}",
            "null",
            "\"text\"",
            "{".repeat(2_000),
            "x".repeat(2_000_000));
    for (String line : bad) host.line(line);
    host.line("");
    host.line("   ");

    assertThat(host.request("ping", Map.of()).get("result")).isEqualTo(Map.of());
    assertThat(log).hasSize(bad.size()).noneMatch(line -> line.contains("garbage"));
    assertThat(host.request("tools/list", Map.of()).toString()).contains("create_load");
  }

  @Test
  void incompleteLastMessageIsIgnored() throws Exception {
    host.initialize(true).answerAll("accept");
    String call = Host.createLoad(1, "PO-1");
    host.bytes(call.substring(0, call.length() - 2).getBytes(StandardCharsets.UTF_8));
    host.closeInput();

    streams.disconnected().get(MINUTES, TimeUnit.MINUTES);
    requireAllCallsEnded();
    assertThat(broker.debits()).isEmpty();
    assertThat(log).hasSize(1);
  }

  /** The session of the SDK's own transport ends at the first of these messages. */
  @Test
  void invalidMessagesDoNotEndTheSession() {
    host.initialize(true)
        .onRequest(
            request ->
                host.send(
                    Map.of(
                        "jsonrpc",
                        "2.0",
                        "id",
                        request.get("id"),
                        "error",
                        Map.of("code", -32000, "message", "no"))));
    host.line("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}");
    host.line("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/nonsense\",\"params\":7}");
    host.line("{\"jsonrpc\":\"2.0\",\"id\":\"never asked\",\"result\":{\"action\":\"accept\"}}");
    host.line("{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"initialize\",\"params\":[]}");
    assertThat(host.response(8).toString()).contains("error=");
    for (Object params :
        List.of(7, Map.of("name", "set_status"), Map.of("name", "get_budget", "arguments", 7))) {
      Map<String, Object> call = new LinkedHashMap<>();
      call.put("jsonrpc", "2.0");
      call.put("id", "wrong");
      call.put("method", "tools/call");
      call.put("params", params);
      host.send(call);
      assertThat(host.response("wrong").toString()).as(params.toString()).contains("error=");
    }
    assertThat(host.tool("create_load", Host.load("PO-1")).toString())
        .contains("APPROVAL_FAILED", "the question could not be shown");

    requireRunningWithoutDebits();
  }

  @Test
  void initializeReturnsVersionInstructionsAndServerInfo() {
    Map<?, ?> result =
        (Map<?, ?>)
            host.request(
                    "initialize",
                    Map.of(
                        "protocolVersion",
                        "2025-06-18",
                        "capabilities",
                        Map.of(),
                        "clientInfo",
                        Map.of("name", "test", "version", "1")))
                .get("result");

    assertThat(result.get("protocolVersion")).isEqualTo("2025-06-18");
    assertThat(result.get("instructions")).asString().contains("NEVER_SAME_ARGUMENTS");
    assertThat(result.get("serverInfo")).asString().contains(FreightMcpServer.DEFAULT_NAME);
    assertThat(host.request("resources/list", Map.of()).toString()).contains("-32601");
  }

  @Test
  void approvalRequestHasThePriceAndEveryStop() {
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
            "0.65 USD of the prepaid balance: Text the driver at +1 312 555 0142 and create a load,"
                + " which cannot be cancelled, for order \"PO-1\":\n- Pickup: \"120 Main St\", \"Corbin\" KY 40701\n"
                + "- Delivery: \"9 Elm St\", \"Dallas\" TX 75201?");
  }

  @Test
  void refusalWithoutElicitationNamesTheOption() {
    host.initialize(false);
    assertThat(host.tool("create_load", Host.load("PO-2")).toString())
        .contains("APPROVAL_REQUIRED")
        .contains("--approval-above");

    requireRunningWithoutDebits();
  }

  /** Returns the number of a load whose truck has reached the last stop. */
  private String arrivedLoad() {
    String load = host.tool("create_load", Host.load("PO-1")).get("loadNumber").toString();
    service.driver(load).driveToStop(1).stay(Duration.ofMinutes(30)).driveToStop(2);
    return load;
  }

  private int confirmations() {
    return service
        .journal()
        .matching(request -> request.operation() == Operation.CONFIRM_DELIVERY)
        .size();
  }

  @Test
  void confirmingADeliveryNeedsApprovalAtAnyPrice() throws Exception {
    serve(client, "5.00");
    host.initialize(true).answerAll("decline");
    Map<String, Object> arrived = Map.of("loadNumber", arrivedLoad());

    assertThat(Host.code(host.tool("confirm_delivery", arrived))).isEqualTo("APPROVAL_DENIED");
    assertThat(confirmations()).isZero();

    host.answerAll("accept");
    assertThat(host.tool("confirm_delivery", arrived).get("status")).isEqualTo("DELIVERED");
    assertThat(confirmations()).isOne();
  }

  @Test
  void deliveryIsConfirmedWithoutApprovalIfTheHostCannotAsk() throws Exception {
    serve(client, "5.00");
    host.initialize(false);

    assertThat(host.tool("confirm_delivery", Map.of("loadNumber", arrivedLoad())).get("status"))
        .isEqualTo("DELIVERED");
    assertThat(confirmations()).isOne();
  }

  /** Hosts wait a minute for a response, and longer only while they get progress. */
  @Test
  void approvalAfter70SecondsCreatesTheLoad() throws Exception {
    VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet();
    try {
      BlockingQueue<Map<?, ?>> questions = new LinkedBlockingQueue<>();
      host.initialize(true).onRequest(questions::add);
      int call = startWithProgress();
      Map<?, ?> question = questions.poll(MINUTES, TimeUnit.MINUTES);

      time.advanceTimeBy(Duration.ofSeconds(70));
      host.answer(question, "accept");

      assertThat(Host.text(host.response(call)).get("chargedUsd")).isEqualTo("0.65");
      assertThat(host.notifications)
          .filteredOn(one -> "notifications/progress".equals(one.get("method")))
          .extracting(one -> String.valueOf(one.get("params")))
          .containsExactly(
              "{progressToken=call-7, progress=1.0, message=Waiting for a person's answer.}",
              "{progressToken=call-7, progress=2.0, message=Waiting for a person's answer.}",
              "{progressToken=call-7, progress=3.0, message=Waiting for a person's answer.}",
              "{progressToken=call-7, progress=4.0, message=Waiting for a person's answer.}");
      time.advanceTimeBy(Duration.ofMinutes(1));
      assertThat(host.request("ping", Map.of()).get("result")).isEqualTo(Map.of());
      assertThat(host.notifications)
          .filteredOn(one -> one.toString().contains("call-7"))
          .hasSize(4);
    } finally {
      VirtualTimeScheduler.reset();
    }
  }

  private int startWithProgress() {
    return host.start(
        "tools/call",
        Map.of(
            "name",
            "create_load",
            "arguments",
            Host.load("PO-1"),
            "_meta",
            Map.of("progressToken", "call-7")));
  }

  /** Such an approver is the window of the program. */
  @Test
  void progressNamesThePersonWhileAnApproverOfTheToolsAsks() throws Exception {
    VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet();
    try {
      CountDownLatch questionOpened = new CountDownLatch(1);
      CompletableFuture<Boolean> answer = new CompletableFuture<>();
      approver =
          request -> {
            questionOpened.countDown();
            return answer.join();
          };
      serve(client, "0.10");
      host.initialize(false);
      int call = startWithProgress();
      assertThat(questionOpened.await(MINUTES, TimeUnit.MINUTES)).isTrue();
      time.advanceTimeBy(Duration.ofSeconds(15));
      answer.complete(true);

      assertThat(Host.text(host.response(call)).get("chargedUsd")).isEqualTo("0.65");
      assertThat(host.notifications.toString()).contains("Waiting for a person's answer.");
    } finally {
      VirtualTimeScheduler.reset();
    }
  }

  @Test
  void hostWithoutAProgressTokenGetsNoProgress() throws Exception {
    VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet();
    try {
      BlockingQueue<Map<?, ?>> questions = new LinkedBlockingQueue<>();
      host.initialize(true).onRequest(questions::add);
      int call = host.startTool("create_load", Host.load("PO-1"));
      Map<?, ?> question = questions.poll(MINUTES, TimeUnit.MINUTES);
      time.advanceTimeBy(Duration.ofSeconds(70));
      host.answer(question, "accept");

      assertThat(Host.text(host.response(call)).get("chargedUsd")).isEqualTo("0.65");
      assertThat(host.notifications).isEmpty();
    } finally {
      VirtualTimeScheduler.reset();
    }
  }

  @Test
  void approvalRequestWithoutAnAnswerFailsAfterTenMinutes() throws Exception {
    VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet();
    try {
      BlockingQueue<Map<?, ?>> questions = new LinkedBlockingQueue<>();
      host.initialize(true).onRequest(questions::add);
      int call = host.startTool("create_load", Host.load("PO-1"));
      Map<?, ?> question = questions.poll(MINUTES, TimeUnit.MINUTES);
      time.advanceTimeBy(Duration.ofMinutes(10));

      assertThat(Host.text(host.response(call)).toString())
          .contains("APPROVAL_FAILED", "nobody answered it in time");
      requireWithdrawn(question);
      host.answer(question, "accept");
      requireRunningWithoutDebits();
    } finally {
      VirtualTimeScheduler.reset();
    }
  }

  @Test
  void cancelledCallIsNotSentAfterALateApproval() throws Exception {
    BlockingQueue<Map<?, ?>> questions = new LinkedBlockingQueue<>();
    host.initialize(true).onRequest(questions::add);
    int call = host.startTool("create_load", Host.load("PO-1"));
    Map<?, ?> question = questions.poll(MINUTES, TimeUnit.MINUTES);

    host.cancel(call);
    requireWithdrawn(question);
    host.answer(question, "accept");
    int next = host.startTool("create_load", Host.load("PO-2"));
    Map<?, ?> second = questions.poll(MINUTES, TimeUnit.MINUTES);
    assertThat(second.toString()).contains("PO-2");
    host.answer(second, "decline");

    assertThat(Host.code(Host.text(host.response(next)))).isEqualTo("APPROVAL_DENIED");
    requireRunningWithoutDebits();
    assertThat(host.hasResponse(call)).as("the host expects no response").isFalse();
  }

  /** Otherwise its dialog stays in the host, and a repeat of the call shows a second one. */
  private void requireWithdrawn(Map<?, ?> question) {
    Map<?, ?> withdrawal = Eventually.until(() -> host.notifications, all -> !all.isEmpty()).get(0);
    assertThat(withdrawal.get("method")).isEqualTo("notifications/cancelled");
    assertThat(((Map<?, ?>) withdrawal.get("params")).get("requestId"))
        .isEqualTo(question.get("id"));
    assertThat(host.notifications).hasSize(1);
  }

  @Test
  void answeredQuestionIsNotWithdrawn() {
    host.initialize(true).answerAll("decline");

    assertThat(Host.code(host.tool("create_load", Host.load("PO-1")))).isEqualTo("APPROVAL_DENIED");
    requireRunningWithoutDebits();
    assertThat(host.notifications).isEmpty();
  }

  @Test
  void cancelledCallInTheQueueAsksForNoApproval() throws Exception {
    BlockingQueue<Map<?, ?>> questions = new LinkedBlockingQueue<>();
    host.initialize(true).onRequest(questions::add);
    int first = host.startTool("create_load", Host.load("PO-1"));
    Map<?, ?> question = questions.poll(MINUTES, TimeUnit.MINUTES);
    int second = host.startTool("create_load", Host.load("PO-2"));

    host.cancel(second);
    assertThat(host.request("ping", Map.of()).get("result")).isEqualTo(Map.of());
    host.answer(question, "accept");
    int third = host.startTool("get_budget", Map.of());

    assertThat(Host.code(Host.text(host.response(first)))).isEqualTo("ok");
    assertThat(Host.code(Host.text(host.response(third)))).isEqualTo("ok");
    host.closeInput();
    requireAllCallsEnded();
    assertThat(questions).isEmpty();
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void cancellationOfAnUnknownRequestIsIgnored() {
    host.initialize(false);
    int balance = host.startTool("get_budget", Map.of());
    assertThat(Host.code(Host.text(host.response(balance)))).isEqualTo("ok");
    host.cancel(balance);
    host.cancel(4711);
    host.line("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");
    host.line("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":[]}");
    host.line(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1.5}}");

    requireRunningWithoutDebits();
    assertThat(log).isEmpty();
  }

  @Test
  void unknownToolIsAProtocolError() {
    host.initialize(false);

    assertThat(host.response(host.startTool("set_status", Map.of())).toString())
        .contains("error=", "set_status");
    requireRunningWithoutDebits();
  }

  @Test
  void excludedToolMustExist() {
    List<AgentTool> all = FreightTools.of(client, ledger, SpendLimit.perDay("80.00"));
    Options without = Options.of(List.of("--exclude-tool", "confirm_delivery"), Map.of());
    assertThat(without.offered(all)).hasSize(4).doesNotContain(all.get(2));

    Options misspelled = Options.of(List.of("--exclude-tool", "confirm_delivry"), Map.of());
    assertThatThrownBy(() -> misspelled.offered(all))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("there is no tool \"confirm_delivry\"; use some of create_load, get");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "null"})
  void missingArgumentsAreAcceptedInEveryForm(String arguments) {
    host.initialize(false);
    host.line(call(arguments));

    assertThat(Host.text(host.response("7"))).extracting("balanceUsd").isEqualTo("100.00");
  }

  private static String call(String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":"
        + "{\"name\":\"get_budget\",\"arguments\":"
        + arguments
        + "}}";
  }

  @Test
  void argumentsThatTheHostTurnedIntoTextAreAccepted() {
    host.initialize(true).answerAll("accept");
    Map<String, Object> load = new LinkedHashMap<>(Host.load("PO-1"));
    load.put("pickups", Host.json(load.get("pickups")));

    assertThat(host.tool("create_load", load).get("chargedUsd")).isEqualTo("0.65");
  }

  @Test
  void resultHasTextAndStructuredContent() {
    host.initialize(false);
    for (String tool : List.of("get_budget", "create_load")) {
      Map<?, ?> answer = host.response(host.startTool(tool, Map.of()));

      assertThat((Map<?, ?>) answer.get("result"))
          .extracting("structuredContent")
          .isEqualTo(Host.text(answer));
    }
    assertThat(host.request("tools/list", Map.of()).toString()).doesNotContain("outputSchema");
  }

  @Test
  void onlyAcceptIsAnApproval() {
    host.initialize(true);
    Map<String, String> results =
        Map.of("cancel", "APPROVAL_DENIED", "decline", "APPROVAL_DENIED", "yes", "APPROVAL_FAILED");
    results.forEach(
        (action, code) -> {
          host.answerAll(action);
          assertThat(Host.code(host.tool("create_load", Host.load("PO-1"))))
              .as(action)
              .isEqualTo(code);
        });

    requireRunningWithoutDebits();
  }

  @Test
  void disconnectEndsOpenApprovalRequests() throws Exception {
    CountDownLatch requested = new CountDownLatch(1);
    host.initialize(true).onRequest(request -> requested.countDown());
    for (int i = 0; i < 3; i++) host.startTool("create_load", Host.load("PO-" + i));
    assertThat(requested.await(MINUTES, TimeUnit.MINUTES)).isTrue();

    host.closeInput();

    requireAllCallsEnded();
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void hostGetsOneApprovalRequestAtATime() {
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
    for (int id : ids) assertThat(Host.code(Host.text(host.response(id)))).isEqualTo("ok");
    assertThat(most).hasValue(1);
  }

  @Test
  void chargeOfACallIsLoggedAfterADisconnect() throws Exception {
    CountDownLatch paid = new CountDownLatch(1);
    CountDownLatch gone = new CountDownLatch(1);
    OkHttpClient slow =
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
            .build();
    try (FreightClient late = builder().httpClient(slow).build()) {
      serve(late, "5.00");
      int call = host.initialize(false).startTool("create_load", Host.load("PO-1"));
      assertThat(paid.await(MINUTES, TimeUnit.MINUTES)).isTrue();
      host.closeInput();
      streams.disconnected().get(MINUTES, TimeUnit.MINUTES);
      gone.countDown();
      assertThat(Host.text(host.response(call)).get("chargedUsd")).isEqualTo("0.65");
    }
    assertThat(log)
        .contains(
            "create_load: finished after the host cancelled it or disconnected: done, charge 0.65 USD");
  }

  @Test
  void closedOutputEndsTheProgram() throws Exception {
    serve(
        client,
        "5.00",
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("broken pipe");
          }
        });
    toServer.write(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}\n"
            .getBytes(StandardCharsets.UTF_8));
    toServer.flush();

    streams.disconnected().get(MINUTES, TimeUnit.MINUTES);
  }
}
