package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.error.AuthenticationException;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HealthIT {
  /** For a busy machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("5.00");
  private final FreightClient client = builder().build();

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private FreightHealth health(@Nullable String minimum) {
    return health(Map.of("freightClient", client), minimum);
  }

  private FreightHealth health(Map<String, FreightClient> clients, @Nullable String minimum) {
    return new FreightHealth(
        clients,
        minimum == null ? null : new BigDecimal(minimum),
        List.of(),
        server.clock().asClock(),
        PATIENCE);
  }

  @Test
  void healthIsUnknownBeforeTheFirstBalance() {
    server.faults().next(Operation.GET_BALANCE, Fault.delay(Duration.ofSeconds(3)));
    FreightHealth impatient =
        new FreightHealth(
            Map.of("freightClient", client),
            null,
            List.of(),
            server.clock().asClock(),
            Duration.ofMillis(10));
    FreightHealth.Result result = impatient.read();
    assertThat(result.state()).isEqualTo(FreightHealth.State.UNKNOWN);
    assertThat(result.details()).containsEntry("balanceUsd", "no response yet");
  }

  @Test
  void balanceAtTheMinimumIsUp() {
    assertThat(health("5.00").read().state()).isEqualTo(FreightHealth.State.UP);
    FreightHealth.Result low = health("5.01").read();
    assertThat(low.state()).isNotEqualTo(FreightHealth.State.UP);
    assertThat(low.details())
        .containsEntry("balanceUsd", new BigDecimal("5.00"))
        .containsEntry("minimumBalanceUsd", new BigDecimal("5.01"));
    assertThat(health(null).read().state()).isEqualTo(FreightHealth.State.UP);
  }

  @Test
  void balanceIsReadEvery15Seconds() {
    FreightHealth health = health(null);
    health.read();
    server.clock().advance(Duration.ofSeconds(14));
    health.read();
    assertThat(broker.requests()).hasSize(1);
    server.clock().advance(Duration.ofSeconds(1));
    health.read();
    assertThat(broker.requests()).hasSize(2);
  }

  @Test
  void failureIsReportedWithoutARetry() {
    server.faults().next(Operation.GET_BALANCE, Fault.status(503));
    FreightHealth.Result down = health(null).read();
    assertThat(down.state()).isNotEqualTo(FreightHealth.State.UP);
    assertThat(down.failure()).isNotNull();
    assertThat(down.details()).containsKey("nextStep");
    assertThat(broker.requests()).hasSize(1);
  }

  @Test
  void failedReadOfTheBalanceEndsAfter15Seconds() {
    FreightHealth health = health(null);
    server.faults().next(Operation.GET_BALANCE, Fault.status(503));
    assertThat(health.read().state()).isNotEqualTo(FreightHealth.State.UP);
    server.clock().advance(Duration.ofSeconds(15));
    assertThat(health.read().state()).isEqualTo(FreightHealth.State.UP);
  }

  @Test
  void unreadableDetailLeavesTheHealthUp() {
    FreightHealth.Detail orders =
        new FreightHealth.Detail(
            "orders",
            () -> {
              throw new IllegalStateException("Connection refused");
            });
    FreightHealth.Result read =
        new FreightHealth(
                Map.of("freightClient", client),
                null,
                List.of(orders),
                server.clock().asClock(),
                PATIENCE)
            .read();
    assertThat(read.state()).isEqualTo(FreightHealth.State.UP);
    assertThat(read.details()).containsEntry("orders", "cannot be read: Connection refused");
  }

  @Test
  void severalClientsAreUpIfAllAre() {
    Broker other = server.createBroker("1.00");
    try (FreightClient west = client.withAgentKey(other.agentKey(), null)) {
      Map<String, FreightClient> clients = Map.of("east", client, "west", west);
      FreightHealth.Result one = health(clients, "2").read();
      assertThat(one.state()).isNotEqualTo(FreightHealth.State.UP);
      assertThat(one.details()).containsOnlyKeys("east", "west");
      other.credit("1.00");
      assertThat(health(clients, "2").read().state()).isEqualTo(FreightHealth.State.UP);
    }
  }

  @Test
  void clientThatIsDownIsNotHiddenByTheNext() {
    Broker poor = server.createBroker("1.00");
    try (FreightClient low = client.withAgentKey(poor.agentKey(), null)) {
      Map<String, FreightClient> clients = Map.of("a", low, "b", client, "c", client);
      assertThat(health(clients, "2").read().state()).isNotEqualTo(FreightHealth.State.UP);
    }
  }

  @Test
  void failureOfOneClientIsNotHiddenByTheNext() {
    try (FreightClient locked = client.withAgentKey("agentkey-of-nobody-at-all", null)) {
      Map<String, FreightClient> clients = Map.of("a", locked, "b", client);
      FreightHealth.Result both = health(clients, null).read();
      assertThat(both.failure()).isInstanceOf(AuthenticationException.class);
    }
  }

  private FreightClient.Builder builder() {
    return FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey());
  }
}
