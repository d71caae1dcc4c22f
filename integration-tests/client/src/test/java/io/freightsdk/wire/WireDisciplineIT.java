package io.freightsdk.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightApiException;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Certificates;
import io.freightsdk.testing.NoDelaySockets;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.WireFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.SocketEffect;
import okhttp3.Authenticator;
import okhttp3.Credentials;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * This client sends once what OkHttp sends again. Each case also runs with a plain OkHttpClient, to
 * prove that OkHttp repeats it.
 */
class WireDisciplineIT {
  /** A response after which a plain OkHttpClient sends the request again. */
  enum Trap {
    DROPPED_POOLED_CONNECTION(0) {
      @Override
      void set(MockWebServer server) {
        server.enqueue(success().onResponseStart(new SocketEffect.CloseSocket()).build());
      }
    },
    UNAVAILABLE_RETRY_AFTER_0(503) {
      @Override
      void set(MockWebServer server) {
        server.enqueue(ServiceResponses.error(503).setHeader("Retry-After", "0").build());
      }
    },
    REQUEST_TIMEOUT_408(408) {
      @Override
      void set(MockWebServer server) {
        server.enqueue(ServiceResponses.error(408).build());
      }
    },
    TEMPORARY_REDIRECT_307(307) {
      @Override
      void set(MockWebServer server) {
        server.enqueue(ServiceResponses.error(307).setHeader("Location", "/elsewhere").build());
      }
    },
    PERMANENT_REDIRECT_308(308) {
      @Override
      void set(MockWebServer server) {
        server.enqueue(ServiceResponses.error(308).setHeader("Location", "/elsewhere").build());
      }
    },
    SEE_OTHER_303(303) {
      @Override
      void set(MockWebServer server) {
        server.enqueue(ServiceResponses.error(303).setHeader("Location", "/elsewhere").build());
      }
    },
    UNAUTHORIZED_WITH_AUTHENTICATOR(401) {
      @Override
      void set(MockWebServer server) {
        server.enqueue(ServiceResponses.error(401).setHeader("WWW-Authenticate", "Basic").build());
      }
    };

    /** The reported status; zero if the connection failed. */
    private final int status;

    Trap(int status) {
      this.status = status;
    }

    abstract void set(MockWebServer server);
  }

  /** Responds to one 401 with other credentials. */
  private static final Authenticator BASIC =
      (route, response) ->
          response.priorResponse() != null
              ? null
              : response
                  .request()
                  .newBuilder()
                  .header("Authorization", Credentials.basic("user", "secret"))
                  .build();

  static MockResponse.Builder success() {
    return ServiceResponses.success(Operation.GET_BALANCE);
  }

  static Stream<Arguments> traps() {
    List<Arguments> cases = new ArrayList<>();
    for (Trap trap : Trap.values()) {
      for (Protocol protocol : List.of(Protocol.HTTP_1_1, Protocol.H2_PRIOR_KNOWLEDGE)) {
        for (Operation operation : List.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION)) {
          // The styles alternate.
          int turn = (trap.ordinal() + protocol.ordinal() + operation.ordinal()) % 2;
          cases.add(Arguments.of(trap, protocol, operation, CallStyle.values()[turn]));
        }
      }
    }
    return cases.stream();
  }

  @ParameterizedTest(name = "{0} over {1}, {2}, {3}")
  @MethodSource("traps")
  void oneAttemptIsOneRequest(Trap trap, Protocol protocol, Operation operation, CallStyle style) {
    try (WireFixture service =
        new WireFixture(
            server -> server.setProtocols(List.of(protocol)),
            http -> http.protocols(List.of(protocol)).authenticator(BASIC))) {
      FreightClient client = service.client(service.builder().retryPolicy(RetryPolicy.none()));
      service.enqueue(success());
      style.getBalance(client); // Now there is a pooled connection to lose.
      trap.set(service.server());
      service.enqueue(ServiceResponses.success(operation), ServiceResponses.success(operation));

      FreightException failure =
          catchThrowableOfType(
              FreightException.class, () -> style.call(client, operation, CallOptions.DEFAULT));

      assertThat(failure).as("not hidden by a second request").isNotNull();
      assertThat(failure.attempts()).isEqualTo(1);
      assertThat(failure instanceof FreightApiException refusal ? refusal.status() : 0)
          .isEqualTo(trap.status);
      assertThat(service.server().getRequestCount()).as("requests that arrived").isEqualTo(2);
      assertThat(service.counts().requests()).as("requests that were written").isEqualTo(2);
    }
  }

  static Stream<Arguments> trapsOfOkHttp() {
    List<Arguments> cases = new ArrayList<>();
    for (Trap trap : Trap.values()) {
      cases.add(Arguments.of(trap, "POST"));
      cases.add(Arguments.of(trap, "GET"));
    }
    return cases.stream();
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("trapsOfOkHttp")
  void plainOkHttpSendsTheRequestAgain(Trap trap, String method) throws IOException {
    OkHttpClient okHttp = new OkHttpClient.Builder().authenticator(BASIC).build();
    try (MockWebServer server = NoDelaySockets.mockServer()) {
      server.start();
      server.enqueue(success().build());
      call(okHttp, new Request.Builder().url(server.url("/")).build());
      trap.set(server);
      server.enqueue(success().build());
      server.enqueue(success().build());
      RequestBody body = method.equals("POST") ? RequestBody.create("{}", null) : null;

      call(okHttp, new Request.Builder().url(server.url("/paid")).method(method, body).build());

      assertThat(server.getRequestCount()).as("requests that arrived").isGreaterThan(2);
    } finally {
      okHttp.connectionPool().evictAll();
    }
  }

  // --- 421, over a connection that two hosts share ---

  private static final String[] HOSTS = {"one.freight.example", "two.freight.example"};
  private static final HandshakeCertificates BOTH_HOSTS = certificatesOfBothHosts();

  private static HandshakeCertificates certificatesOfBothHosts() {
    HeldCertificate certificate = Certificates.forHosts(HOSTS);
    return new HandshakeCertificates.Builder()
        .heldCertificate(certificate)
        .addTrustedCertificate(certificate.certificate())
        .build();
  }

  private static void serveBothHosts(MockWebServer server) {
    server.useHttps(BOTH_HOSTS.sslSocketFactory());
  }

  private static void resolveBothHosts(OkHttpClient.Builder http) {
    http.sslSocketFactory(BOTH_HOSTS.sslSocketFactory(), BOTH_HOSTS.trustManager())
        .dns(host -> List.of(InetAddress.getLoopbackAddress()));
  }

  private static String baseUrl(int host, MockWebServer server) {
    return "https://" + HOSTS[host] + ":" + server.getPort();
  }

  @ParameterizedTest
  @EnumSource(names = {"CREATE_LOAD", "GET_LOAD_POSITION"})
  void misdirectedRequestIsNotSentAgain(Operation operation) {
    try (WireFixture service =
        new WireFixture(WireDisciplineIT::serveBothHosts, WireDisciplineIT::resolveBothHosts)) {
      List<FreightClient> clients = new ArrayList<>();
      for (int host = 0; host < HOSTS.length; host++) {
        String url = baseUrl(host, service.server());
        clients.add(service.client(service.builder().baseUrl(url).retryPolicy(RetryPolicy.none())));
      }
      service.enqueue(success(), ServiceResponses.error(421), ServiceResponses.success(operation));
      clients.get(0).getBalance();

      FreightApiException failure =
          catchThrowableOfType(
              FreightApiException.class,
              () -> CallStyle.BLOCKING.call(clients.get(1), operation, CallOptions.DEFAULT));

      assertThat(failure).as("not hidden by a second request").isNotNull();
      assertThat(failure.status()).isEqualTo(421);
      assertThat(service.counts().requests()).as("requests that were written").isEqualTo(2);
      service.takeRequest();
      assertThat(service.takeRequest().getExchangeIndex()).as("on one connection").isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "GET"})
  void plainOkHttpSendsAMisdirectedRequestAgain(String method) throws IOException {
    OkHttpClient.Builder http = new OkHttpClient.Builder();
    resolveBothHosts(http);
    OkHttpClient okHttp = http.build();
    try (MockWebServer server = NoDelaySockets.mockServer()) {
      serveBothHosts(server);
      server.start();
      server.enqueue(success().build());
      server.enqueue(ServiceResponses.error(421).build());
      server.enqueue(success().build());
      call(okHttp, new Request.Builder().url(baseUrl(0, server)).build());
      RequestBody body = method.equals("POST") ? RequestBody.create("{}", null) : null;

      call(okHttp, new Request.Builder().url(baseUrl(1, server)).method(method, body).build());

      assertThat(server.getRequestCount()).as("requests that arrived").isEqualTo(3);
    } finally {
      okHttp.connectionPool().evictAll();
    }
  }

  private static void call(OkHttpClient okHttp, Request request) throws IOException {
    try (Response response = okHttp.newCall(request).execute()) {
      response.body().bytes();
    }
  }
}
