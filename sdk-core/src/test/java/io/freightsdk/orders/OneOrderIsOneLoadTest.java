package io.freightsdk.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallEvent;
import io.freightsdk.CallListener;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.Environments;
import io.freightsdk.testing.MovableClock;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each order is one load, even if several processes send it or it is sent again later. Each call
 * reports its charge.
 */
class OneOrderIsOneLoadTest extends ServerFixture {
  private static final CreateLoadInput ORDER =
      SampleLoads.twoStops().toBuilder().customerRef("acme/PO-1007").build();

  /** A client without the state of the others, as in another process. */
  private FreightClient newProcess() {
    return client(builder());
  }

  @ParameterizedTest
  @EnumSource
  void twoProcessesUnderOneKeyCreateOneLoad(CallStyle style) {
    world.network().latency(Duration.ofMillis(100));
    List<Caller<CreateLoadOutcome>> calls = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      FreightClient process = newProcess();
      calls.add(world.start(() -> style.createLoad(process, ORDER, key("acme/PO-1007"))));
    }
    calls.forEach(world::runUntilWaiting);
    List<CreateLoadOutcome> loads = calls.stream().map(world::join).toList();

    assertThat(loads.get(1).loadNumber()).isEqualTo(loads.get(0).loadNumber());
    assertThat(loads).noneMatch(CreateLoadOutcome::deduplicated);
    assertThat(broker.debits()).hasSize(1);
  }

  /** The response to a request whose key is in progress. */
  private static Fault requestInProgress() {
    return Fault.status(409).withBody("{\"error\":\"in work\",\"code\":\"REQUEST_IN_PROGRESS\"}");
  }

  @ParameterizedTest
  @EnumSource
  void secondProcessWaitsForTheRequestOfTheFirst(CallStyle style) {
    server.faults().next(Operation.CREATE_LOAD, Fault.delayAfterCommit(Duration.ofMillis(100)));
    server.faults().next(Operation.CREATE_LOAD, requestInProgress());
    List<Caller<CreateLoadOutcome>> calls = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      FreightClient process = newProcess();
      calls.add(world.start(() -> style.createLoad(process, ORDER, key("acme/PO-1007"))));
    }
    List<CreateLoadOutcome> loads = calls.stream().map(world::join).toList();

    assertThat(loads).extracting(CreateLoadOutcome::attempts).containsExactly(1, 2);
    assertThat(world.waits()).as("a pause before the repeat").contains(Duration.ofMillis(250));
    assertThat(loads.get(1).loadNumber()).isEqualTo(loads.get(0).loadNumber());
    assertThat(broker.debits()).hasSize(1);
  }

  /** The attempt timeout ends before the first request has its response. */
  @ParameterizedTest
  @EnumSource
  void retryWaitsForTheFirstRequestOfItsCall(CallStyle style) {
    Duration limit = Duration.ofSeconds(1);
    Fault late = Fault.delayAfterCommit(limit.multipliedBy(3));
    server.faults().next(Operation.CREATE_LOAD, late);
    server.faults().next(Operation.CREATE_LOAD, requestInProgress());
    FreightClient process = client(builder().attemptTimeout(limit));

    CreateLoadOutcome load = style.createLoad(process, ORDER);

    assertThat(load.attempts()).isEqualTo(3);
    assertThat(load.charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(broker.debits()).hasSize(1);
  }

  @ParameterizedTest(name = "{0} after {1} days")
  @CsvSource({"BLOCKING, 1", "BLOCKING, 31", "FUTURE, 1", "FUTURE, 31"})
  void resentOrderWithoutItsKeyIsDeduplicated(CallStyle style, int days) {
    CreateLoadOutcome first = style.createLoad(newProcess(), ORDER);
    world.advance(Duration.ofDays(days));

    CreateLoadOutcome again = style.createLoad(newProcess(), ORDER);

    assertThat(again.deduplicated()).isTrue();
    assertThat(again.loadNumber()).isEqualTo(first.loadNumber());
    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(broker.debits()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void correctedOrderWithItsReferenceReturnsTheFirstLoad(CallStyle style) {
    CreateLoadOutcome first = style.createLoad(newProcess(), ORDER);
    CreateLoadInput corrected = ORDER.toBuilder().rate(usd("1999")).build();

    CreateLoadOutcome second = style.createLoad(newProcess(), corrected);

    assertThat(second.deduplicated()).isTrue();
    assertThat(second.loadNumber()).isEqualTo(first.loadNumber());
    assertThat(second.charge()).isEqualTo(Charge.NONE);
    assertThat(broker.debits()).hasSize(1);
  }

  /** The response does not say which call has paid for the load. */
  @ParameterizedTest
  @EnumSource
  void deduplicatedLoadAfterALostAttemptHasAnUnknownCharge(CallStyle style) {
    style.createLoad(newProcess(), ORDER);
    server.faults().next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());

    CreateLoadOutcome found = style.createLoad(newProcess(), ORDER);

    assertThat(found.attempts()).isEqualTo(2);
    assertThat(found.deduplicated()).isTrue();
    assertThat(found.charge()).isEqualTo(Charge.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource
  void failedCreationIsResentWithTheKeyOfItsFailure(CallStyle style) {
    FreightClient process = client(builder().retryPolicy(RetryPolicy.none()));
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    FreightException lost =
        catchThrowableOfType(FreightException.class, () -> style.createLoad(process, ORDER));

    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(lost.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    CallOptions again = key(Objects.requireNonNull(lost.idempotencyKey()));
    CreateLoadOutcome load = style.createLoad(newProcess(), ORDER, again);
    assertThat(load.charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(broker.debits()).hasSize(1);
  }

  /**
   * The service forgets a key after a day, and a retry would buy the load again. The client does
   * not use the last hour.
   */
  @ParameterizedTest(name = "{0} after {1}")
  @CsvSource({
    "BLOCKING, PT22H, 2",
    "BLOCKING, PT22H59M, 2",
    "BLOCKING, PT23H1M, 1",
    "BLOCKING, PT24H, 1",
    "BLOCKING, PT25H, 1",
    "FUTURE, PT22H, 2",
    "FUTURE, PT23H1M, 1",
    "FUTURE, PT25H, 1"
  })
  void creationIsNotRetriedAfter23Hours(CallStyle style, Duration pause, int attempts) {
    RetryPolicy slow = RetryPolicy.builder().initialBackoff(pause).build();
    FreightClient process = client(builder().callTimeout(Duration.ofDays(3)).retryPolicy(slow));
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

    Charge reported;
    int made;
    try {
      CreateLoadOutcome load = style.createLoad(process, SampleLoads.twoStops());
      reported = load.charge();
      made = load.attempts();
    } catch (FreightException lost) {
      reported = lost.charge();
      made = lost.attempts();
    }

    assertThat(made).isEqualTo(attempts);
    assertThat(reported).isEqualTo(attempts == 1 ? Charge.UNKNOWN : Charge.charged(CREATE));
    assertThat(broker.debits()).hasSize(1);
  }

  /**
   * The monotonic clock may stop during a suspension, and with it backoff and deadline. The
   * deadline is days away, and four minutes of the key's validity are left.
   */
  @ParameterizedTest
  @EnumSource
  void creationIsNotRetriedAfterADayOfSuspension(CallStyle style) {
    MovableClock clock = new MovableClock();
    Runnable sleep = () -> clock.advance(Duration.ofHours(24).minusMinutes(4));
    CallListener inThePause =
        event -> {
          boolean isLost =
              event instanceof CallEvent.AttemptEnded && event.operation() == Operation.CREATE_LOAD;
          if (isLost) world.after(Duration.ofMillis(1), sleep);
        };
    FreightClient process =
        client(
            TestBuilders.withEnvironment(
                    builder().callTimeout(Duration.ofDays(3)),
                    Environments.with(clock, world.environment()))
                .listener(inThePause));
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

    FreightException lost =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(process, SampleLoads.twoStops()));

    assertThat(lost.attempts()).isEqualTo(1);
    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(broker.debits()).hasSize(1);
  }

  /** The machine is suspended while the retry connects, and the service forgets the key. */
  @ParameterizedTest
  @EnumSource
  void creationIsNotRetriedAfterADayOfSuspensionWhileConnecting(CallStyle style) {
    MovableClock clock = new MovableClock();
    FreightClient process =
        client(
            TestBuilders.withEnvironment(
                builder().callTimeout(Duration.ofDays(3)),
                Environments.with(clock, world.environment())));
    AtomicInteger creations = new AtomicInteger();
    world
        .network()
        .onConnect(
            request -> {
              if (!request.method().equals("POST") || creations.incrementAndGet() == 1) return;
              clock.advance(Duration.ofDays(1));
              server.clock().advance(Duration.ofDays(1));
            });
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

    FreightException lost =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(process, SampleLoads.twoStops()));

    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(broker.debits()).hasSize(1);
  }

  /** Nothing was sent under the new key during the wait. */
  @ParameterizedTest
  @EnumSource
  void keyAfterATopUpIsValidFromItsFirstUse(CallStyle style) {
    Broker poor = server.createBroker("0.30");
    RetryPolicy patient = quickRetries().maxTopUpWait(Duration.ofDays(3)).build();
    FreightClient process = client(builder().agentKey(poor.agentKey()).retryPolicy(patient));
    Caller<CreateLoadOutcome> call =
        world.start(() -> style.createLoad(process, SampleLoads.twoStops()));
    world.advance(Duration.ofHours(25));
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    poor.credit("1.00");

    CreateLoadOutcome load = world.join(call);

    assertThat(load.attempts()).isEqualTo(3);
    assertThat(load.charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(poor.debits()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void eachCallHasItsOwnRandomKey(CallStyle style) {
    FreightClient process = newProcess();
    CreateLoadOutcome one = style.createLoad(process, SampleLoads.twoStops());
    CreateLoadOutcome other = style.createLoad(process, SampleLoads.twoStops());

    assertThat(other.idempotencyKey()).isNotEqualTo(one.idempotencyKey());
    assertThat(other.loadNumber()).isNotEqualTo(one.loadNumber());
  }
}
