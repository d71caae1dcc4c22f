package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.TopUpPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.Loads;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How long a call that the balance does not cover waits. */
class TopUpPaceTest extends MoneyTest {
  private final Broker poor = server.createBroker("0.10");

  @ParameterizedTest
  @EnumSource
  void aCallWaitsForItsTopUpBeyondItsDeadline(CallStyle style) {
    Duration deadline = Duration.ofSeconds(30);
    FreightClient client =
        client(
            builder()
                .agentKey(poor.agentKey())
                .deadline(deadline)
                .topUpPolicy(TopUpPolicy.awaitTopUp(deadline.multipliedBy(10))));
    Caller<CreateLoadOutcome> load = world.start(() -> style.createLoad(client, Loads.twoStops()));
    world.advance(deadline.multipliedBy(2));
    world.runUntilWaiting(load);

    poor.credit("5.00");

    assertThat(CallStyle.join(load).attempts()).isEqualTo(2);
    assertThat(poor.debits()).hasSize(1);
  }
}
