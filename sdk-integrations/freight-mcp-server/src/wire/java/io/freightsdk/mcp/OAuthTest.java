package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An authorization server, its users, and tokens that it never gave, over real sockets. */
class OAuthTest {
  private static final String RESOURCE = "https://mcp.example.com/mcp";
  private static KeyPair elliptic;
  private static KeyPair rsa;
  private static KeyPair stranger;

  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("10.00");
  private final FreightClient client =
      FreightClient.builder()
          .baseUrl(service.baseUrl())
          .agentKey(broker.agentKey())
          .spendGuard(SpendLedger.inMemory().guard())
          .build();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
          });
  private final HttpClient http = HttpClient.newHttpClient();
  private final AtomicInteger reads = new AtomicInteger();
  private volatile Instant now = Instant.parse("2026-11-20T12:00:00Z");
  private HttpServer authorization;
  private String issuer;
  private HttpEndpoint endpoint;

  @BeforeAll
  static void keys() throws Exception {
    KeyPairGenerator curve = KeyPairGenerator.getInstance("EC");
    curve.initialize(new ECGenParameterSpec("secp256r1"));
    elliptic = curve.generateKeyPair();
    stranger = curve.generateKeyPair();
    KeyPairGenerator modulus = KeyPairGenerator.getInstance("RSA");
    modulus.initialize(2048);
    rsa = modulus.generateKeyPair();
  }

  @AfterAll
  static void forget() {
    elliptic = null;
    rsa = null;
    stranger = null;
  }

  @BeforeEach
  void start() throws Exception {
    authorization =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    issuer = "http://localhost:" + authorization.getAddress().getPort() + "/tenant";
    tell(
        "/.well-known/oauth-authorization-server/tenant",
        Map.of("issuer", issuer, "jwks_uri", issuer + "/keys"));
    ECPublicKey curve = (ECPublicKey) elliptic.getPublic();
    RSAPublicKey modulus = (RSAPublicKey) rsa.getPublic();
    tell(
        "/tenant/keys",
        Map.of(
            "keys",
            List.of(
                Map.of("kty", "OKP", "kid", "of another kind", "crv", "Ed25519", "x", "AA"),
                Map.of(
                    "kty", "EC",
                    "crv", "P-256",
                    "kid", "e",
                    "x", number(curve.getW().getAffineX()),
                    "y", number(curve.getW().getAffineY())),
                Map.of(
                    "kty",
                    "RSA",
                    "kid",
                    "r",
                    "n",
                    number(modulus.getModulus()),
                    "e",
                    number(modulus.getPublicExponent())))));
    authorization.start();
    ToolSet tools =
        Host.offering(
            FreightTools.builder(client)
                .unlimited()
                .approvalAbove("1.00")
                .limitsPerScope(SpendLimits.builder().perDay("0.65").build())
                .build(),
            client,
            threads);
    Function<HttpEndpoint.User, Session> opener =
        user ->
            new Session(
                tools,
                new ToolCalls.Caller(user.name(), null, true, null, () -> null, Clock.systemUTC()),
                threads,
                line -> {},
                "1");
    HttpSessions sessions = new HttpSessions(opener, opener, Clock.systemUTC());
    OAuth oauth = new OAuth(issuer, RESOURCE, () -> now);
    endpoint =
        HttpEndpoint.start(
            InetAddress.getLoopbackAddress(),
            0,
            new HttpEndpoint.Access(Map.of(), List.of(), List.of(oauth.host()), oauth),
            sessions,
            threads);
  }

  private void tell(String path, Map<String, ?> body) {
    byte[] json = Json.write(body).getBytes(StandardCharsets.UTF_8);
    authorization.createContext(
        path,
        exchange -> {
          if (path.endsWith("keys")) reads.incrementAndGet();
          exchange.sendResponseHeaders(200, json.length);
          exchange.getResponseBody().write(json);
          exchange.close();
        });
  }

  private static String number(BigInteger value) {
    return base64(value.toByteArray());
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @AfterEach
  void close() {
    endpoint.close();
    authorization.stop(0);
    threads.shutdownNow();
    client.close();
    service.close();
  }

  private Map<String, Object> claims(String user) {
    Map<String, Object> claims = new LinkedHashMap<>();
    claims.put("iss", issuer);
    claims.put("aud", List.of(RESOURCE, "other"));
    claims.put("sub", user);
    claims.put("exp", now.getEpochSecond() + 600);
    return claims;
  }

  private static String signed(Map<String, ?> header, Map<String, ?> claims, KeyPair by)
      throws Exception {
    String text =
        base64(Json.write(header).getBytes(StandardCharsets.UTF_8))
            + "."
            + base64(Json.write(claims).getBytes(StandardCharsets.UTF_8));
    boolean isRsa = by.getPrivate().getAlgorithm().equals("RSA");
    Signature signature =
        Signature.getInstance(isRsa ? "SHA256withRSA" : "SHA256withECDSAinP1363Format");
    signature.initSign(by.getPrivate());
    signature.update(text.getBytes(StandardCharsets.US_ASCII));
    return text + "." + base64(signature.sign());
  }

  private String good(String user) throws Exception {
    return signed(Map.of("alg", "ES256", "kid", "e"), claims(user), elliptic);
  }

  private HttpResponse<String> send(String token, Map<String, ?> call) throws Exception {
    Map<String, Object> params = new LinkedHashMap<>(call);
    params.put(
        "_meta",
        Map.of(
            "io.modelcontextprotocol/protocolVersion",
            Modern.REVISION,
            "io.modelcontextprotocol/clientCapabilities",
            Map.of()));
    String method = call.isEmpty() ? "tools/list" : "tools/call";
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(endpoint.url()))
            .header("MCP-Protocol-Version", Modern.REVISION)
            .header("Mcp-Method", method);
    if (!call.isEmpty()) request.header("Mcp-Name", (String) call.get("name"));
    if (token != null) request.header("Authorization", "Bearer " + token);
    String body = Json.write(Map.of("jsonrpc", "2.0", "id", 1, "method", method, "params", params));
    return http.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
  }

  @Test
  void aHostFindsTheAuthorizationServer() throws Exception {
    HttpResponse<String> refused = send(null, Map.of());
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.headers().firstValue("WWW-Authenticate"))
        .hasValue(
            "Bearer resource_metadata=\"https://mcp.example.com/.well-known/oauth-protected-resource/mcp\"");
    for (String path : List.of("", "/mcp")) {
      URI metadata =
          URI.create(endpoint.url()).resolve("/.well-known/oauth-protected-resource" + path);
      HttpResponse<String> told =
          http.send(HttpRequest.newBuilder(metadata).build(), BodyHandlers.ofString());
      assertThat(told.statusCode()).isEqualTo(200);
      assertThat(Host.object(told.body()).get("resource")).isEqualTo(RESOURCE);
      assertThat(Host.object(told.body()).get("authorization_servers")).isEqualTo(List.of(issuer));
    }
  }

  @Test
  void eachUserHasALimitOfHisOwnWhateverKeySignedHisToken() throws Exception {
    Map<String, Object> one = Map.of("name", "create_load", "arguments", Host.load("PO-1"));
    Map<String, Object> two = Map.of("name", "create_load", "arguments", Host.load("PO-2"));
    String bob = signed(Map.of("alg", "RS256", "kid", "r"), claims("auth0|bob"), rsa);

    assertThat(send(good("alice"), one).body()).contains("\"chargedUsd\":\"0.65\"");
    assertThat(send(good("alice"), two).body()).contains("SPEND_LIMIT");
    assertThat(send(bob, two).body()).contains("\"chargedUsd\":\"0.65\"");
    assertThat(broker.debits()).hasSize(2);
    assertThat(reads).as("the keys are kept").hasValue(1);
  }

  @Test
  void aTokenThatIsNotForUsNowIsRefused() throws Exception {
    Map<String, Object> header = Map.of("alg", "ES256", "kid", "e");
    long second = now.getEpochSecond();
    Map<String, Object> changes = new LinkedHashMap<>();
    changes.put("iss", issuer + "/");
    changes.put("aud", "https://mcp.example.com/");
    changes.put("sub", " ");
    changes.put("exp", second - 120);
    changes.put("nbf", second + 120);
    for (Map.Entry<String, Object> change : changes.entrySet()) {
      Map<String, Object> claims = claims("alice");
      claims.put(change.getKey(), change.getValue());
      requireRefused(signed(header, claims, elliptic));
    }
    for (String needed : List.of("iss", "aud", "sub", "exp")) {
      Map<String, Object> claims = claims("alice");
      claims.remove(needed);
      requireRefused(signed(header, claims, elliptic));
    }
  }

  @Test
  void aTokenThatTheServerDidNotSignIsRefused() throws Exception {
    Map<String, Object> claims = claims("alice");
    String good = good("alice");
    String body = good.substring(0, good.lastIndexOf('.') + 1);
    requireRefused(signed(Map.of("alg", "ES256", "kid", "e"), claims, stranger));
    requireRefused(signed(Map.of("alg", "RS256", "kid", "e"), claims, elliptic));
    requireRefused(signed(Map.of("alg", "ES256", "kid", "r"), claims, elliptic));
    requireRefused(signed(Map.of("alg", "none", "kid", "e"), claims, elliptic));
    requireRefused(
        signed(
            Map.of("alg", "ES256", "kid", "e", "crit", List.of("new"), "new", "1"),
            claims,
            elliptic));
    requireRefused(body);
    requireRefused(body + base64(new byte[64]));
    requireRefused(good + "A");
    requireRefused(
        good("bob").split("\\.")[0]
            + "."
            + good("bob").split("\\.")[1]
            + "."
            + good.split("\\.")[2]);
    requireRefused("");
    requireRefused("x".repeat(20_000));
    // The public key as the secret of a symmetric signature, as careless libraries take it.
    String text =
        base64(Json.write(Map.of("alg", "HS256", "kid", "r")).getBytes(StandardCharsets.UTF_8))
            + "."
            + body.split("\\.")[1];
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(rsa.getPublic().getEncoded(), "HmacSHA256"));
    requireRefused(text + "." + base64(mac.doFinal(text.getBytes(StandardCharsets.US_ASCII))));
    assertThat(send(good, Map.of()).statusCode()).isEqualTo(200);
  }

  @Test
  void unknownKeysAreLookedForRarelyAndAWithdrawnOneIsRefused() throws Exception {
    for (int i = 0; i < 20; i++) {
      requireRefused(signed(Map.of("alg", "ES256", "kid", "k" + i), claims("alice"), stranger));
    }
    assertThat(reads).hasValue(1);
    now = now.plusSeconds(10);
    requireRefused(signed(Map.of("alg", "ES256", "kid", "k"), claims("alice"), stranger));
    assertThat(reads).hasValue(2);

    authorization.removeContext("/tenant/keys");
    tell("/tenant/keys", Map.of("keys", List.of()));
    assertThat(send(good("alice"), Map.of()).statusCode()).isEqualTo(200);
    now = now.plusSeconds(3600);
    requireRefused(good("alice"));
  }

  @Test
  void whoWasAdmittedStaysWhileTheAuthorizationServerIsAway() throws Exception {
    assertThat(send(good("alice"), Map.of()).statusCode()).isEqualTo(200);
    authorization.stop(0);
    now = now.plusSeconds(3600);
    assertThat(send(good("alice"), Map.of()).statusCode()).isEqualTo(200);
  }

  @Test
  void anAuthorizationServerThatIsAwayRefusesNobodyForGood() throws Exception {
    authorization.stop(0);
    HttpResponse<String> answer = send(good("alice"), Map.of());
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
  }

  /** Who answers at another address would choose the keys. */
  @Test
  void aRedirectOfTheAuthorizationServerIsNotFollowed() throws Exception {
    String metadata = "/.well-known/oauth-authorization-server/tenant";
    authorization.removeContext(metadata);
    authorization.createContext(
        metadata,
        exchange -> {
          exchange.getResponseHeaders().set("Location", "/moved");
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
    tell("/moved", Map.of("issuer", issuer, "jwks_uri", issuer + "/keys"));

    assertThat(send(good("alice"), Map.of()).statusCode()).isEqualTo(503);
    assertThat(reads).hasValue(0);
  }

  @Test
  void keysAreReadFromNoInsecureAddress() throws Exception {
    authorization.removeContext("/.well-known/oauth-authorization-server/tenant");
    tell(
        "/.well-known/oauth-authorization-server/tenant",
        Map.of("issuer", issuer, "jwks_uri", "http://id.example.com/keys"));
    assertThat(send(good("alice"), Map.of()).statusCode()).isEqualTo(503);
  }

  /** A megabyte is enough; whoever sends without an end must not fill the memory. */
  @Test
  void anEndlessAnswerOfTheAuthorizationServerIsNotRead() throws Exception {
    authorization.removeContext("/tenant/keys");
    byte[] keys = ("{\"keys\":[]}" + " ".repeat(1 << 20)).getBytes(StandardCharsets.UTF_8);
    authorization.createContext(
        "/tenant/keys",
        exchange -> {
          exchange.sendResponseHeaders(200, keys.length);
          exchange.getResponseBody().write(keys);
          exchange.close();
        });

    assertThat(send(good("alice"), Map.of()).statusCode()).isEqualTo(503);
  }

  @Test
  void onlySecureAddressesAreTaken() {
    assertThatThrownBy(() -> new OAuth("http://id.example.com", RESOURCE, Clock.systemUTC()))
        .isInstanceOf(Options.Mistake.class)
        .hasMessageContaining("--oauth: expected an https address");
    assertThatThrownBy(() -> new OAuth(issuer, "mcp.example.com", Clock.systemUTC()))
        .hasMessageContaining("--resource: expected an https address");
  }

  private void requireRefused(String token) throws Exception {
    HttpResponse<String> answer = send(token, Map.of());
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("WWW-Authenticate"))
        .get()
        .asString()
        .startsWith("Bearer error=\"invalid_token\", resource_metadata=");
  }
}
