package io.freightsdk.documentation;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.mcp.Protocol;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult.Action;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * Calls the application of the page about MCP over HTTP, which offers the tools to users with a
 * login. Each test has its own users, because each user has a daily limit.
 */
@Timeout(120)
class McpOverHttpIT {
  private static final InMemoryFreightServer SERVICE = InMemoryFreightServer.start();
  private static final Broker BROKER = SERVICE.createBroker("100.00");
  private static McpApplication application;

  private final List<McpSyncClient> hosts = new ArrayList<>();
  private final List<String> questions = Collections.synchronizedList(new ArrayList<>());
  private int debitsBefore;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    application = new McpApplication(folder, BROKER, OpenAccess.class);
  }

  @AfterAll
  static void stop() {
    application.close();
    SERVICE.close();
  }

  @BeforeEach
  void countDebits() {
    debitsBefore = BROKER.debits().size();
  }

  @AfterEach
  void close() {
    hosts.forEach(McpSyncClient::close);
  }

  private int debits() {
    return BROKER.debits().size() - debitsBefore;
  }

  @Configuration(proxyBeanMethods = false)
  static class OpenAccess {
    /** Accepts requests with this header without a login. */
    @Bean
    @Order(1)
    SecurityFilterChain open(HttpSecurity http) throws Exception {
      return http.securityMatcher(request -> request.getHeader("X-Open") != null)
          .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
          .csrf(csrf -> csrf.disable())
          .build();
    }
  }

  /** A browser sends such a request after DNS rebinding by a page of an attacker. */
  @Test
  void requestToAnotherHostNameIsRefused() throws Exception {
    URI address = URI.create(application.address());
    try (Socket browser = new Socket(address.getHost(), address.getPort())) {
      String request = "POST /mcp HTTP/1.1\r\nHost: attacker.example.com\r\nAuthorization: ";
      String end = "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      browser.getOutputStream().write((request + basic("ann") + end).getBytes(US_ASCII));
      assertThat(new String(browser.getInputStream().readAllBytes(), US_ASCII))
          .startsWith("HTTP/1.1 400");
    }
  }

  private static String basic(String user) {
    byte[] login = (user + ":" + McpApplication.PASSWORD).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(login);
  }

  private McpSyncClient host(String user) {
    return host(user, question -> Action.ACCEPT);
  }

  /** A host that supports elicitation, with the action of its user for each question. */
  private McpSyncClient host(String user, Function<String, Action> person) {
    return connect(
        client("Authorization", basic(user))
            .capabilities(ClientCapabilities.builder().elicitation().build())
            .elicitation(
                question -> {
                  String text = question.message();
                  questions.add(text);
                  return ElicitResult.builder(person.apply(text)).build();
                }));
  }

  private static McpClient.SyncSpec client(String header, String value) {
    return McpClient.sync(
            HttpClientStreamableHttpTransport.builder(application.address())
                .httpRequestCustomizer(
                    (request, method, uri, body, context) -> request.header(header, value))
                .build())
        .requestTimeout(Duration.ofMinutes(10));
  }

  private McpSyncClient connect(McpClient.SyncSpec spec) {
    McpSyncClient client = spec.build();
    hosts.add(client);
    client.initialize();
    return client;
  }

  @Test
  void applicationOffersTheToolsOfTheProgramInTheirOrder() {
    McpSyncClient ada = host("ada");

    List<Tool> tools = ada.listTools().tools();
    assertThat(tools)
        .extracting(Tool::name)
        .containsExactly(
            "create_load", "get_load_position", "confirm_delivery", "list_loads", "get_budget");
    assertThat(tools).extracting(Tool::title).startsWith("Create a tracked load");
    // Descriptions are not updated here, and a price may change.
    assertThat(tools.get(0).description())
        .contains("Costs 0.65 USD of the prepaid balance, unless get_budget says otherwise.");
    assertThat(tools.get(0).annotations().readOnlyHint()).isFalse();
    assertThat(tools.get(2).annotations().destructiveHint()).isTrue();
    assertThat(tools.get(4).annotations().readOnlyHint()).isTrue();
    assertThat(ada.getServerInstructions()).isEqualTo(FreightTools.instructions());
  }

  @Test
  void eachUserHasTheirOwnLimit() {
    McpSyncClient ben = host("ben");
    McpSyncClient cay = host("cay");

    for (int order = 1; order <= 7; order++) {
      assertThat(text(order(ben, order))).contains("\"created\":true");
    }
    CallToolResult refused = order(ben, 8);
    assertThat(text(refused)).contains("SPEND_LIMIT");
    assertThat(refused.isError()).isTrue();
    assertThat(text(order(cay, 9))).contains("\"created\":true");
    assertThat(debits()).isEqualTo(8);
  }

  @Test
  void hostAsksItsUser() {
    CallToolResult created = order(host("dan"), 11);

    assertThat(text(created)).contains("\"created\":true");
    assertThat(created.isError()).isFalse();
    assertThat(created.structuredContent()).extracting("chargedUsd").isEqualTo("0.65");
    assertThat(questions).hasSize(1);
    assertThat(questions.get(0))
        .startsWith("0.65 USD of the prepaid balance: Text the driver at +1 312 555 1011");

    CallToolResult declined = order(host("dan", question -> Action.DECLINE), 12);
    assertThat(text(declined)).contains("APPROVAL_DENIED");
    assertThat(declined.isError()).isTrue();
    assertThat(debits()).isEqualTo(1);
  }

  @Test
  void hostWithoutElicitationSendsNothingAboveThePrice() {
    McpSyncClient plain = connect(client("Authorization", basic("dan")));

    assertThat(text(order(plain, 13))).contains("APPROVAL_REQUIRED", "cannot ask");
    assertThat(debits()).isZero();
  }

  /** Hosts wait a minute for a response, and longer only after progress notifications. */
  @Test
  void approvalAfter70SecondsIsAccepted() throws Exception {
    VirtualTimeScheduler time = VirtualTimeScheduler.create();
    Schedulers.setFactory(
        new Schedulers.Factory() {
          @Override
          public Scheduler newParallel(int parallelism, ThreadFactory threads) {
            return time;
          }
        });
    try {
      BlockingQueue<ProgressNotification> progress = new LinkedBlockingQueue<>();
      McpSyncClient eve =
          connect(
              client("Authorization", basic("eve"))
                  .capabilities(ClientCapabilities.builder().elicitation().build())
                  .progressConsumer(progress::add)
                  .elicitation(
                      question -> {
                        for (int count = 1; count <= 4; count++) {
                          time.advanceTimeBy(Duration.ofSeconds(15));
                          assertThat(nextProgress(progress).progress()).isEqualTo(count);
                        }
                        time.advanceTimeBy(Duration.ofSeconds(10));
                        return ElicitResult.builder(Action.ACCEPT).build();
                      }));
      CallToolResult created =
          eve.callTool(
              CallToolRequest.builder("create_load")
                  .arguments(load(21))
                  .meta(Map.of("progressToken", "call-7"))
                  .build());

      assertThat(text(created)).contains("\"chargedUsd\":\"0.65\"");
    } finally {
      Schedulers.resetFactory();
    }
  }

  private static ProgressNotification nextProgress(BlockingQueue<ProgressNotification> progress) {
    try {
      ProgressNotification next = progress.poll(30, TimeUnit.SECONDS);
      assertThat(next).as("progress within 30 seconds").isNotNull();
      return next;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void invalidToolCallsReturnErrorsForModels() {
    McpSyncClient fay = host("fay");

    CallToolResult empty =
        fay.callTool(CallToolRequest.builder("create_load").arguments(Map.of()).build());
    assertThat(text(empty)).contains("INVALID_ARGUMENTS", "customerRef: required");

    Map<String, Object> asText = new LinkedHashMap<>(load(31));
    asText.put(
        "pickups",
        "[{\"address\":\"120 Main St\",\"city\":\"Corbin\",\"state\":\"KY\",\"zip\":\"40701\"}]");
    assertThat(text(fay.callTool(CallToolRequest.builder("create_load").arguments(asText).build())))
        .contains("\"created\":true");
  }

  @Test
  void messagesFollowTheProtocol() throws Exception {
    assertThat(raw("hal", "tools/list", "{}")).contains("create_load");
    assertThat(callTool("hal", "\"name\":\"get_budget\"")).contains("pricesUsd");
    assertThat(callTool("hal", "\"name\":\"create_load\"")).contains("INVALID_ARGUMENTS");
  }

  private static String callTool(String user, String params) throws Exception {
    return raw(user, "tools/call", "{" + params + "}");
  }

  /** Sends a request without the SDK of MCP. The response is checked with the protocol's schema. */
  private static String raw(String user, String method, String params) throws Exception {
    HttpClient http = HttpClient.newHttpClient();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(application.address() + "/mcp"))
            .header("Authorization", basic(user))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
    HttpResponse<String> first =
        http.send(
            request
                .POST(
                    message(
                        1,
                        "initialize",
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                            + "\"clientInfo\":{\"name\":\"raw\",\"version\":\"1\"}}"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(Protocol.violations(first.body(), "initialize")).isEmpty();
    String session = first.headers().firstValue("Mcp-Session-Id").orElseThrow();
    String response =
        http.send(
                request.header("Mcp-Session-Id", session).POST(message(2, method, params)).build(),
                HttpResponse.BodyHandlers.ofString())
            .body()
            .lines()
            .filter(line -> line.startsWith("data:"))
            .map(line -> line.substring("data:".length()))
            .reduce("", String::concat);
    assertThat(Protocol.violations(response, method)).isEmpty();
    return response;
  }

  private static HttpRequest.BodyPublisher message(int id, String method, String params) {
    return HttpRequest.BodyPublishers.ofString(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"method\":\""
            + method
            + "\",\"params\":"
            + params
            + "}");
  }

  @Test
  void requestWithoutLoginIsRefused() {
    assertThatThrownBy(() -> connect(client("X-Nobody", "1"))).isNotNull();
    assertThat(debits()).isZero();
  }

  @Test
  void toolCallWithoutLoginReturnsAReadableError() {
    McpSyncClient nobody = connect(client("X-Open", "1"));

    CallToolResult refused = order(nobody, 41);
    assertThat(text(refused)).contains("NOT_LOGGED_IN", "Nobody is logged in");
    assertThat(refused.isError()).isTrue();
    assertThat(debits()).isZero();
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().get(0)).text();
  }

  private static CallToolResult order(McpSyncClient client, int number) {
    return client.callTool(CallToolRequest.builder("create_load").arguments(load(number)).build());
  }

  private static Map<String, Object> load(int number) {
    return Map.of(
        "customerRef",
        "PO-" + number,
        "driverPhone",
        "+1312555" + (1000 + number),
        "pickups",
        List.of(stop("120 Main St", "Corbin", "KY", "40701")),
        "deliveries",
        List.of(stop("9 Elm St", "Dallas", "TX", "75201")));
  }

  private static Map<String, Object> stop(String address, String city, String state, String zip) {
    return Map.of("address", address, "city", city, "state", state, "zip", zip);
  }
}
