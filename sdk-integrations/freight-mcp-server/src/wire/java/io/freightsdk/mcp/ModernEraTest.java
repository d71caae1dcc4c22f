package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The revision without sessions: three instances with one ledger, and no memory of any request. */
class ModernEraTest {
  private static final String PREFIX = "io.modelcontextprotocol/";
  private static final Map<String, HttpEndpoint.User> TOKENS =
      Map.of(
          "token-of-alice-0123",
          new HttpEndpoint.User("alice"),
          "token-of-bob-0123456",
          new HttpEndpoint.User("bob"));

  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("100.00");
  private final SpendLedger ledger = SpendLedger.inMemory();
  private final List<FreightClient> clients = new ArrayList<>();
  private final List<HttpEndpoint> instances = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
          });
  private int requests;

  @BeforeEach
  void start() throws Exception {
    for (int i = 0; i < 3; i++) instances.add(instance("limit 20.00"));
  }

  private HttpEndpoint instance(String terms) throws Exception {
    FreightClient client =
        FreightClient.builder()
            .baseUrl(service.baseUrl())
            .agentKey(broker.agentKey())
            .retryPolicy(RetryPolicy.none())
            .spendGuard(ledger.guard())
            .build();
    clients.add(client);
    ToolSet tools =
        Host.offering(
            FreightTools.builder(client)
                .limits(SpendLimits.builder().perDay("20.00").build())
                .approvalAbove("0.01")
                .build(),
            client,
            threads);
    SignedStates states = new SignedStates(ledger.memory(), terms, Clock.systemUTC());
    Function<HttpEndpoint.User, Session> opener =
        user ->
            new Session(
                tools,
                new ToolCalls.Caller(
                    user.name(), null, true, null, () -> states, Clock.systemUTC()),
                threads,
                line -> {},
                "1");
    HttpSessions sessions = new HttpSessions(opener, opener, Clock.systemUTC());
    return HttpEndpoint.start(
        InetAddress.getLoopbackAddress(),
        0,
        new HttpEndpoint.Access(TOKENS, List.of(), List.of(), null),
        sessions,
        threads);
  }

  @AfterEach
  void close() {
    instances.forEach(HttpEndpoint::close);
    clients.forEach(FreightClient::close);
    threads.shutdownNow();
    service.close();
  }

  private static Map<String, Object> meta(boolean canAsk) {
    return Map.of(
        PREFIX + "protocolVersion",
        Modern.REVISION,
        PREFIX + "clientCapabilities",
        canAsk ? Map.of("elicitation", Map.of()) : Map.of());
  }

  /** Sends a request to the next instance, as a plain balancer does. */
  private HttpResponse<String> send(String method, Map<String, Object> params, String... headers)
      throws Exception {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", "2.0");
    message.put("id", ++requests);
    message.put("method", method);
    message.put("params", params);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(instances.get(requests % 3).url()))
            .header("MCP-Protocol-Version", Modern.REVISION)
            .header("Mcp-Method", method)
            .header("Accept", "application/json, text/event-stream");
    if (params.get("name") instanceof String name) request.header("Mcp-Name", name);
    request.setHeader("Authorization", "Bearer token-of-alice-0123");
    for (int i = 0; i < headers.length; i += 2) request.setHeader(headers[i], headers[i + 1]);
    return http.send(
        request.POST(BodyPublishers.ofString(Json.write(message))).build(),
        BodyHandlers.ofString());
  }

  private Map<?, ?> result(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return (Map<?, ?>) Host.object(response.body()).get("result");
  }

  private static Map<String, Object> create(String ref) {
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("name", "create_load");
    params.put("arguments", Host.load(ref));
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

  private static Map<?, ?> text(Map<?, ?> result) {
    return Host.text(Map.of("result", result));
  }

  @Test
  void aHostLearnsWhatIsSpokenAndOffered() throws Exception {
    Map<?, ?> found = result(send("server/discover", Map.of("_meta", meta(false))));
    assertThat(found.get("resultType")).isEqualTo("complete");
    assertThat((List<?>) found.get("supportedVersions")).first().isEqualTo("2026-07-28");
    assertThat(found.toString()).contains("2025-11-25", "ttlMs", "cacheScope", "serverInfo");

    HttpResponse<String> listed = send("tools/list", Map.of("_meta", meta(false)));
    assertThat(result(listed).toString()).contains("create_load", "resultType=complete", "ttlMs");
    assertThat(listed.headers().firstValue("Mcp-Session-Id")).isEmpty();
  }

  @Test
  void whatIsNotSpokenOrDoesNotAgreeIsRefused() throws Exception {
    Map<String, Object> old = new LinkedHashMap<>(meta(false));
    old.put(PREFIX + "protocolVersion", "1900-01-01");
    HttpResponse<String> unsupported =
        send("tools/list", Map.of("_meta", old), "MCP-Protocol-Version", "1900-01-01");
    assertThat(unsupported.statusCode()).isEqualTo(400);
    assertThat(unsupported.body()).contains("-32022", "2026-07-28", "1900-01-01");
    assertThat(send("tools/list", Map.of("_meta", meta(false)), "Mcp-Method", "tools/call").body())
        .contains("-32020");
    HttpResponse<String> name = send("tools/call", create("PO-1"), "Mcp-Name", "get_balance");
    assertThat(name.statusCode()).isEqualTo(400);
    assertThat(name.body()).contains("-32020", "Mcp-Name");
    String encoded =
        "=?base64?"
            + Base64.getEncoder().encodeToString("create_load".getBytes(StandardCharsets.UTF_8))
            + "?=";
    assertThat(send("tools/call", create("PO-1"), "Mcp-Name", encoded).statusCode()).isEqualTo(200);
    HttpResponse<String> unknown = send("ping", Map.of("_meta", meta(false)));
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).contains("-32601");
    HttpResponse<String> bare = send("tools/list", Map.of());
    assertThat(bare.statusCode()).isEqualTo(400);
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void anApprovalIsAResultThatAnyInstanceTakesOnce() throws Exception {
    Map<?, ?> question = result(send("tools/call", create("PO-1")));
    assertThat(question.get("resultType")).isEqualTo("input_required");
    assertThat(question.get("inputRequests").toString())
        .contains("elicitation/create", "0.65 USD of the prepaid balance: Text the driver");
    assertThat(broker.debits()).isEmpty();

    Object state = question.get("requestState");
    Map<?, ?> paid = result(send("tools/call", answered(create("PO-1"), state, "accept")));
    assertThat(paid.get("resultType")).isEqualTo("complete");
    assertThat(text(paid).get("chargedUsd")).isEqualTo("0.65");
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void aPaidReadIsPaidOncePerApproval() throws Exception {
    Map<?, ?> made = result(send("tools/call", create("PO-1")));
    Object number =
        text(result(
                send("tools/call", answered(create("PO-1"), made.get("requestState"), "accept"))))
            .get("loadNumber");
    Map<String, Object> read = new LinkedHashMap<>();
    read.put("name", "get_load_position");
    read.put("arguments", Map.of("loadNumber", number));
    read.put("_meta", meta(true));
    Object state = result(send("tools/call", read)).get("requestState");
    for (int i = 0; i < 6; i++) send("tools/call", answered(read, state, "accept"));
    assertThat(broker.debits()).as("the load and one reading").hasSize(2);
  }

  @Test
  void aRefusalIsRememberedByAllInstances() throws Exception {
    Object state = result(send("tools/call", create("PO-1"))).get("requestState");
    Map<?, ?> refused = result(send("tools/call", answered(create("PO-1"), state, "decline")));
    assertThat(Host.code(text(refused))).isEqualTo("APPROVAL_DENIED");
    for (int i = 0; i < 3; i++) {
      assertThat(Host.code(text(result(send("tools/call", create("PO-1"))))))
          .isEqualTo("APPROVAL_DENIED");
    }
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void aHostThatCannotAskIsToldSo() throws Exception {
    Map<String, Object> params = create("PO-1");
    params.put("_meta", meta(false));
    assertThat(Host.code(text(result(send("tools/call", params)))))
        .isEqualTo("APPROVAL_UNAVAILABLE");
  }

  @Test
  void aThousandAttackedApprovalsPayNothing() throws Exception {
    Random random = new Random(20_261_122);
    SignedStates otherTerms = new SignedStates(ledger.memory(), "limit 100.00", Clock.systemUTC());
    SignedStates otherKey =
        new SignedStates(SpendLedger.inMemory().memory(), "limit 20.00", Clock.systemUTC());
    String good = result(send("tools/call", create("PO-1"))).get("requestState").toString();
    ApprovalRequest asked = asked(good);
    for (int i = 0; i < 1000; i++) {
      String user = "token-of-alice-0123";
      Map<String, Object> params = create("PO-1");
      String state = good;
      switch (i % 8) {
        case 0 -> state = flipped(good, random);
        case 1 -> params = create("PO-" + (2 + random.nextInt(1000)));
        case 2 -> user = "token-of-bob-0123456";
        case 3 -> state = otherKey.sign(asked, "alice");
        case 4 -> state = otherTerms.sign(asked, "alice");
        case 5 -> state = good.substring(0, good.indexOf('.')) + ".";
        case 6 -> state = cheaper(good);
        default -> state = "yes";
      }
      HttpResponse<String> answer =
          send("tools/call", answered(params, state, "accept"), "Authorization", "Bearer " + user);
      assertThat(answer.body()).as("attack %d", i % 8).doesNotContain("chargedUsd");
    }
    assertThat(broker.debits()).isEmpty();
    // The good one still works, once.
    Map<?, ?> paid = result(send("tools/call", answered(create("PO-1"), good, "accept")));
    assertThat(text(paid).get("chargedUsd")).isEqualTo("0.65");
  }

  /** The request for which a state was signed. */
  private static ApprovalRequest asked(String state) {
    String body = state.substring(0, state.indexOf('.'));
    Map<?, ?> told =
        Host.object(new String(Base64.getUrlDecoder().decode(body), StandardCharsets.UTF_8));
    return new ApprovalRequest(
        (String) told.get("tool"),
        "?",
        new BigDecimal((String) told.get("usd")),
        (String) told.get("digest"),
        null,
        Instant.now().plusSeconds(600),
        "t",
        Map.of());
  }

  private static String flipped(String state, Random random) {
    int at = random.nextInt(state.length());
    char other = state.charAt(at) == 'A' ? 'B' : 'A';
    return state.substring(0, at) + other + state.substring(at + 1);
  }

  /** The same signature under another price. */
  private static String cheaper(String state) {
    int dot = state.indexOf('.');
    String json =
        new String(Base64.getUrlDecoder().decode(state.substring(0, dot)), StandardCharsets.UTF_8);
    byte[] edited = json.replace("0.65", "9.65").getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(edited) + state.substring(dot);
  }
}
