package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.positions.PositionCache;
import io.freightsdk.positions.PositionSnapshot;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** Test classes that run concurrently, and the servers that they share. */
class ServersOfContextsIT {
  private static final Set<String> URLS = ConcurrentHashMap.newKeySet();
  private static final CountDownLatch BOTH = new CountDownLatch(2);

  @BeforeEach
  void forget() {
    URLS.clear();
  }

  @Test
  void concurrentClassesHaveTheirOwnServerAndMoney() {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(
                    DiscoverySelectors.selectClass(FirstCase.class),
                    DiscoverySelectors.selectClass(SecondCase.class))
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter(
                    "junit.jupiter.execution.parallel.config.fixed.parallelism", "2")
                .configurationParameter(
                    "junit.jupiter.execution.parallel.mode.classes.default", "concurrent")
                .build(),
            summary);
    assertThat(summary.getSummary().getFailures()).isEmpty();
    assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(2);
    assertThat(URLS).hasSize(2);
  }

  @Test
  void cacheHasNoPositionsForTheNextServer() {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(
                    DiscoverySelectors.selectClass(FirstReading.class),
                    DiscoverySelectors.selectClass(SecondReading.class))
                .build(),
            summary);
    assertThat(summary.getSummary().getFailures()).isEmpty();
    assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(2);
    assertThat(SharedPositions.STORE).as("one load of each server").hasSize(2);
  }

  @Test
  void nestedClassSharesTheServerOfItsClass() {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(Around.class))
                .build(),
            summary);
    assertThat(summary.getSummary().getFailures()).isEmpty();
    assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(2);
    assertThat(URLS).hasSize(1);
  }

  @SpringBootTest(classes = ClientApplication.class)
  @AutoConfigureFreightServer(perClass = true)
  static class Around {
    @Autowired FreightClient client;
    @Autowired Broker broker;

    @Test
    void spends() {
      URLS.add(broker.baseUrl());
      client.createLoad(DispatchApplication.load());
    }

    @Nested
    class Inside {
      @Autowired Broker itsOwn;

      @Test
      void spendsTheSameMoney() {
        URLS.add(itsOwn.baseUrl());
        client.createLoad(DispatchApplication.load());
        assertThat(itsOwn).isSameAs(broker);
        assertThat(itsOwn.debits()).isNotEmpty();
      }
    }
  }

  /** Each reads a load of the same number as the other's, which is another server's. */
  abstract static class Reading {
    @Autowired FreightClient client;
    @Autowired Broker broker;

    @Test
    void paysForItsOwnPosition() {
      CallOptions young = CallOptions.builder().maxAge(Duration.ofMinutes(5)).build();
      String load = client.createLoad(DispatchApplication.load()).loadNumber();
      client.getLoadPosition(load, young);
      assertThat(broker.balanceUsd())
          .as("25.00 less a load and a read")
          .isEqualByComparingTo("24.33");
      client.getLoadPosition(load, young);
      assertThat(broker.debits()).hasSize(2);
    }
  }

  /** A cache of both, whose positions outlive their contexts. */
  static class SharedPositions implements PositionCache {
    private static final Map<String, PositionSnapshot> STORE = new ConcurrentHashMap<>();

    @Override
    public @Nullable PositionSnapshot get(String key) {
      return STORE.get(key);
    }

    @Override
    public void put(String key, PositionSnapshot snapshot) {
      STORE.put(key, snapshot);
    }
  }

  @SpringBootTest(classes = {ClientApplication.class, SharedPositions.class})
  @AutoConfigureFreightServer(perClass = true)
  static class FirstReading extends Reading {}

  @SpringBootTest(classes = {ClientApplication.class, SharedPositions.class})
  @AutoConfigureFreightServer(perClass = true)
  static class SecondReading extends Reading {}

  /** Both classes spend concurrently, and each broker pays only its own calls. */
  abstract static class Case {
    @Autowired FreightClient client;
    @Autowired Broker broker;
    @Autowired InMemoryFreightServer server;

    @Test
    void spends() throws InterruptedException {
      URLS.add(server.baseUrl());
      BOTH.countDown();
      assertThat(BOTH.await(60, TimeUnit.SECONDS)).as("both run at once").isTrue();
      client.createLoad(DispatchApplication.load());
      assertThat(broker.balanceUsd()).isEqualByComparingTo("24.35");
      assertThat(List.of(broker.debits().size())).containsExactly(1);
    }
  }

  @SpringBootTest(classes = ClientApplication.class)
  @AutoConfigureFreightServer(perClass = true)
  static class FirstCase extends Case {}

  @SpringBootTest(classes = ClientApplication.class)
  @AutoConfigureFreightServer(perClass = true)
  static class SecondCase extends Case {}
}
