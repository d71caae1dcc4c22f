package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.freightsdk.FreightClient;
import io.freightsdk.retry.RetryPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Another server at the service's address, or a proxy or firewall before it. */
class WrongAddressIT {
  private final AgentFixture fixture = AgentFixture.withBalance("10.00");

  @AfterEach
  void close() {
    fixture.close();
  }

  private FreightClient client(String url) {
    return builder(url).build();
  }

  private FreightClient.Builder builder(String url) {
    return FreightClient.builder()
        .baseUrl(url)
        .agentKey(fixture.broker.agentKey())
        .spendGuard(fixture.ledger.guard())
        .retryPolicy(RetryPolicy.none());
  }

  private List<AgentTool> tools(FreightClient client) {
    return FreightTools.of(client, fixture.ledger, AgentFixture.PLENTY);
  }

  @Test
  void addressWithAPathIsReported() {
    for (String path : List.of("/v1", "/v1/agent", "/nosuch")) {
      try (FreightClient client = client(fixture.server.baseUrl() + path)) {
        List<AgentTool> tools = tools(client);
        for (AgentTool tool : List.of(tools.get(0), tools.get(4))) {
          String arguments = tool.name().equals("create_load") ? AgentFixture.load("PO-1") : "";
          ToolError error = tool.invoke(arguments, ToolCallContext.anonymous()).error();
          assertThat(error.code()).as(tool.name() + " at " + path).isEqualTo("WRONG_ADDRESS");
          assertThat(error.retry()).isEqualTo(ToolError.Retry.AFTER_USER_ACTION);
          assertThat(error.message())
              .contains("must have no path such as /v1")
              .contains("\"Address of the service\" in the form");
        }
      }
    }
    assertThat(fixture.debits()).isEmpty();
  }

  /** The name server is unavailable after the client has worked, and before. */
  @Test
  void hostThatDoesNotResolveIsRetriedOnlyIfItHas() {
    AtomicBoolean isResolved = new AtomicBoolean(true);
    OkHttpClient unpooled =
        new OkHttpClient.Builder()
            .connectionPool(new ConnectionPool(0, 1, TimeUnit.MILLISECONDS))
            .dns(
                host -> {
                  if (!isResolved.get()) throw new UnknownHostException(host);
                  return List.of(InetAddress.getLoopbackAddress());
                })
            .build();
    String url = "http://service.localhost:" + URI.create(fixture.server.baseUrl()).getPort();
    try (FreightClient client = builder(url).httpClient(unpooled).build();
        FreightClient misspelled = builder(url).httpClient(unpooled).build()) {
      AgentTool create = tools(client).get(0);
      ToolCallContext caller = ToolCallContext.anonymous();
      assertThat(create.invoke(AgentFixture.load("PO-1"), caller).failed()).isFalse();
      isResolved.set(false);

      ToolError error = create.invoke(AgentFixture.load("PO-2"), caller).error();
      assertThat(error.code()).isEqualTo("SERVICE_UNAVAILABLE");
      assertThat(error.retry()).isEqualTo(ToolError.Retry.AFTER_DELAY);
      error = tools(misspelled).get(0).invoke(AgentFixture.load("PO-2"), caller).error();
      assertThat(error.code()).isEqualTo("CONFIGURATION");
      assertThat(error.retry()).isEqualTo(ToolError.Retry.AFTER_USER_ACTION);

      isResolved.set(true);
      assertThat(create.invoke(AgentFixture.load("PO-2"), caller).failed()).isFalse();
    }
    assertThat(fixture.debits()).hasSize(2);
  }

  @Test
  void busyGatewayIsNotRetried() throws IOException {
    HttpServer gateway =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    gateway.createContext("/", this::forward);
    gateway.start();
    try (FreightClient client = client("http://127.0.0.1:" + gateway.getAddress().getPort())) {
      ToolError error =
          tools(client)
              .get(0)
              .invoke(AgentFixture.load("PO-1"), ToolCallContext.anonymous())
              .error();
      assertThat(error.code()).isEqualTo("RATE_LIMITED");
      assertThat(error.retry()).isEqualTo(ToolError.Retry.AFTER_DELAY);
    } finally {
      gateway.stop(0);
    }
  }

  /** Passes everything on but creations. */
  private void forward(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (exchange.getRequestMethod().equals("POST")) {
        byte[] busy = "busy".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(429, busy.length);
        exchange.getResponseBody().write(busy);
        return;
      }
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(fixture.server.baseUrl() + exchange.getRequestURI()))
              .header("Authorization", exchange.getRequestHeaders().getFirst("Authorization"))
              .build();
      HttpResponse<byte[]> response =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(response.statusCode(), response.body().length);
      exchange.getResponseBody().write(response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
