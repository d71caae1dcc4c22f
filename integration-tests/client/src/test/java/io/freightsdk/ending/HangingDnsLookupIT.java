package io.freightsdk.ending;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.BackgroundCalls;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.OkHttpClient;
import org.assertj.core.api.ThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A DNS lookup that hangs and cannot be interrupted. */
class HangingDnsLookupIT {
  private static final int SLOTS = 8;

  private final CountDownLatch finished = new CountDownLatch(1);

  @AfterEach
  void finish() {
    finished.countDown();
  }

  /** A client whose DNS lookups hang and are counted. */
  private FreightClient client(AtomicInteger lookups) {
    OkHttpClient hanging =
        new OkHttpClient.Builder()
            .dns(
                host -> {
                  lookups.incrementAndGet();
                  while (finished.getCount() > 0) {
                    try {
                      finished.await();
                    } catch (InterruptedException ignoredAsByTheSystem) {
                      // The lookup of the system ignores interrupts, too.
                    }
                  }
                  throw new UnknownHostException(host);
                })
            .build();
    return FreightClient.builder()
        .baseUrl("https://name-that-hangs.example")
        .agentKey("agentkey-0123456789abcdef")
        .httpClient(hanging)
        .retryPolicy(RetryPolicy.none())
        .maxConcurrentRequests(SLOTS)
        .attemptTimeout(Duration.ofMinutes(10))
        .callTimeout(Duration.ofMinutes(20))
        .build();
  }

  private static @Nullable FreightException failure(ThrowableAssert.ThrowingCallable call) {
    return org.assertj.core.api.Assertions.catchThrowableOfType(FreightException.class, call);
  }

  /** Callers wait on their own threads, and each future has one. */
  @ParameterizedTest
  @CsvSource({"BLOCKING, 1", "FUTURE, 201"})
  void hangingLookupNeedsOneThreadForManyCalls(CallStyle style, int threads) {
    AtomicInteger lookups = new AtomicInteger();
    List<CompletableFuture<?>> calls = new ArrayList<>();
    try (FreightClient client = client(lookups)) {
      for (int i = 0; i < 200; i++) {
        calls.add(
            style == CallStyle.FUTURE
                ? client.async().getBalance().handle((any, failure) -> failure)
                : BackgroundCalls.startCall(() -> failure(client::getBalance)));
      }
      Activity full = new Activity(200, SLOTS, 200 - SLOTS);
      Eventually.until(
          () -> Activity.of(client).equals(full) && lookups.get() == 1,
          () -> lookups + " look-ups, " + Activity.of(client));
      // Threads that have passed a call on end when they have no more work.
      Eventually.until(() -> threads() <= threads, () -> threads() + " threads");
      assertThat(lookups).hasValue(1);
    }
    for (CompletableFuture<?> call : calls) {
      assertThat(CallStyle.join(call)).isInstanceOf(FreightCancelledException.class);
    }
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("freight-client"))
        .count();
  }
}
