package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.error.FreightException;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.DoublingService;
import io.freightsdk.testing.InBackground;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.UnconnectedSockets;
import io.freightsdk.testsupport.Size;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Proxies that send a request twice, or an answer twice, at once or up to two seconds later, over
 * connections that are kept.
 */
class LateSecondAnswerTest {
  private static final int CALLERS = 8;
  private static final int CALLS_EACH = Size.of(6, 250);
  private static final HeldCertificate CERTIFICATE =
      new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();

  static Stream<Arguments> everyWay() {
    List<Arguments> all = new ArrayList<>();
    for (DoublingService.Twice twice : DoublingService.Twice.values()) {
      for (CallStyle style : CallStyle.values()) {
        for (boolean tls : List.of(false, true)) all.add(Arguments.of(twice, style, tls, false));
      }
      all.add(Arguments.of(twice, CallStyle.BLOCKING, false, true));
      all.add(Arguments.of(twice, CallStyle.BLOCKING, true, true));
    }
    return all.stream();
  }

  private static final class PlainSockets extends UnconnectedSockets {
    @Override
    public Socket createSocket() {
      return new Socket();
    }
  }

  /** The caller's client: over TLS, over its own sockets, or both. */
  private static OkHttpClient http(boolean tls, boolean ownSockets) {
    OkHttpClient.Builder http = new OkHttpClient.Builder();
    if (ownSockets) http.socketFactory(new PlainSockets());
    if (tls) {
      HandshakeCertificates client =
          new HandshakeCertificates.Builder()
              .addTrustedCertificate(CERTIFICATE.certificate())
              .build();
      http.sslSocketFactory(client.sslSocketFactory(), client.trustManager());
    }
    return http.build();
  }

  @ParameterizedTest(name = "{0}, {1}, TLS {2}, the caller''s sockets {3}")
  @MethodSource("everyWay")
  void areNeverTheAnswerOfAnotherRequest(
      DoublingService.Twice twice, CallStyle style, boolean tls, boolean ownSockets)
      throws Exception {
    OkHttpClient http = tls || ownSockets ? http(tls, ownSockets) : null;
    ConcurrentLinkedQueue<String> lies = new ConcurrentLinkedQueue<>();
    int[] succeeded = new int[CALLERS];
    try (DoublingService service = new DoublingService(twice, tls ? CERTIFICATE : null);
        FreightClient client = client(service, http)) {
      List<CompletableFuture<?>> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        int caller = i;
        callers.add(
            InBackground.begin(
                () -> {
                  for (int n = 0; n < CALLS_EACH; n++) {
                    if (oneCall(service, client, style, caller + "-" + n, lies))
                      succeeded[caller]++;
                  }
                  return true;
                }));
      }
      for (CompletableFuture<?> caller : callers) CallStyle.join(caller);
    }
    if (http != null) http.connectionPool().evictAll();
    assertThat(lies).isEmpty();
    int all = 0;
    for (int each : succeeded) all += each;
    assertThat(all).as("calls that were answered").isGreaterThan(CALLERS * CALLS_EACH / 2);
  }

  /** False when the call failed, which says nothing wrong. */
  private static boolean oneCall(
      DoublingService service,
      FreightClient client,
      CallStyle style,
      String name,
      ConcurrentLinkedQueue<String> lies) {
    try {
      CallOptions named = CallOptions.builder().idempotencyKey("key-" + name).build();
      String load = style.createLoad(client, Loads.twoStops(), named).loadNumber();
      if (!load.equals(service.loadOf("key-" + name))) lies.add(name + " was told " + load);
      String read = style.getLoadPosition(client, load).loadNumber();
      if (!read.equals(load)) lies.add(load + " was told as " + read);
      return true;
    } catch (FreightException failed) {
      return false;
    }
  }

  private static FreightClient client(DoublingService service, @Nullable OkHttpClient http) {
    FreightClientBuilder builder =
        FreightClient.builder()
            .baseUrl(service.baseUrl())
            .agentKey("agentkey-0123456789abcdef")
            .retryPolicy(RetryPolicy.none())
            .deadline(Duration.ofSeconds(60));
    return (http == null ? builder : builder.httpClient(http)).build();
  }
}
