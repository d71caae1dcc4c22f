package io.freightsdk.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Certificates;
import io.freightsdk.testing.RawServer;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.WireFixture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Cache;
import okhttp3.CertificatePinner;
import okhttp3.Credentials;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The client uses the interceptors, TLS and proxy of the caller's OkHttpClient, which stays open.
 */
class CallersHttpClientIT {
  private final HeldCertificate certificate = Certificates.forHosts("localhost", "127.0.0.1");
  private final HandshakeCertificates serverSide =
      new HandshakeCertificates.Builder().heldCertificate(certificate).build();
  private final HandshakeCertificates clientSide =
      new HandshakeCertificates.Builder().addTrustedCertificate(certificate.certificate()).build();

  @ParameterizedTest
  @EnumSource
  void interceptorsGetTheRealStatus(CallStyle style) {
    List<Integer> seen = new CopyOnWriteArrayList<>();
    try (WireFixture service =
        new WireFixture(
            server -> {},
            http ->
                http.addInterceptor(
                        chain -> {
                          Response response = chain.proceed(chain.request());
                          seen.add(response.code());
                          return response;
                        })
                    .addNetworkInterceptor(
                        chain -> {
                          Response response = chain.proceed(chain.request());
                          seen.add(response.code());
                          return response;
                        }))) {
      service.enqueue(
          ServiceResponses.error(503).setHeader("Retry-After", "0"),
          ServiceResponses.success(Operation.GET_BALANCE));
      style.getBalance(service.client());
      assertThat(seen).containsExactly(503, 503, 200, 200);
    }
  }

  @Test
  void callersClientSurvivesClose() throws IOException {
    try (WireFixture service = new WireFixture()) {
      service.enqueue(
          ServiceResponses.success(Operation.GET_BALANCE),
          ServiceResponses.success(Operation.GET_BALANCE));
      OkHttpClient http = service.http();
      int requests = http.dispatcher().getMaxRequests();
      int perHost = http.dispatcher().getMaxRequestsPerHost();
      FreightClient client = service.client();
      client.getBalance();
      client.close();
      assertThat(http.dispatcher().getMaxRequests()).isEqualTo(requests);
      assertThat(http.dispatcher().getMaxRequestsPerHost()).isEqualTo(perHost);
      assertThat(http.interceptors()).isEmpty();
      assertThat(http.retryOnConnectionFailure()).isTrue();
      Request request = new Request.Builder().url(service.baseUrl()).build();
      try (Response response = http.newCall(request).execute()) {
        assertThat(response.code()).isEqualTo(200);
        response.body().bytes();
      }
      assertThat(http.connectionPool().connectionCount())
          .as("connections of the client and of the caller, in the caller's pool")
          .isEqualTo(2);
      assertThat(service.takeRequest().getConnectionIndex())
          .as("the caller's calls may be cancelled, which closes their connections")
          .isNotEqualTo(service.takeRequest().getConnectionIndex());
    }
  }

  /** These timeouts would end a paid request too early. */
  @ParameterizedTest
  @EnumSource
  void callersTimeoutsAreIgnored(CallStyle style) {
    Duration tiny = Duration.ofMillis(1);
    List<Consumer<OkHttpClient.Builder>> timeouts =
        List.of(
            http -> http.callTimeout(tiny),
            http -> http.readTimeout(tiny),
            http -> http.writeTimeout(tiny));
    for (Consumer<OkHttpClient.Builder> timeout : timeouts) {
      try (WireFixture service = new WireFixture(server -> {}, timeout)) {
        service.enqueue(
            ServiceResponses.success(Operation.GET_LOAD_POSITION)
                .headersDelay(200, TimeUnit.MILLISECONDS));
        FreightClient client = service.client(service.builder().retryPolicy(RetryPolicy.none()));
        assertThat(style.getLoadPosition(client, SampleLoads.NUMBER)).isNotNull();
      }
    }
  }

  @Test
  void connectTimeoutIsTenSecondsOrTheBuildersOption() {
    List<Integer> millis = new CopyOnWriteArrayList<>();
    try (WireFixture service =
        new WireFixture(
            server -> {},
            http ->
                http.connectTimeout(Duration.ofMinutes(5))
                    .addInterceptor(
                        chain -> {
                          millis.add(chain.connectTimeoutMillis());
                          return chain.proceed(chain.request());
                        }))) {
      service.enqueue(
          ServiceResponses.success(Operation.GET_BALANCE),
          ServiceResponses.success(Operation.GET_BALANCE));
      service.client().getBalance();
      service.client(service.builder().connectTimeout(Duration.ofSeconds(3))).getBalance();
      assertThat(millis).containsExactly(10_000, 3_000);
    }
  }

  /** A cached price would be reported as the current one. */
  @ParameterizedTest
  @EnumSource
  void callersCacheIsIgnored(CallStyle style, @TempDir Path folder) throws IOException {
    try (Cache cache = new Cache(folder.toFile(), 1_000_000);
        WireFixture service = new WireFixture(server -> {}, http -> http.cache(cache))) {
      FreightClient client = service.client();
      for (int i = 0; i < 2; i++) {
        service.enqueue(
            ServiceResponses.success(Operation.GET_PRICING)
                .setHeader("Cache-Control", "max-age=3600"));
        assertThat(style.getPricing(client, CallOptions.DEFAULT).prices()).isNotEmpty();
      }
      assertThat(service.server().getRequestCount()).isEqualTo(2);
      assertThat(cache.writeSuccessCount()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void callersTrustStoreIsUsed(CallStyle style) {
    try (WireFixture service =
        new WireFixture(
            server -> server.useHttps(serverSide.sslSocketFactory()),
            http ->
                http.sslSocketFactory(clientSide.sslSocketFactory(), clientSide.trustManager()))) {
      service.enqueue(ServiceResponses.success(Operation.GET_BALANCE));
      assertThat(style.getBalance(service.client()).currency()).isEqualTo("USD");
      assertThat(service.takeRequest().getVersion()).isEqualTo("HTTP/2");
    }
  }

  @ParameterizedTest
  @EnumSource
  void callersPinIsUsedAndItsFailureSendsNothing(CallStyle style) {
    CertificatePinner pins =
        new CertificatePinner.Builder()
            .add("localhost", "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
            .add("127.0.0.1", "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
            .build();
    try (WireFixture service =
        new WireFixture(
            server -> server.useHttps(serverSide.sslSocketFactory()),
            http ->
                http.sslSocketFactory(clientSide.sslSocketFactory(), clientSide.trustManager())
                    .certificatePinner(pins))) {
      FreightClient client = service.client(service.builder().retryPolicy(RetryPolicy.none()));
      FreightConnectionException failure =
          catchThrowableOfType(
              FreightConnectionException.class,
              () -> style.getLoadPosition(client, SampleLoads.NUMBER));
      assertThat(failure.notProcessed()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void proxyWithCredentialsIsUsed(CallStyle style) throws Exception {
    try (MockWebServer proxy = new MockWebServer()) {
      proxy.useHttps(serverSide.sslSocketFactory());
      proxy.start();
      proxy.enqueue(new MockResponse.Builder().inTunnel().build());
      proxy.enqueue(ServiceResponses.success(Operation.CREATE_LOAD).build());
      try (WireFixture service =
          new WireFixture(
              server -> {},
              http ->
                  http.sslSocketFactory(clientSide.sslSocketFactory(), clientSide.trustManager())
                      .proxy(
                          new Proxy(
                              Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", proxy.getPort())))
                      .proxyAuthenticator(
                          (route, response) ->
                              response
                                  .request()
                                  .newBuilder()
                                  .header(
                                      "Proxy-Authorization", Credentials.basic("broker", "secret"))
                                  .build()))) {
        FreightClient client = service.client(service.builder().baseUrl("https://localhost:9443"));
        assertThat(style.createLoad(client, SampleLoads.twoStops()).attempts()).isEqualTo(1);
        assertThat(service.counts().requests()).as("paid requests").isEqualTo(1);
        RecordedRequest connect = proxy.takeRequest(60, TimeUnit.SECONDS);
        assertThat(connect.getMethod()).isEqualTo("CONNECT");
        assertThat(connect.getHeaders().get("Proxy-Authorization"))
            .isEqualTo(Credentials.basic("broker", "secret"));
        assertThat(connect.getHeaders().get("Authorization")).as("the agent key").isNull();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void keySupplierIsCalledAtEachAttempt(CallStyle style) {
    AtomicInteger version = new AtomicInteger();
    try (WireFixture service = new WireFixture()) {
      service.enqueue(
          ServiceResponses.billingUnavailable(), ServiceResponses.success(Operation.GET_BALANCE));
      FreightClient client =
          service.client(
              service.builder().agentKey(() -> "agent-key-v" + version.incrementAndGet()));
      style.getBalance(client);
      assertThat(service.takeRequest().getHeaders().get("Authorization"))
          .isEqualTo("Bearer agent-key-v1");
      assertThat(service.takeRequest().getHeaders().get("Authorization"))
          .isEqualTo("Bearer agent-key-v2");
    }
  }

  @Test
  void closeClosesOwnConnections() throws IOException {
    String balance = "{\"currency\":\"USD\",\"balanceUsd\":1}";
    try (RawServer server =
        RawServer.keepingConnectionsOpen(
            String.format(
                Locale.ROOT,
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
                balance.length(),
                balance))) {
      FreightClient client =
          FreightClient.builder().baseUrl(server.baseUrl()).agentKey(WireFixture.KEY).build();
      client.getBalance();
      assertThat(server.connectionsClosedByClient()).isZero();
      client.close();
      server.awaitClosedConnections(1);
      assertThat(server.connectionsClosedByClient()).isEqualTo(1);
    }
  }
}
