package io.freightsdk.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallEvent;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.model.StopInput;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.TestGuard;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several calls with one idempotency key. */
class RepeatedKeyTest extends ServerFixture {
  /** A damaged response has named the load. */
  @ParameterizedTest
  @EnumSource
  void failedCallReportsTheChargeOfItsEarlierAttempt(CallStyle style) {
    TestGuard guard = guard();
    FreightClient client =
        client(
            builder()
                .spendGuard(guard)
                .retryPolicy(backoff(Duration.ofSeconds(1)).maxAttempts(2).build())
                .listener(
                    event -> {
                      boolean ended = event instanceof CallEvent.AttemptEnded;
                      if (ended && event.operation() == Operation.CREATE_LOAD) {
                        server.price("load_create", "0.95");
                      }
                    }));
    String damaged = "{\"success\":true,\"loadNumber\":\"" + SampleLoads.NUMBER + "\",";
    server.faults().next(Operation.CREATE_LOAD, Fault.statusAfterCommit(201).withBody(damaged));
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    FreightException lost =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops()));

    assertThat(lost.attempts()).isEqualTo(2);
    assertThat(lost.charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(debited()).isEqualByComparingTo(CREATE);
    assertThat(guard.entries().get(0).outcome().kind()).isEqualTo(Charge.Kind.CHARGED);
    assertThat(guard.entries()).hasSize(1);
    assertThat(guard.chargedUsd()).isEqualByComparingTo(CREATE);
  }

  private static RetryPolicy.Builder backoff(Duration pause) {
    return RetryPolicy.builder().initialBackoff(pause);
  }

  /** The service returns the load of the first body. */
  @ParameterizedTest
  @EnumSource
  void anotherBodyUnderAKeyReturnsTheFirstLoad(CallStyle style) {
    FreightClient client = client(builder());
    CreateLoadOutcome first = style.createLoad(client, SampleLoads.twoStops(), key("order-1"));
    CreateLoadInput other = SampleLoads.twoStops().toBuilder().rate(usd("1800")).build();

    CreateLoadOutcome second = style.createLoad(client, other, key("order-1"));

    assertThat(second.loadNumber()).isEqualTo(first.loadNumber());
    assertThat(second.deduplicated()).isFalse();
    assertThat(broker.debits()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void refusedRequestCanBeCorrectedUnderItsKey(CallStyle style) {
    FreightClient client = client(builder());
    StopInput noZip = SampleLoads.twoStops().pickups().get(0).toBuilder().zip(" ").build();
    CreateLoadInput wrong = SampleLoads.twoStops().toBuilder().pickups(List.of(noZip)).build();
    InvalidRequestException refusal =
        catchThrowableOfType(
            InvalidRequestException.class, () -> style.createLoad(client, wrong, key("order-1")));
    assertThat(refusal.charge()).isEqualTo(Charge.NONE);

    CreateLoadOutcome load = style.createLoad(client, SampleLoads.twoStops(), key("order-1"));

    assertThat(broker.debitsFor(load.loadNumber())).hasSize(1);
  }

  /** The service charges a key once. */
  @ParameterizedTest
  @EnumSource
  void allAttemptsOfACreationHaveOneKeyAndOneReservation(CallStyle style) {
    TestGuard guard = guard("0.65");
    FreightClient client = guardedClient(guard);
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    server.faults().next(Operation.CREATE_LOAD, Fault.malformedJson());

    CreateLoadOutcome load = style.createLoad(client, SampleLoads.twoStops());

    assertThat(load.attempts()).isEqualTo(3);
    assertThat(load.charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(guard.entries()).hasSize(1);
    assertThat(guard.entries().get(0).outcome().loadNumber()).isEqualTo(load.loadNumber());
    assertThat(
            server.journal().matching(sent -> sent.operation() == Operation.CREATE_LOAD).stream()
                .map(RecordedRequest::idempotencyKey)
                .distinct())
        .hasSize(1);
  }
}
