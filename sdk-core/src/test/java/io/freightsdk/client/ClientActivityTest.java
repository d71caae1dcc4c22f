package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Balance;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
        assertThat(client.activity()).isEqualTo(new FreightClient.Activity(2, 1));
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
  @ExpectedWarnings("WARNING io.freightsdk.internal.client.ClientCore: a part of the client")
  void whatEndsWithAClientEndsOnceInItsOrderAndBeforeItsCalls() {
    List<String> ended = new ArrayList<>();
    FreightClient client =
        FreightClient.builder().baseUrl("http://127.0.0.1:9").agentKey("key").build();
    client.onClose(() -> ended.add("first"));
    Runnable takesBack = client.onClose(() -> ended.add("taken back"));
    client.onClose(
        () -> {
          throw new IllegalStateException("of the application");
        });
    client.onClose(() -> ended.add("last"));
    takesBack.run();

    client.close();
    client.close();
    client.onClose(() -> ended.add("too late"));

    assertThat(ended).containsExactly("first", "last", "too late");
  }
}
