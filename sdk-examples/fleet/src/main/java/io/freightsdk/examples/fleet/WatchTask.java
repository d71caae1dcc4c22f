package io.freightsdk.examples.fleet;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.PollPlan;
import io.freightsdk.watch.ReadBudget;
import io.freightsdk.watch.WatchFailurePolicy;
import io.freightsdk.watch.WatchFailurePolicy.Verdict;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * One run of a watch: read on the fleet's budget, store what happened since the last reading, and
 * set the next run. It uses the same pure functions as a {@code FleetWatch}, with the database
 * instead of memory.
 */
final class WatchTask {
  static final TaskDescriptor<WatchedLoad> DESCRIPTOR =
      TaskDescriptor.of("watch-load", WatchedLoad.class);

  /** Loads that the budget refused come back one after another, not all at once. */
  private static final Duration SPREAD = Duration.ofMinutes(30);

  private final FreightClient client;
  private final FleetDatabase database;
  private final CallOptions onTheBudget;
  private final PollPlan plan;
  private final String worker;
  private final Clock clock;
  private final WatchFailurePolicy failures = WatchFailurePolicy.patient();

  /**
   * @param onTheBudget options of reads that count against the fleet's budget
   */
  WatchTask(
      FreightClient client,
      CallOptions onTheBudget,
      FleetDatabase database,
      PollPlan plan,
      String worker,
      Clock clock) {
    this.client = client;
    this.onTheBudget = onTheBudget;
    this.database = database;
    this.plan = plan;
    this.worker = worker;
    this.clock = clock;
  }

  /** The task as db-scheduler runs it: another machine takes it over when its own one dies. */
  CustomTask<WatchedLoad> task() {
    return Tasks.custom(DESCRIPTOR)
        .onDeadExecutionRevive()
        .execute((instance, context) -> run(instance.getId(), instance.getData()));
  }

  private CompletionHandler<WatchedLoad> run(String loadNumber, WatchedLoad watched) {
    Instant readAt = clock.instant();
    try {
      FreightResponse<LoadPosition> response =
          client.withResponse().getLoadPosition(loadNumber, onTheBudget);
      PositionReading reading = new PositionReading(response.value(), readAt);
      database.note(loadNumber, readAt, worker, LoadEvent.between(watched.latest(), reading));
      return next(watched.read(reading, mayBePaid(response.charge())), reading);
    } catch (SpendLimitExceededException full) {
      return runAt(afterRefusal(full, loadNumber), watched);
    } catch (FreightException failure) {
      return afterFailure(watched.failed(mayBePaid(failure.charge())), failure);
    }
  }

  private CompletionHandler<WatchedLoad> next(WatchedLoad watched, PositionReading reading) {
    Instant next = plan.nextRead(reading.position(), reading.readAt(), ReadBudget.UNLIMITED);
    return next == null ? end() : runAt(next, watched);
  }

  /** Nothing was sent and nothing charged: the load waits until the window has money again. */
  private Instant afterRefusal(SpendLimitExceededException full, String loadNumber) {
    Instant now = clock.instant();
    Instant freesAt = full.freesAt();
    long apart = Math.floorMod(loadNumber.hashCode(), SPREAD.toSeconds());
    return (freesAt == null || freesAt.isBefore(now) ? now : freesAt).plusSeconds(1 + apart);
  }

  private CompletionHandler<WatchedLoad> afterFailure(
      WatchedLoad watched, FreightException failure) {
    Verdict verdict = failures.judge(failure, watched.failuresInARow());
    if (verdict instanceof Verdict.GiveUp) {
      return end();
    }
    Duration wait =
        verdict instanceof Verdict.AwaitFunds funds
            ? funds.checkEvery()
            : ((Verdict.TryAgain) verdict).after();
    return runAt(clock.instant().plus(wait), watched);
  }

  private static boolean mayBePaid(Charge charge) {
    return charge.kind() != Charge.Kind.NONE;
  }

  private static CompletionHandler<WatchedLoad> runAt(Instant at, WatchedLoad watched) {
    return (complete, operations) -> operations.reschedule(complete, at, watched);
  }

  private static CompletionHandler<WatchedLoad> end() {
    return new CompletionHandler.OnCompleteRemove<>();
  }
}
