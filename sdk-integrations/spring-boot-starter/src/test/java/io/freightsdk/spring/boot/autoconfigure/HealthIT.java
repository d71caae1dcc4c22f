package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.error.AuthenticationException;
import io.freightsdk.micrometer.FreightReadings;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spring.boot.FreightProperties;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HealthIT {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("5.00");
  private final AtomicLong nanos = new AtomicLong();
  private final FreightClient client = builder().build();

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private BalanceHealth health(Duration cache, @Nullable String minimum) {
    return new BalanceHealth(
        client,
        new FreightReadings(client),
        new FreightProperties.Health(cache, minimum == null ? null : new BigDecimal(minimum)),
        nanos::get);
  }

  @Test
  void theBalanceIsEnoughFromTheMinimumOn() {
    assertThat(health(Duration.ZERO, "5.00").read().up()).isTrue();
    BalanceHealth.Reading low = health(Duration.ZERO, "5.01").read();
    assertThat(low.up()).isFalse();
    assertThat(low.details())
        .containsEntry("balanceUsd", new BigDecimal("5.00"))
        .containsEntry("minimumBalanceUsd", new BigDecimal("5.01"));
    assertThat(health(Duration.ZERO, null).read().up()).isTrue();
  }

  @Test
  void theBalanceIsReadOnceInTheTimeOfTheCache() {
    BalanceHealth health = health(Duration.ofMinutes(1), null);
    health.read();
    nanos.addAndGet(Duration.ofMinutes(1).toNanos() - 1);
    health.read();
    assertThat(broker.requests()).hasSize(1);
    nanos.addAndGet(1);
    health.read();
    assertThat(broker.requests()).hasSize(2);
  }

  @Test
  void aFailureIsToldAtOnceWithoutARetry() {
    server.faults().next(Operation.GET_BALANCE, Fault.status(503));
    BalanceHealth.Reading down = health(Duration.ZERO, null).read();
    assertThat(down.up()).isFalse();
    assertThat(down.failure()).isNotNull();
    assertThat(down.details()).containsKey("nextStep");
    assertThat(broker.requests()).hasSize(1);
  }

  @Test
  void whetherTheLedgerCanBeReadIsTold() {
    try (SpendLedger ledger = SpendLedger.inMemory();
        FreightClient booked = builder().spendGuard(ledger.guard()).build()) {
      FreightReadings readings = new FreightReadings(booked);
      awaitTheLedger(readings);
      FreightProperties.Health properties = new FreightProperties.Health(Duration.ZERO, null);
      Map<String, Object> details =
          new BalanceHealth(booked, readings, properties, nanos::get).read().details();
      assertThat(details).containsEntry("ledger", "read");
    }
    assertThat(health(Duration.ZERO, null).read().details()).doesNotContainKey("ledger");
  }

  private static void awaitTheLedger(FreightReadings readings) {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (readings.ledger() == null) {
      assertThat(System.nanoTime() - end).as("the ledger was not read in a minute").isNegative();
      Thread.onSpinWait();
    }
  }

  @Test
  void severalAreUpIfAllAre() {
    Broker other = server.createBroker("1.00");
    try (FreightClient west = client.withAgentKey(other.agentKey(), null)) {
      Map<String, FreightClient> clients = Map.of("east", client, "west", west);
      FreightProperties.Health atLeast2 =
          new FreightProperties.Health(Duration.ZERO, new BigDecimal("2"));
      BalanceHealth.Reading one = BalanceHealth.of(clients, Readings.of(clients), atLeast2).get();
      assertThat(one.up()).isFalse();
      assertThat(one.details()).containsOnlyKeys("east", "west");
      other.credit("1.00");
      assertThat(BalanceHealth.of(clients, Readings.of(clients), atLeast2).get().up()).isTrue();
    }
  }

  @Test
  void oneOfSeveralThatIsDownIsNotHiddenByTheNext() {
    Broker poor = server.createBroker("1.00");
    try (FreightClient low = client.withAgentKey(poor.agentKey(), null)) {
      Map<String, FreightClient> clients = Map.of("a", low, "b", client, "c", client);
      FreightProperties.Health atLeast2 =
          new FreightProperties.Health(Duration.ZERO, new BigDecimal("2"));
      assertThat(BalanceHealth.of(clients, Readings.of(clients), atLeast2).get().up()).isFalse();
    }
  }

  @Test
  void whyOneOfSeveralIsDownIsNotHiddenByTheNext() {
    try (FreightClient locked = client.withAgentKey("agentkey-of-nobody-at-all", null)) {
      Map<String, FreightClient> clients = Map.of("a", locked, "b", client);
      FreightProperties.Health properties = new FreightProperties.Health(Duration.ZERO, null);
      BalanceHealth.Reading both =
          BalanceHealth.of(clients, Readings.of(clients), properties).get();
      assertThat(both.failure()).isInstanceOf(AuthenticationException.class);
    }
  }

  private FreightClientBuilder builder() {
    return FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey());
  }
}
