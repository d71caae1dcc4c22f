package io.freightsdk.guards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.server.Broker;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.TestGuard;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The guard of a client, and of clients derived from it. */
class ClientGuardTest extends ServerFixture {
  private static final Charge PRICE = Charge.charged("0.65");
  private static final CallOptions ORDER = CallOptions.builder().idempotencyKey("order-1").build();

  /** A guard knows the keys of all its clients. */
  @ParameterizedTest
  @EnumSource
  void onlyClientsOfOneGuardShareItsKeys(CallStyle style) {
    TestGuard guard = TestGuard.unlimited();
    FreightClient first = builder().spendGuard(guard).build();
    FreightClient other = builder().spendGuard(guard).build();
    FreightClient own = builder().build();
    FreightClient fromIt = own.withAgentKey(broker.agentKey(), null);
    try (first;
        other;
        own;
        fromIt) {
      assertThat(create(first, style).charge()).isEqualTo(PRICE);
      assertThat(create(other, style).charge()).isEqualTo(Charge.NONE);
      assertThat(create(own, style).charge()).isEqualTo(PRICE);
      assertThat(create(fromIt, style).charge()).isEqualTo(PRICE);
    }
    assertThat(broker.debits()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void clientOfAnotherBrokerUsesTheGivenGuard(CallStyle style) {
    TestGuard ofFirst = TestGuard.unlimited();
    TestGuard given = TestGuard.of("0.10");
    Broker other = server.createBroker("25.00");
    try (FreightClient first = builder().spendGuard(ofFirst).build();
        FreightClient second = first.withAgentKey(other.agentKey(), given)) {
      assertThatExceptionOfType(SpendLimitExceededException.class)
          .isThrownBy(() -> style.createLoad(second, SampleLoads.twoStops(), ORDER));
    }
    assertThat(given.purchases()).hasSize(1);
    assertThat(ofFirst.purchases()).isEmpty();
    assertThat(other.debits()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void clientOfAnotherBrokerWithoutAGuardHasNoLimit(CallStyle style) {
    TestGuard ofFirst = TestGuard.of("0.10");
    Broker other = server.createBroker("25.00");
    try (FreightClient first = builder().spendGuard(ofFirst).build();
        FreightClient second = first.withAgentKey(other.agentKey(), null)) {
      assertThat(create(second, style).charge()).isEqualTo(PRICE);
    }
    assertThat(ofFirst.purchases()).isEmpty();
    assertThat(other.debits()).hasSize(1);
  }

  private static CreateLoadOutcome create(FreightClient client, CallStyle style) {
    return SampleLoads.created(style.createLoad(client, SampleLoads.twoStops(), ORDER));
  }
}
