package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Balance;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadWatch;
import io.freightsdk.watch.WatchOptions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;

class ClientActivityTest {
  @Test
  void callsAndRequestsAreCountedWhileTheyRun() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    OkHttpClient http =
        new OkHttpClient.Builder()
            .addInterceptor(
                chain -> {
                  asked.countDown();
                  await(answer);
                  return chain.proceed(chain.request());
                })
            .build();
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      String key = server.createBroker("25.00").agentKey();
      try (FreightClient client =
          FreightClient.builder()
              .baseUrl(server.baseUrl())
              .agentKey(key)
              .httpClient(http)
              .maxConcurrentRequests(1)
              .build()) {
        CompletableFuture<Balance> first = client.async().getBalance();
        assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Balance> second = client.async().getBalance();
        assertThat(client.activity()).isEqualTo(new FreightClient.Activity(2, 1, 0));
        assertThat(client.activity().waiting()).isOne();
        answer.countDown();
        CompletableFuture.allOf(first, second).join();
      }
      http.connectionPool().evictAll();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void watchesAreCountedWhileSomebodyFollowsThem() {
    try (FreightClient client =
            FreightClient.builder().baseUrl("http://127.0.0.1:9").agentKey("key").build();
        LoadWatch watch = client.watch("LD-2026-0001", WatchOptions.DEFAULT)) {
      assertThat(client.activity().watches()).isZero();
      AtomicReference<Flow.Subscription> subscription = new AtomicReference<>();
      watch.subscribe(new Follower(subscription));
      assertThat(client.activity().watches()).isOne();
      subscription.get().cancel();
      assertThat(client.activity().watches()).isZero();
    }
  }

  /** Asks for nothing, so nothing is read. */
  private record Follower(AtomicReference<Flow.Subscription> subscription)
      implements Flow.Subscriber<LoadEvent> {
    @Override
    public void onSubscribe(Flow.Subscription opened) {
      subscription.set(opened);
    }

    @Override
    public void onNext(LoadEvent event) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
  }
}
