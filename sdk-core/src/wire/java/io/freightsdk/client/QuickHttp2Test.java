package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.InBackground;
import io.freightsdk.testing.QuickHttp2Service;
import io.freightsdk.testsupport.Size;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HTTP/2, in which every answer names its request, from a service that answers at once. */
class QuickHttp2Test {
  private static final int CALLERS = 8;
  private static final int CALLS = Size.of(200, 10_000);
  private static final HeldCertificate CERTIFICATE =
      new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();

  private static OkHttpClient http(boolean tls) {
    OkHttpClient.Builder http = new OkHttpClient.Builder();
    if (!tls) return http.protocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE)).build();
    HandshakeCertificates client =
        new HandshakeCertificates.Builder()
            .addTrustedCertificate(CERTIFICATE.certificate())
            .build();
    return http.sslSocketFactory(client.sslSocketFactory(), client.trustManager()).build();
  }

  @ParameterizedTest(name = "TLS {0}, faults {1}")
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void soManyCallsAreSoManyRequests(boolean tls, boolean faults) throws IOException {
    OkHttpClient http = http(tls);
    AtomicInteger attempts = new AtomicInteger();
    ConcurrentLinkedQueue<FreightException> failures = new ConcurrentLinkedQueue<>();
    @Nullable HeldCertificate certificate = tls ? CERTIFICATE : null;
    try (QuickHttp2Service service = new QuickHttp2Service(certificate, faults);
        FreightClient client =
            FreightClient.builder()
                .baseUrl(service.baseUrl())
                .agentKey("agentkey-0123456789abcdef")
                .httpClient(http)
                .retryPolicy(RetryPolicy.none())
                .deadline(Duration.ofSeconds(60))
                .build()) {
      List<CompletableFuture<?>> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        CallStyle style = i % 2 == 0 ? CallStyle.BLOCKING : CallStyle.FUTURE;
        callers.add(
            InBackground.begin(
                () -> {
                  for (int n = 0; n < CALLS / CALLERS; n++) call(client, style, attempts, failures);
                  return true;
                }));
      }
      for (CompletableFuture<?> caller : callers) CallStyle.join(caller);
      http.connectionPool().evictAll();

      // A connection that goes away takes requests with it that were not written yet.
      assertThat(attempts).hasValue(CALLS);
      assertThat(service.requests())
          .as("requests")
          .isBetween(faults ? CALLS - failures.size() : CALLS, CALLS);
      if (!faults) assertThat(failures).isEmpty();
      assertThat(failures)
          .noneMatch(failure -> String.valueOf(failure.getCause()).contains("belongs to another"));
    }
  }

  private static void call(
      FreightClient client,
      CallStyle style,
      AtomicInteger attempts,
      ConcurrentLinkedQueue<FreightException> failures) {
    try {
      style.getBalance(client, CallOptions.DEFAULT);
      attempts.incrementAndGet();
    } catch (FreightException failure) {
      attempts.addAndGet(failure.attempts());
      failures.add(failure);
    }
  }
}
