package io.freightsdk.charges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallEvent;
import io.freightsdk.CallListener;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.TestGuard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Charges of creations whose key was used before. */
class ReusedKeysTest extends ServerFixture {
  @ParameterizedTest
  @EnumSource
  void reuseOfAChargedKeyIsFreeOfCharge(CallStyle style) {
    TestGuard guard = guard();
    FreightClient client = guardedClient(guard);
    CreateLoadOutcome first =
        SampleLoads.created(style.createLoad(client, SampleLoads.twoStops(), key("order-1")));
    CreateLoadOutcome again =
        SampleLoads.created(style.createLoad(client, SampleLoads.twoStops(), key("order-1")));

    assertThat(first.charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(again.loadNumber()).isEqualTo(first.loadNumber());
    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(guard.chargedUsd()).isEqualByComparingTo(debited());
  }

  @ParameterizedTest
  @EnumSource
  void listenerGetsTheChargeOfTheGuard(CallStyle style) {
    List<Charge> events = new ArrayList<>();
    FreightClient client =
        clientWithPrices(
            builder()
                .spendGuard(guard())
                .listener(
                    event -> {
                      boolean isOver = event instanceof CallEvent.CallEnded;
                      if (isOver && event.operation() == Operation.CREATE_LOAD) {
                        events.add(((CallEvent.CallEnded) event).charge());
                      }
                    }));
    for (int i = 0; i < 2; i++) style.createLoad(client, SampleLoads.twoStops(), key("order-1"));

    assertThat(events).containsExactly(Charge.charged(CREATE), Charge.NONE);
  }

  /** Without a guard, the client does not know the earlier call. */
  @ParameterizedTest
  @EnumSource
  void reuseWithoutAGuardIsReportedAsCharged(CallStyle style) {
    for (int process = 0; process < 2; process++) {
      FreightClient client = client(builder());
      CreateLoadOutcome load =
          SampleLoads.created(style.createLoad(client, SampleLoads.twoStops(), key("order-1")));

      assertThat(load.charge()).isEqualTo(Charge.charged(CREATE));
      assertThat(load.charge().pricedAt()).isEqualTo(world.now());
    }
    assertThat(broker.debits()).hasSize(1);
  }

  /** A service may replay the first response with 200 instead of 201. */
  @ParameterizedTest(name = "{0}, with a guard: {1}")
  @CsvSource({
    "BLOCKING, true, NONE",
    "BLOCKING, false, CHARGED",
    "FUTURE, true, NONE",
    "FUTURE, false, CHARGED"
  })
  void keyReplayedWith200ReturnsItsLoad(CallStyle style, boolean guarded, Charge.Kind charge) {
    FreightClient client = guarded ? guardedClient(guard()) : client(builder());
    CreateLoadOutcome first =
        SampleLoads.created(style.createLoad(client, SampleLoads.twoStops(), key("order-1")));
    String body = FreightJson.adapter(CreateLoadResult.class).toJson(result(first));
    server.faults().next(Operation.CREATE_LOAD, Fault.statusAfterCommit(200).withBody(body));

    CreateLoadOutcome again =
        SampleLoads.created(style.createLoad(client, SampleLoads.twoStops(), key("order-1")));

    assertThat(result(again)).isEqualTo(result(first));
    assertThat(again.charge().kind()).isEqualTo(charge);
    assertThat(broker.debits()).hasSize(1);
  }

  private static CreateLoadResult result(CreateLoadOutcome outcome) {
    return CreateLoadResult.builder()
        .success(true)
        .loadId(outcome.loadId())
        .loadNumber(outcome.loadNumber())
        .trackingLink(outcome.trackingLink())
        .driverWebLink(outcome.driverWebLink())
        .driverAppLink(outcome.driverAppLink())
        .driverResolution(outcome.driverResolution())
        .build();
  }

  /** An unreadable response is one of the same call. */
  @ParameterizedTest
  @CsvSource({"BLOCKING, false", "BLOCKING, true", "FUTURE, false", "FUTURE, true"})
  void retriedCallReportsItsCharge(CallStyle style, boolean unread) {
    TestGuard guard = guard();
    FreightClient client = guardedClient(guard);
    Fault fault = unread ? Fault.malformedJson() : Fault.closeAfterCommit();
    server.faults().next(Operation.CREATE_LOAD, fault);

    CreateLoadOutcome load =
        SampleLoads.created(style.createLoad(client, SampleLoads.twoStops(), key("order-1")));

    assertThat(load.attempts()).isEqualTo(2);
    assertThat(load.charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(guard.chargedUsd()).isEqualByComparingTo(debited());
  }

  /** Creates the load in another client of the same guard while a response is processed. */
  private CallListener createConcurrently(
      CallStyle style, TestGuard guard, List<CreateLoadOutcome> reported) {
    FreightClient other = guardedClient(guard);
    other.price(Operation.CREATE_LOAD);
    return event -> {
      boolean ended = event instanceof CallEvent.AttemptEnded;
      if (!ended || event.operation() != Operation.CREATE_LOAD || !reported.isEmpty()) return;
      reported.add(
          SampleLoads.created(style.createLoad(other, SampleLoads.twoStops(), key("order-1"))));
    };
  }

  /** The other call of the key has reported the only charge. */
  @ParameterizedTest
  @EnumSource
  void failedCallDoesNotReportTheChargeOfAnotherCall(CallStyle style) {
    TestGuard guard = guard();
    List<CreateLoadOutcome> reported = new ArrayList<>();
    FreightClient client =
        clientWithPrices(
            builder()
                .spendGuard(guard)
                .retryPolicy(RetryPolicy.none())
                .listener(createConcurrently(style, guard, reported)));
    // It ends before its last brace, and still names its load.
    String cutOff = "{\"success\":true,\"loadNumber\":\"" + SampleLoads.NUMBER + "\"";
    server.faults().next(Operation.CREATE_LOAD, Fault.statusAfterCommit(201).withBody(cutOff));

    FreightDecodingException failure =
        catchThrowableOfType(
            FreightDecodingException.class,
            () -> style.createLoad(client, SampleLoads.twoStops(), key("order-1")));

    assertThat(reported.get(0).loadNumber()).isEqualTo(SampleLoads.NUMBER);
    assertThat(reported.get(0).charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    assertThat(guard.chargedUsd()).isEqualByComparingTo(debited());
  }

  @ParameterizedTest
  @EnumSource
  void nestedCallsOfAKeyReportItsChargeOnce(CallStyle style) {
    TestGuard guard = guard();
    List<CreateLoadOutcome> reported = new ArrayList<>();
    FreightClient client =
        clientWithPrices(
            builder().spendGuard(guard).listener(createConcurrently(style, guard, reported)));

    CreateLoadOutcome load =
        SampleLoads.created(style.createLoad(client, SampleLoads.twoStops(), key("order-1")));

    assertThat(List.of(reported.get(0), load))
        .extracting(CreateLoadOutcome::charge)
        .containsExactlyInAnyOrder(Charge.NONE, Charge.charged(CREATE));
    assertThat(guard.chargedUsd()).isEqualByComparingTo(debited());
  }

  /** Both are sent before the first response. */
  @ParameterizedTest
  @EnumSource
  void oneOfTwoConcurrentCallsOfAKeyReportsTheCharge(CallStyle style) {
    TestGuard guard = guard();
    FreightClient client = clientWithPrices(builder().spendGuard(guard));
    world.network().latency(Duration.ofMillis(100));
    List<Caller<CreateLoadOutcome>> calls = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      calls.add(
          world.start(() -> style.createLoad(client, SampleLoads.twoStops(), key("order-1"))));
    }
    calls.forEach(world::runUntilWaiting);
    assertThat(world.network().openRequests()).isEqualTo(2);
    List<CreateLoadOutcome> loads =
        calls.stream().map(call -> SampleLoads.created(world.join(call))).toList();

    assertThat(loads)
        .extracting(CreateLoadOutcome::charge)
        .containsExactlyInAnyOrder(Charge.charged(CREATE), Charge.NONE);
    assertThat(guard.chargedUsd()).isEqualByComparingTo(debited());
  }

  /** The call continues after a long backoff, and reserves again. */
  @ParameterizedTest
  @EnumSource
  void callRetriedAfterAnotherCallOfItsKeyIsFreeOfCharge(CallStyle style) {
    TestGuard guard = guard();
    List<CreateLoadOutcome> reported = new ArrayList<>();
    Duration longer = Duration.ofSeconds(11);
    FreightClient client =
        clientWithPrices(
            builder()
                .spendGuard(guard)
                .retryPolicy(quickRetries().initialBackoff(longer).build())
                .listener(createConcurrently(style, guard, reported)));
    server.faults().next(Operation.CREATE_LOAD, Fault.malformedJson());

    CreateLoadOutcome load =
        SampleLoads.created(style.createLoad(client, SampleLoads.twoStops(), key("order-1")));

    assertThat(reported.get(0).charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(load.charge()).isEqualTo(Charge.NONE);
    assertThat(guard.chargedUsd()).isEqualByComparingTo(debited());
  }

  /** The first call did not know its charge. */
  @ParameterizedTest
  @EnumSource
  void repeatedLostCallReportsTheCharge(CallStyle style) {
    TestGuard guard = guard();
    FreightClient client = guardedClient(guard);
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    CallOptions once =
        CallOptions.builder().idempotencyKey("order-1").retryPolicy(RetryPolicy.none()).build();
    assertThatExceptionOfType(FreightException.class)
        .isThrownBy(() -> style.createLoad(client, SampleLoads.twoStops(), once));

    CreateLoadOutcome load =
        SampleLoads.created(style.createLoad(client, SampleLoads.twoStops(), once));

    assertThat(load.charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(guard.chargedUsd()).isEqualByComparingTo(debited());
  }
}
