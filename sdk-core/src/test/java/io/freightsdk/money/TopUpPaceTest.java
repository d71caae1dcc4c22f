package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.TopUpHandler.Decision;
import io.freightsdk.TopUpPolicy;
import io.freightsdk.error.FreightException;
import io.freightsdk.server.Broker;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.Loads;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often a call that the balance does not cover is sent, and how long it waits. */
class TopUpPaceTest extends MoneyTest {
  private final Broker poor = server.createBroker("0.10");

  @ParameterizedTest
  @EnumSource
  void aHandlerThatOnlySaysSendAgainDoesNotHammerTheService(CallStyle style) {
    AtomicInteger asked = new AtomicInteger();
    FreightClient client =
        client(
            builder()
                .agentKey(poor.agentKey())
                .deadline(Duration.ofSeconds(3))
                .topUpPolicy(
                    TopUpPolicy.handler(
                        need -> {
                          asked.incrementAndGet();
                          return Decision.SEND_AGAIN;
                        },
                        Duration.ofSeconds(3))));

    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, Loads.twoStops()));

    assertThat(failure).isNotNull();
    assertThat(server.journal().total()).as("requests of one call in all").isLessThan(30);
    assertThat(asked.get()).as("times the handler was asked").isLessThan(30);
    assertThat(poor.debits()).isEmpty();
  }

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
    client.toppedUp();
    world.settle();

    assertThat(CallStyle.join(load).attempts()).isEqualTo(2);
    assertThat(poor.debits()).hasSize(1);
  }
}
