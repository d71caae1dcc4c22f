package io.freightsdk.examples.mcphttp;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The official client calls the example over HTTP, as its users do. */
@Timeout(180)
class McpOverHttpTest {
  private static final Pattern CREATED =
      Pattern.compile("\"loadNumber\":\"([^\"]+)\",\"created\":true");

  private static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",
       "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
      """;

  @TempDir Path folder;
  private final InMemoryFreightServer freight = InMemoryFreightServer.start();
  private final Broker broker = freight.createBroker("100.00");
  private final List<AutoCloseable> open = new ArrayList<>();
  private AuthorizationServer login;

  @BeforeEach
  void start() throws Exception {
    login = new AuthorizationServer();
  }

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) open.get(i).close();
    login.close();
    freight.close();
  }

  /** An instance of the example; all of a test have one database. */
  private ConfigurableApplicationContext instance(String... more) {
    List<String> settings =
        new ArrayList<>(
            List.of(
                "--server.port=0",
                "--spring.lifecycle.timeout-per-shutdown-phase=1s",
                "--freight.base-url=" + freight.baseUrl(),
                "--freight.agent-key=" + broker.agentKey(),
                "--spring.datasource.url=jdbc:h2:" + folder.resolve("mcp") + ";WRITE_DELAY=0",
                "--spring.security.oauth2.resourceserver.jwt.issuer-uri=" + login.issuer()));
    settings.addAll(List.of(more));
    // Most hosts of these tests cannot ask.
    if (!String.join(" ", more).contains("approve-above")) {
      settings.add("--mcp.limits.approve-above=10.00");
    }
    ConfigurableApplicationContext instance =
        SpringApplication.run(McpOverHttp.class, settings.toArray(String[]::new));
    open.add(instance);
    return instance;
  }

  private static String url(ConfigurableApplicationContext instance) {
    return "http://127.0.0.1:" + instance.getEnvironment().getProperty("local.server.port");
  }

  /** A host of this user; with an answer it can ask him. */
  private McpSyncClient host(
      ConfigurableApplicationContext instance, String user, ElicitResult.@Nullable Action answer)
      throws Exception {
    String token = login.token(user);
    McpClient.SyncSpec client =
        McpClient.sync(
            HttpClientStreamableHttpTransport.builder(url(instance))
                .httpRequestCustomizer(
                    (request, method, uri, body, context) ->
                        request.header("Authorization", "Bearer " + token))
                .build());
    if (answer != null) {
      client.elicitation(
          question -> {
            questions.add(question.message());
            return ElicitResult.builder(answer).content(Map.of()).build();
          });
    }
    McpSyncClient host = client.build();
    open.add(host);
    host.initialize();
    return host;
  }

  private final List<String> questions = new ArrayList<>();

  private static String create(McpSyncClient host, String customerRef, int driver) {
    return text(
        host.callTool(
            CallToolRequest.builder("create_load").arguments(load(customerRef, driver)).build()));
  }

  private static Map<String, Object> load(String customerRef, int driver) {
    return Map.of(
        "driverPhone", "+1312555%04d".formatted(driver),
        "customerRef", customerRef,
        "pickups", List.of(stop("120 Main St", "Corbin", "KY", "40701")),
        "deliveries", List.of(stop("9 Elm St", "Dallas", "TX", "75201")));
  }

  private static Map<String, String> stop(String address, String city, String state, String zip) {
    return Map.of("address", address, "city", city, "state", state, "zip", zip);
  }

  private static String text(CallToolResult result) {
    String text = ((TextContent) result.content().get(0)).text();
    assertThat(result.isError()).isEqualTo(text.contains("\"error\""));
    return text;
  }

  @Test
  void eachUserHasALimitOfHisOwnAndAllHaveOneTogether() throws Exception {
    var server = instance("--mcp.limits.users.ann=0.70", "--mcp.limits.per-day=2.00");
    McpSyncClient ann = host(server, "ann", null);
    McpSyncClient bob = host(server, "bob", null);

    assertThat(create(ann, "A-1", 1)).contains("\"created\":true");
    assertThat(create(ann, "A-2", 2)).contains("SPEND_LIMIT");
    assertThat(create(bob, "B-1", 3)).contains("\"created\":true");
    assertThat(create(bob, "B-2", 4)).contains("\"created\":true");
    assertThat(create(bob, "B-3", 5)).contains("SPEND_LIMIT");
    assertThat(broker.debits()).hasSize(3);
  }

  @Test
  void aRestartAndAnotherInstanceKnowWhatWasSpentAndWhichOrdersHaveALoad() throws Exception {
    String limit = "--mcp.limits.per-day=1.40";
    var first = instance(limit);
    assertThat(create(host(first, "ann", null), "PO-7731", 1)).contains("\"created\":true");
    first.close();

    var second = instance(limit);
    var third = instance(limit);
    McpSyncClient ann = host(second, "ann", null);
    McpSyncClient bob = host(third, "bob", null);
    assertThat(create(ann, "PO-7731", 1)).contains("\"created\":false");
    assertThat(create(bob, "Order 7731", 1)).contains("LOAD_LOOKS_ALIKE");
    assertThat(create(bob, "PO-7732", 2)).contains("\"created\":true");
    assertThat(create(ann, "PO-7733", 3)).contains("SPEND_LIMIT");
    assertThat(broker.debits()).hasSize(2);
  }

  @Test
  void twentyCallsAtOnceInTwoInstancesStayWithinTheLimit() throws Exception {
    String limit = "--mcp.limits.per-day=2.00";
    List<McpSyncClient> hosts =
        List.of(host(instance(limit), "ann", null), host(instance(limit), "bob", null));
    List<Callable<String>> calls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      McpSyncClient host = hosts.get(i % 2);
      int order = i / 2;
      calls.add(() -> create(host, (order % 2 == 0 ? "PO-" : "po ") + order, order));
    }
    ExecutorService threads = Executors.newFixedThreadPool(20);
    try {
      Set<String> created = new TreeSet<>();
      for (Future<String> answer : threads.invokeAll(calls)) {
        // Who sends an order that the other one sends has its load, and the ledger may not know yet
        // whose the charge is.
        Matcher load = CREATED.matcher(answer.get());
        if (load.find()) created.add(load.group(1));
      }
      assertThat(created).hasSize(3);
    } finally {
      threads.shutdownNow();
    }
    assertThat(broker.debits()).hasSize(3);
  }

  @Test
  void aCallWithoutAGoodTokenIsRefusedAndToldWhereToLogIn() throws Exception {
    var server = instance();
    byte[] published = login.key().toPublicJWK().toJSONString().getBytes("UTF-8");
    Map<String, @Nullable String> bad =
        new java.util.TreeMap<>(
            Map.of(
                "unsigned", new PlainJWT(claims()).serialize(),
                "signed with the public key",
                    login.signed(c -> {}, JWSAlgorithm.HS256, new MACSigner(published)),
                "signed with another key",
                    login.signed(
                        c -> {}, JWSAlgorithm.RS256, new RSASSASigner(AuthorizationServer.rsa())),
                "for another server", login.token(c -> c.audience("https://other.example")),
                "of another issuer", login.token(c -> c.issuer("https://other.example")),
                "over", login.token(c -> c.expirationTime(in(-600))),
                "not yet valid", login.token(c -> c.notBeforeTime(in(600))),
                "without an end", login.token(c -> c.expirationTime(null)),
                "without a user", login.token(c -> c.subject(null)),
                "of nobody", login.token(c -> c.subject(" "))));
    bad.put("none", null);

    for (var one : bad.entrySet()) {
      HttpResponse<String> refused = post(server, one.getValue(), INITIALIZE, null);
      assertThat(refused.statusCode()).as(one.getKey()).isEqualTo(401);
      assertThat(refused.headers().firstValue("WWW-Authenticate").orElse(""))
          .as(one.getKey())
          .contains("resource_metadata=");
    }
    assertThat(post(server, login.token("ann"), INITIALIZE, null).statusCode()).isEqualTo(200);
    HttpRequest where =
        HttpRequest.newBuilder(URI.create(url(server) + "/.well-known/oauth-protected-resource"))
            .build();
    assertThat(HttpClient.newHttpClient().send(where, HttpResponse.BodyHandlers.ofString()).body())
        .contains(login.issuer(), AuthorizationServer.RESOURCE);
    assertThat(broker.debits()).isEmpty();
  }

  private JWTClaimsSet claims() {
    return new JWTClaimsSet.Builder()
        .subject("ann")
        .issuer(login.issuer())
        .audience(AuthorizationServer.RESOURCE)
        .expirationTime(in(600))
        .build();
  }

  private static Date in(int seconds) {
    return Date.from(Instant.now().plusSeconds(seconds));
  }

  private static HttpResponse<String> post(
      ConfigurableApplicationContext server,
      @Nullable String token,
      String body,
      @Nullable String session)
      throws Exception {
    return post(server, token, HttpRequest.BodyPublishers.ofString(body), session);
  }

  private static HttpResponse<String> post(
      ConfigurableApplicationContext server,
      @Nullable String token,
      HttpRequest.BodyPublisher body,
      @Nullable String session)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url(server) + "/mcp"))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(body);
    if (token != null) request.header("Authorization", "Bearer " + token);
    if (session != null) request.header("Mcp-Session-Id", session);
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aSessionIsOfNoUseToAnotherUser() throws Exception {
    var server = instance();
    String ann = login.token("ann");
    String session =
        post(server, ann, INITIALIZE, null).headers().firstValue("Mcp-Session-Id").orElseThrow();
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}";
    assertThat(post(server, ann, ping, session).statusCode()).isEqualTo(200);
    assertThat(post(server, login.token("bob"), ping, session).statusCode()).isEqualTo(404);
    assertThat(post(server, ann, " ".repeat(2_000_000) + ping, session).statusCode())
        .isEqualTo(413);
    var ofAnyLength =
        HttpRequest.BodyPublishers.ofInputStream(
            () -> new ByteArrayInputStream(ping.getBytes(StandardCharsets.UTF_8)));
    assertThat(post(server, ann, ofAnyLength, session).statusCode()).isEqualTo(411);
    assertThat(post(server, ann, ping, session).statusCode()).isEqualTo(200);
  }

  @Test
  void theUserIsAskedInHisHostOrNothingIsPaid() throws Exception {
    var server = instance("--mcp.limits.approve-above=0.50");

    assertThat(create(host(server, "ann", null), "PO-1", 1)).contains("APPROVAL_UNAVAILABLE");
    assertThat(create(host(server, "ann", ElicitResult.Action.DECLINE), "PO-2", 2))
        .contains("APPROVAL_DENIED");
    assertThat(broker.debits()).isEmpty();
    assertThat(create(host(server, "bob", ElicitResult.Action.ACCEPT), "PO-3", 3))
        .contains("\"created\":true");
    assertThat(questions).hasSize(2).allMatch(q -> q.startsWith("0.65 USD: Text the driver"));
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void theToolsAreListedWithTheirPricesAndSayWhatTheyDo() throws Exception {
    List<Tool> tools = host(instance(), "ann", null).listTools().tools();
    Tool create = tools.stream().filter(t -> t.name().equals("create_load")).findFirst().get();
    assertThat(tools).hasSize(8);
    assertThat(create.description()).contains("0.65");
    assertThat(create.annotations().readOnlyHint()).isFalse();
  }

  @Test
  void anAnswerThatIsLostIsPaidForOnce() throws Exception {
    McpSyncClient ann = host(instance("--freight.retry.max-attempts=1"), "ann", null);
    freight.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    assertThat(create(ann, "PO-1", 1)).contains("SAME_ARGUMENTS");
    assertThat(create(ann, "PO-1", 1)).contains("loadNumber");
    assertThat(broker.debits()).hasSize(1);
  }
}
