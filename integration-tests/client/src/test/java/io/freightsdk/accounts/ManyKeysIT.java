package io.freightsdk.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.AuthenticationException;
import io.freightsdk.error.ClientSaturatedException;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.MapPositionCache;
import io.freightsdk.testing.NoDelaySockets;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.TestGuard;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several brokers in one program. No account gets data of another one. */
class ManyKeysIT {
  private static final int KEYS = 100;
  private static final int REVOKED = 7;
  private static final int SILENT = 42;
  private static final int READS = 10;

  private final MockWebServer server = NoDelaySockets.mockServer();
  private final CountDownLatch silentReads = new CountDownLatch(2);
  private final List<FreightClient> clients = new ArrayList<>();

  /** The same load has a different number of pings for each key. */
  @BeforeEach
  void start() throws IOException {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            String key = String.valueOf(request.getHeaders().get("Authorization"));
            int number = Integer.parseInt(key.substring(key.lastIndexOf('-') + 1));
            String path = request.getUrl().encodedPath();
            if (number == REVOKED) return json(401, "{\"error\":\"Invalid agent key\"}");
            if (path.endsWith("/pricing")) {
              return json(200, "{\"currency\":\"USD\",\"prices\":{\"position_read\":0.02}}");
            }
            if (number == SILENT) {
              silentReads.countDown();
              return new MockResponse.Builder()
                  .onResponseStart(SocketEffect.Stall.INSTANCE)
                  .build();
            }
            return json(
                200,
                String.format(
                    Locale.ROOT,
                    """
                {"loadNumber":"%s","status":"PLANNED","createdAt":"2026-11-20T10:00:00Z",\
                "stops":[],"gpsTrack":[],"pingCount":%d}\
                """,
                    SampleLoads.NUMBER,
                    number));
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    clients.forEach(FreightClient::close);
    server.close();
  }

  @Test
  void hundredKeysOfOneProgramAreIndependent() throws Exception {
    List<FreightClient> each = new ArrayList<>();
    List<TestGuard> guards = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      TestGuard guard = TestGuard.of("0.20");
      guards.add(guard);
      each.add(
          client(
              builder()
                  .agentKey("key-" + i)
                  .attemptTimeout(Duration.ofMinutes(10))
                  .callTimeout(Duration.ofMinutes(10))
                  .maxConcurrentRequests(2)
                  .maxPendingCalls(READS)
                  .spendGuard(guard)));
    }
    FreightClient first = each.get(0);

    List<CompletableFuture<LoadPosition>> silent = new ArrayList<>();
    for (int i = 0; i < READS; i++) silent.add(read(each.get(SILENT)));
    assertThat(silentReads.await(60, TimeUnit.SECONDS)).isTrue();
    assertThatExceptionOfType(ClientSaturatedException.class)
        .isThrownBy(() -> each.get(SILENT).getLoadPosition(SampleLoads.NUMBER));

    List<List<CompletableFuture<LoadPosition>>> reads = new ArrayList<>();
    for (FreightClient client : each) {
      List<CompletableFuture<LoadPosition>> mine = new ArrayList<>();
      boolean takesPart = client != each.get(SILENT);
      for (int i = 0; takesPart && i < READS; i++) mine.add(read(client));
      reads.add(mine);
    }
    for (int i = 0; i < KEYS; i++) {
      for (CompletableFuture<LoadPosition> read : reads.get(i)) {
        if (i == REVOKED) {
          assertThat(read.handle((any, failure) -> failure).get(60, TimeUnit.SECONDS))
              .isInstanceOf(AuthenticationException.class);
        } else {
          assertThat(read.get(60, TimeUnit.SECONDS).pingCount()).isEqualTo(i);
        }
      }
    }

    // Its whole limit is used, and that of nobody else.
    assertThatExceptionOfType(SpendLimitExceededException.class)
        .isThrownBy(() -> first.getLoadPosition(SampleLoads.NUMBER));
    for (int i = 0; i < KEYS; i++) {
      BigDecimal charged = guards.get(i).chargedUsd();
      boolean paid = i != REVOKED && i != SILENT;
      assertThat(charged).isEqualByComparingTo(paid ? "0.20" : "0");
    }

    each.get(SILENT).close();
    for (CompletableFuture<LoadPosition> read : silent) {
      assertThat(read.handle((any, failure) -> failure).get(60, TimeUnit.SECONDS))
          .isInstanceOf(FreightCancelledException.class);
    }
    assertThat(each.get(1).getPricing().prices()).isNotEmpty();
  }

  @Test
  void anotherKeyInheritsNoGuardOrCache() {
    CallOptions shared = CallOptions.builder().maxAge(Duration.ofHours(1)).build();
    TestGuard guard = TestGuard.of("0.02");
    MapPositionCache cache = new MapPositionCache();
    FreightClient first = client(builder().spendGuard(guard).positionCache(cache));
    FreightClient other = client(first, "key-1");

    assertThat(first.getLoadPosition(SampleLoads.NUMBER, shared).pingCount()).isEqualTo(0);
    assertThat(other.getLoadPosition(SampleLoads.NUMBER, shared).pingCount()).isEqualTo(1);
    assertThat(guard.chargedUsd()).isEqualByComparingTo("0.02");
    assertThat(cache.entries).hasSize(1);
  }

  @Test
  void anotherKeyInheritsOptionsWithoutAnAccount() {
    FreightClient first =
        client(
            builder()
                .retryPolicy(RetryPolicy.builder().maxTopUpWait(Duration.ofSeconds(1)).build())
                .maxPrice("1"));
    FreightClient other = client(first, "key-1");
    assertThat(other.getLoadPosition(SampleLoads.NUMBER).pingCount()).isEqualTo(1);
    FreightClient cheap = client(builder().maxPrice("0.01"));
    assertThatExceptionOfType(PriceLimitExceededException.class)
        .isThrownBy(() -> client(cheap, "key-2").getLoadPosition(SampleLoads.NUMBER));
  }

  @Test
  void clientOfAnotherKeyUsesTheSameConnection() throws Exception {
    FreightClient first = client(builder());
    first.getLoadPosition(SampleLoads.NUMBER);
    FreightClient other = client(first, "key-1");
    assertThat(other.getLoadPosition(SampleLoads.NUMBER).pingCount()).isEqualTo(1);
    assertThat(client(other, "key-2").getLoadPosition(SampleLoads.NUMBER).pingCount()).isEqualTo(2);
    assertThat(first.getLoadPosition(SampleLoads.NUMBER).pingCount()).isEqualTo(0);
    assertThat(connections()).as("one for all").isEqualTo(1);

    OkHttpClient given = new OkHttpClient();
    FreightClient over = client(builder().httpClient(given));
    over.getLoadPosition(SampleLoads.NUMBER);
    client(over, "key-1").getLoadPosition(SampleLoads.NUMBER);
    assertThat(connections()).as("one for both").isEqualTo(1);
    given.connectionPool().evictAll();
  }

  @Test
  void keysOverTheSameConnectionsAreNeverMixed() throws Exception {
    FreightClient first = client(builder().maxConcurrentRequests(4));
    List<FreightClient> each = new ArrayList<>(List.of(first));
    for (int i = 1; i < REVOKED; i++) each.add(client(first, "key-" + i));
    for (int round = 0; round < READS; round++) {
      List<CompletableFuture<LoadPosition>> reads = new ArrayList<>();
      for (FreightClient client : each) reads.add(read(client));
      for (int i = 0; i < each.size(); i++) {
        assertThat(reads.get(i).get(60, TimeUnit.SECONDS).pingCount()).isEqualTo(i);
      }
    }
    assertThat(connections()).isLessThanOrEqualTo(4);
  }

  @Test
  void closingAClientOfAnotherKeyEndsOnlyItsCalls() throws Exception {
    FreightClient first = client(builder());
    FreightClient silent = client(first, "key-" + SILENT);
    List<CompletableFuture<LoadPosition>> reads = List.of(read(silent), read(silent));
    assertThat(silentReads.await(60, TimeUnit.SECONDS)).isTrue();
    silent.close();
    silent.close();

    for (CompletableFuture<LoadPosition> read : reads) assertCancelled(read, Charge.UNKNOWN);
    assertRefused(silent);
    assertThat(read(first).get(60, TimeUnit.SECONDS).pingCount()).isEqualTo(0);
    assertThat(client(first, "key-1").getLoadPosition(SampleLoads.NUMBER).pingCount()).isEqualTo(1);
    assertThat(client(silent, "key-2").getLoadPosition(SampleLoads.NUMBER).pingCount())
        .isEqualTo(2);
  }

  @Test
  void closingTheFirstClientClosesClientsOfOtherKeys() throws Exception {
    FreightClient first = client(builder());
    FreightClient other = client(first, "key-1");
    FreightClient silent = client(other, "key-" + SILENT);
    List<CompletableFuture<LoadPosition>> reads = List.of(read(silent), read(silent));
    assertThat(silentReads.await(60, TimeUnit.SECONDS)).isTrue();
    first.close();
    first.close();

    for (CompletableFuture<LoadPosition> read : reads) assertCancelled(read, Charge.UNKNOWN);
    for (FreightClient closed : List.of(first, other, silent)) assertRefused(closed);
    assertRefused(client(first, "key-2"));
    assertRefused(client(other, "key-3"));
  }

  /** The slot of the sent request is not given to queued calls of the same client. */
  @Test
  void queuedCallsOfAClosedClientAreNeverSent() throws Exception {
    FreightClient first = client(builder().maxConcurrentRequests(1));
    FreightClient silent = client(first, "key-" + SILENT);
    silent.getPricing();
    CompletableFuture<LoadPosition> out = read(silent);
    Eventually.until(() -> silentReads.getCount() == 1, () -> "read not sent");
    List<CompletableFuture<LoadPosition>> waiting = new ArrayList<>();
    for (int i = 0; i < READS; i++) waiting.add(read(silent));
    CompletableFuture<LoadPosition> otherRead = read(first);
    silent.close();

    assertCancelled(out, Charge.UNKNOWN);
    for (CompletableFuture<LoadPosition> read : waiting) assertCancelled(read, Charge.NONE);
    assertThat(otherRead.get(60, TimeUnit.SECONDS).pingCount()).isEqualTo(0);
    assertThat(silentReads.getCount()).as("one read was sent").isEqualTo(1);
  }

  private static void assertRefused(FreightClient closed) {
    assertThatExceptionOfType(FreightCancelledException.class)
        .isThrownBy(() -> closed.getLoadPosition(SampleLoads.NUMBER))
        .withMessageContaining("closed, nothing was sent");
  }

  private static void assertCancelled(CompletableFuture<?> call, Charge charge) throws Exception {
    Throwable failure = call.handle((any, thrown) -> thrown).get(60, TimeUnit.SECONDS);
    assertThat(failure).isInstanceOf(FreightCancelledException.class);
    assertThat(((FreightCancelledException) failure).charge()).isEqualTo(charge);
  }

  /** The number of new connections since the last call of this method. */
  private long connections() throws InterruptedException {
    long connections = 0;
    RecordedRequest request;
    while ((request = server.takeRequest(0, TimeUnit.SECONDS)) != null) {
      if (request.getExchangeIndex() == 0) connections++;
    }
    return connections;
  }

  private FreightClient.Builder builder() {
    return FreightClient.builder().baseUrl(server.url("/").toString()).agentKey("key-0");
  }

  private FreightClient client(FreightClient.Builder builder) {
    FreightClient client = builder.build();
    clients.add(client);
    return client;
  }

  private FreightClient client(FreightClient from, String key) {
    FreightClient client = from.withAgentKey(key, null);
    clients.add(client);
    return client;
  }

  private static CompletableFuture<LoadPosition> read(FreightClient client) {
    return client.async().getLoadPosition(SampleLoads.NUMBER);
  }

  private static MockResponse json(int status, String body) {
    return new MockResponse.Builder()
        .code(status)
        .setHeader("Content-Type", "application/json")
        .body(body)
        .build();
  }
}
