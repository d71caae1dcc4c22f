package io.freightsdk.internal.watch;

import io.freightsdk.Charge;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.LoadPositions;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.PollPlan;
import io.freightsdk.watch.WatchOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;

/** A watch of a load that is on its way for two hours, over scripted reads in virtual time. */
abstract class WatchTest {
  static final String LOAD = "LD-2026-0001";
  static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
  static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

  final VirtualTime time = new VirtualTime(START);
  final ScriptedReads reads = new ScriptedReads(time, WatchTest::twoHourTrip);
  final List<LoadEvent> events = new ArrayList<>();

  PollingWatch watch(WatchOptions options) {
    WatchOptions inline = options.toBuilder().deliverOn(Runnable::run).build();
    return new PollingWatch(LOAD, inline, world(new ReadGate(8)));
  }

  WatchWorld world(ReadGate gate) {
    AlarmClock alarm = new AlarmClock(time, time, Runnable::run);
    return new WatchWorld(reads, reads, alarm, gate, RetryPolicy.standard(), Runnable::run);
  }

  static WatchOptions options() {
    return WatchOptions.builder()
        .plan(PollPlan.every(FIVE_MINUTES))
        .deliverOn(Runnable::run)
        .build();
  }

  static LoadPosition twoHourTrip(Instant at) {
    long minutes = Duration.between(START, at).toMinutes();
    LoadStatus status =
        minutes < 30
            ? LoadStatus.PLANNED
            : minutes < 60
                ? LoadStatus.AT_PICKUP
                : minutes < 120 ? LoadStatus.IN_TRANSIT : LoadStatus.DELIVERED;
    return LoadPositions.load(LOAD, status, START, minutes >= 30, minutes >= 60, minutes >= 120);
  }

  static BillingUnavailableException outage() {
    return new BillingUnavailableException(facts(Charge.NONE), "refused", null, Map.of());
  }

  static FailureFacts facts(Charge charge) {
    return FailureFacts.builder(Operation.GET_LOAD_POSITION)
        .charge(charge)
        .nextStep(NextStep.RETRY_LATER)
        .attempts(1)
        .build();
  }

  static final class Collector implements Flow.Subscriber<LoadEvent> {
    final List<LoadEvent> events = new ArrayList<>();
    Flow.Subscription subscription;
    boolean completed;

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      this.subscription = subscription;
    }

    @Override
    public void onNext(LoadEvent event) {
      events.add(event);
    }

    @Override
    public void onError(Throwable failure) {
      throw new AssertionError("unexpected", failure);
    }

    @Override
    public void onComplete() {
      completed = true;
    }
  }
}
