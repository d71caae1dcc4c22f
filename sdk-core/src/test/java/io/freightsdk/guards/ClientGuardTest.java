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

/** Which guard a client has, and who shares it. */
class ClientGuardTest extends ServerFixture {
  private static final Charge PRICE = Charge.charged("0.65");
  private static final CallOptions ORDER = CallOptions.builder().idempotencyKey("order-1").build();

  /** Two clients that were given one guard have one knowledge of keys, and others have none. */
  @ParameterizedTest
  @EnumSource
  void clientsShareWhatTheirGuardKnowsAndNothingElse(CallStyle style) {
    TestGuard guard = TestGuard.unlimited();
    FreightClient first = builder().spendGuard(guard).build();
    FreightClient other = builder().spendGuard(guard).build();
    FreightClient own = builder().build();
    FreightClient fromIt = own.withAgentKey(broker.agentKey(), null);
    try (first;
        other;
        own;
        fromIt) {
      assertThat(created(first, style).charge()).isEqualTo(PRICE);
      assertThat(created(other, style).charge()).isEqualTo(Charge.NONE);
      assertThat(created(own, style).charge()).isEqualTo(PRICE);
      assertThat(created(fromIt, style).charge()).isEqualTo(PRICE);
    }
    assertThat(broker.debits()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void anotherBrokerHasTheGuardThatIsGiven(CallStyle style) {
    TestGuard ofFirst = TestGuard.unlimited();
    TestGuard given = TestGuard.of("0.10");
    Broker other = server.createBroker("25.00");
    try (FreightClient first = builder().spendGuard(ofFirst).build();
        FreightClient second = first.withAgentKey(other.agentKey(), given)) {
      assertThatExceptionOfType(SpendLimitExceededException.class)
          .isThrownBy(() -> style.createLoad(second, SampleLoads.twoStops(), ORDER));
    }
    assertThat(given.asked()).hasSize(1);
    assertThat(ofFirst.asked()).isEmpty();
    assertThat(other.debits()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void anotherBrokerWithoutAGuardSpendsWithoutALimit(CallStyle style) {
    TestGuard ofFirst = TestGuard.of("0.10");
    Broker other = server.createBroker("25.00");
    try (FreightClient first = builder().spendGuard(ofFirst).build();
        FreightClient second = first.withAgentKey(other.agentKey(), null)) {
      assertThat(created(second, style).charge()).isEqualTo(PRICE);
    }
    assertThat(ofFirst.asked()).isEmpty();
    assertThat(other.debits()).hasSize(1);
  }

  private static CreateLoadOutcome created(FreightClient client, CallStyle style) {
    return SampleLoads.created(style.createLoad(client, SampleLoads.twoStops(), ORDER));
  }
}
