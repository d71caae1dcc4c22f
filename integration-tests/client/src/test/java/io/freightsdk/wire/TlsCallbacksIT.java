package io.freightsdk.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallEvent;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.CallbackFault;
import io.freightsdk.testing.Certificates;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.NoDelaySockets;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceResponses;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Authenticator;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Exceptions of the application's code during a TLS handshake or a proxy login. */
class TlsCallbacksIT {
  private static final MockWebServer SERVER = NoDelaySockets.mockServer();

  /** Both the proxy that creates a tunnel and the server at its end. */
  private static final MockWebServer PROXY = NoDelaySockets.mockServer();

  private static final Creations DIRECT = new Creations(false);
  private static final Creations TUNNELLED = new Creations(true);
  private static HandshakeCertificates trust;

  private enum Callback {
    HOSTNAME_VERIFIER,
    TRUST_MANAGER,
    PROXY_AUTHENTICATOR
  }

  /** Counts charged creations. The first may respond that billing is unavailable. */
  private static final class Creations extends Dispatcher {
    private final AtomicInteger charged = new AtomicInteger();
    private final AtomicInteger billingDown = new AtomicInteger();
    private final boolean throughTunnels;
    private volatile boolean inTunnel;

    Creations(boolean throughTunnels) {
      this.throughTunnels = throughTunnels;
    }

    /** The server uses this to decide whether the client requests a tunnel first. */
    @Override
    public MockResponse peek() {
      boolean tunnel = throughTunnels && !inTunnel;
      return tunnel
          ? new MockResponse.Builder().inTunnel().build()
          : new MockResponse.Builder().build();
    }

    @Override
    public MockResponse dispatch(RecordedRequest request) {
      if ("CONNECT".equals(request.getMethod())) {
        inTunnel = true;
        return new MockResponse.Builder().inTunnel().build();
      }
      inTunnel = false;
      if (billingDown.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
        return ServiceResponses.billingUnavailable().build();
      }
      String number = "LD-2026-" + charged.incrementAndGet();
      return ServiceResponses.createdLoad(number).build();
    }
  }

  @BeforeAll
  static void start() throws IOException {
    HeldCertificate certificate = Certificates.forHosts("localhost");
    HandshakeCertificates own =
        new HandshakeCertificates.Builder().heldCertificate(certificate).build();
    SERVER.setDispatcher(DIRECT);
    PROXY.setDispatcher(TUNNELLED);
    for (MockWebServer server : List.of(SERVER, PROXY)) {
      server.useHttps(own.sslSocketFactory());
      server.start(InetAddress.getLoopbackAddress(), 0);
    }
    trust =
        new HandshakeCertificates.Builder()
            .addTrustedCertificate(certificate.certificate())
            .build();
  }

  @AfterAll
  static void stop() {
    SERVER.close();
    PROXY.close();
  }

  static Stream<Arguments> cases() {
    List<Arguments> all = new ArrayList<>();
    for (Callback seam : Callback.values()) {
      for (CallbackFault.Kind kind : CallbackFault.Kind.values()) {
        for (CallStyle style : CallStyle.values()) {
          // Every callback has every failure: at its first run in one style, and later in the
          // other.
          boolean second = (seam.ordinal() + kind.ordinal() + style.ordinal()) % 2 == 1;
          all.add(Arguments.of(seam, kind, style, second));
        }
      }
    }
    return all.stream();
  }

  private static OkHttpClient http(Callback seam, CallbackFault strike, SSLContext tls)
      throws Exception {
    X509TrustManager trusting = trust.trustManager();
    X509TrustManager striking =
        new X509TrustManager() {
          @Override
          public void checkClientTrusted(X509Certificate[] chain, String type)
              throws CertificateException {
            trusting.checkClientTrusted(chain, type);
          }

          @Override
          public void checkServerTrusted(X509Certificate[] chain, String type)
              throws CertificateException {
            if (seam == Callback.TRUST_MANAGER) strike.onCallback();
            trusting.checkServerTrusted(chain, type);
          }

          @Override
          public X509Certificate[] getAcceptedIssuers() {
            return trusting.getAcceptedIssuers();
          }
        };
    tls.init(null, new TrustManager[] {striking}, null);
    OkHttpClient.Builder http =
        new OkHttpClient.Builder()
            .connectionPool(new ConnectionPool(0, 1, TimeUnit.MILLISECONDS))
            .sslSocketFactory(tls.getSocketFactory(), striking);
    switch (seam) {
      case HOSTNAME_VERIFIER ->
          http.hostnameVerifier(
              (host, session) -> {
                strike.onCallback();
                return true;
              });
      case PROXY_AUTHENTICATOR ->
          http.proxy(PROXY.getProxyAddress())
              .proxyAuthenticator(
                  (route, response) -> {
                    strike.onCallback();
                    return Authenticator.NONE.authenticate(route, response);
                  });
      case TRUST_MANAGER -> {}
    }
    return http.build();
  }

  /** A resumed session does not call the trust manager. */
  private static void forgetSessions(SSLContext tls) {
    SSLSessionContext known = tls.getClientSessionContext();
    for (byte[] id : Collections.list(known.getIds())) {
      SSLSession session = known.getSession(id);
      if (session != null) session.invalidate();
    }
  }

  @ParameterizedTest(name = "{1} at {0}, {2}, later attempt {3}")
  @MethodSource("cases")
  void callEndsAndReportsItsCharge(
      Callback seam, CallbackFault.Kind kind, CallStyle style, boolean later) throws Exception {
    CallbackFault strike = new CallbackFault(kind);
    Creations creations = seam == Callback.PROXY_AUTHENTICATOR ? TUNNELLED : DIRECT;
    SSLContext tls = SSLContext.getInstance("TLS");
    OkHttpClient http = http(seam, strike, tls);
    FreightClient client =
        TestBuilders.withPrices(FreightClient.builder(), FixedPrices.usual())
            .baseUrl("https://localhost:" + SERVER.getPort())
            .agentKey("agentkey-0123456789abcdef")
            .httpClient(http)
            .maxConcurrentRequests(1)
            .callTimeout(Duration.ofSeconds(40))
            .retryPolicy(RetryPolicy.builder().initialBackoff(Duration.ofMillis(1)).build())
            .listener(
                event -> {
                  boolean isFirst = event instanceof CallEvent.AttemptEnded && event.attempt() == 1;
                  if (!isFirst || !later) return;
                  forgetSessions(tls);
                  strike.strikeAt(1);
                })
            .build();
    try {
      if (later) {
        creations.billingDown.set(1);
      } else {
        strike.strikeAt(1);
      }
      int before = creations.charged.get();

      CompletableFuture<Charge> call =
          CompletableFuture.supplyAsync(() -> style.createLoad(client, SampleLoads.twoStops()))
              .thenApply(CreateLoadOutcome::charge);
      Charge reported;
      try {
        reported = CallStyle.join(call);
      } catch (FreightException failed) {
        reported = failed.charge();
      }

      assertThat(strike.strikes()).as("harm done").isEqualTo(1);
      BigDecimal taken =
          new BigDecimal("0.65").multiply(BigDecimal.valueOf(creations.charged.get() - before));
      if (reported.amountUsd() != null)
        assertThat(taken).isEqualByComparingTo(reported.amountUsd());
      assertThat(style.createLoad(client, SampleLoads.twoStops()).loadNumber())
          .startsWith("LD-2026-");
    } finally {
      CompletableFuture.runAsync(client::close).get(60, TimeUnit.SECONDS);
      http.connectionPool().evictAll();
    }
  }
}
