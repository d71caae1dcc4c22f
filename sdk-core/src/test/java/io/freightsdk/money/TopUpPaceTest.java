package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.spend.TopUpHandler.Decision;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.VirtualWorld;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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
    VirtualWorld world = new VirtualWorld().holdTime();
    Duration deadline = Duration.ofSeconds(30);
    Duration longest = deadline.multipliedBy(10);
    FreightClient client =
        client(
            TestBuilders.inWorld(builder(), world.environment())
                .agentKey(poor.agentKey())
                .deadline(deadline)
                .topUpPolicy(TopUpPolicy.awaitTopUp(longest)));
    CompletableFuture<CreateLoadOutcome> load =
        CompletableFuture.supplyAsync(() -> style.createLoad(client, Loads.twoStops()));
    Eventually.until(
        () -> world.waits().contains(longest), // it stands in line for a top-up
        () -> client.activity() + ", " + arrived(Operation.CREATE_LOAD) + " creations");
    world.advance(deadline.multipliedBy(2));
    assertThat(load).isNotDone();

    poor.credit("5.00");
    // A call that is refused joins the line a moment after it has left the wire.
    Eventually.until(
        () -> {
          client.toppedUp();
          return load.isDone();
        },
        () -> "the call still waits: " + client.activity());

    assertThat(CallStyle.join(load).attempts()).isEqualTo(2);
    assertThat(poor.debits()).hasSize(1);
  }
}
