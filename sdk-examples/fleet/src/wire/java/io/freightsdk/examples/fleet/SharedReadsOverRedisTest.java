package io.freightsdk.examples.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testsupport.Thorough;
import io.freightsdk.watch.JCachePositionCache;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that share paid reads through Redis, by Redisson as their JSR-107 provider. */
@Timeout(300)
@Thorough("needs Redis")
class SharedReadsOverRedisTest {
  private static final int CALLERS_OF_A_CLIENT = 500;
  private static final CallOptions SHARED =
      CallOptions.builder().maxAge(Duration.ofMinutes(5)).build();

  @TempDir Path directory;
  private InMemoryFreightServer server;
  private Broker broker;
  private String load;

  @BeforeEach
  void start() {
    server = InMemoryFreightServer.start();
    broker = server.createBroker("25.00");
    try (FreightClient client =
        FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
      load = client.createLoad(FleetTest.load()).loadNumber();
    }
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aThousandCallersOfTwoClientsMakeAtMostTwoPaidReads() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2 * CALLERS_OF_A_CLIENT);
    try (RedisServer redis = RedisServer.start(directory);
        RedisCache first = new RedisCache(redis);
        RedisCache second = new RedisCache(redis);
        FreightClient here = client(first, Duration.ZERO);
        FreightClient there = client(second, Duration.ZERO)) {
      CountDownLatch ready = new CountDownLatch(2 * CALLERS_OF_A_CLIENT);
      CountDownLatch go = new CountDownLatch(1);
      List<Future<LoadPosition>> reads = new ArrayList<>();
      for (int i = 0; i < 2 * CALLERS_OF_A_CLIENT; i++) {
        FreightClient client = i % 2 == 0 ? here : there;
        reads.add(
            pool.submit(
                () -> {
                  ready.countDown();
                  go.await();
                  return client.getLoadPosition(load, SHARED);
                }));
      }
      assertThat(ready.await(60, TimeUnit.SECONDS)).as("callers ready").isTrue();

      go.countDown();

      LoadPosition position = reads.get(0).get(60, TimeUnit.SECONDS);
      for (Future<LoadPosition> read : reads) {
        assertThat(read.get(60, TimeUnit.SECONDS)).isEqualTo(position);
      }
      assertThat(paidReads()).as("at most one for each client").isBetween(1L, 2L);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void aReadingInRedisServesUntilItIsOlderThanMaxAge() throws Exception {
    try (RedisServer redis = RedisServer.start(directory);
        RedisCache first = new RedisCache(redis);
        RedisCache second = new RedisCache(redis);
        FreightClient payer = client(first, Duration.ZERO);
        FreightClient afterFourMinutes = client(second, Duration.ofMinutes(4));
        FreightClient afterSixMinutes = client(second, Duration.ofMinutes(6));
        FreightClient afterTenMinutes = client(first, Duration.ofMinutes(10))) {
      payer.getLoadPosition(load, SHARED);
      afterFourMinutes.getLoadPosition(load, SHARED);
      assertThat(paidReads()).as("younger than maxAge").isOne();

      afterSixMinutes.getLoadPosition(load, SHARED);
      assertThat(paidReads()).as("older than maxAge").isEqualTo(2);

      afterTenMinutes.getLoadPosition(load, SHARED);
      assertThat(paidReads()).as("served by the newer reading").isEqualTo(2);
    }
  }

  /** A client whose clock is ahead by so much. */
  private FreightClient client(RedisCache cache, Duration ahead) {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .clock(Clock.offset(Clock.systemUTC(), ahead))
        .positionCache(new JCachePositionCache(cache.cache()))
        .build();
  }

  private long paidReads() {
    return broker.debitsFor(load).stream()
        .filter(entry -> entry.operation() == Operation.GET_LOAD_POSITION)
        .count();
  }
}
