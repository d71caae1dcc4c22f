package io.freightsdk.internal.jobs.tasks;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.DeadExecutionHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.internal.jobs.rows.JobRows;
import io.freightsdk.internal.jobs.rows.LoadRows.Row;
import io.freightsdk.internal.jobs.rows.ReadPace;
import io.freightsdk.internal.jobs.rules.FollowedLoad;
import io.freightsdk.internal.jobs.rules.NextRead;
import io.freightsdk.internal.jobs.rules.WaitReasons;
import io.freightsdk.jobs.ReportedEvent;
import io.freightsdk.jobs.WaitReason;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.positions.PositionSnapshot;
import io.freightsdk.retry.RetryPolicy;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows a load: with a budget, takes a place and waits for it; then reads the load, stores the
 * position, and reports its events. If the process crashes before the result of a read is stored,
 * the read is paid again. An event is reported until it is stored as accepted.
 */
public final class LoadTask {
  /**
   * A load waits for money between two runs, not in a call. The client caches the position, so a
   * page that reads with a {@code maxAge} gets it free of charge.
   */
  private static final CallOptions READ =
      CallOptions.builder()
          .maxAge(Duration.ZERO)
          .deadline(Duration.ofSeconds(30))
          .retryPolicy(RetryPolicy.standard())
          .build();

  private final JobRows rows;
  private final JobsContext context;

  private LoadTask(JobRows rows, JobsContext context) {
    this.rows = rows;
    this.context = context;
  }

  public static Task<String> of(
      JobRows rows, JobsContext context, DeadExecutionHandler<String> deadExecutionHandler) {
    LoadTask task = new LoadTask(rows, context);
    return Tasks.custom(rows.tasks().load)
        .onFailure(new TaskFailureHandler(context, "load of "))
        .onDeadExecution(deadExecutionHandler)
        .execute((instance, run) -> task.run(instance));
  }

  private CompletionHandler<String> run(TaskInstance<String> task) {
    Instant due =
        rows.withoutTransaction(handle -> rows.loads().find(handle, task.getData()))
            .filter(row -> row.taskId().equals(task.getId()) && row.endedAt() == null)
            .map(this::runStep)
            .orElse(null);
    return due == null
        ? (done, execution) -> execution.remove()
        : (done, execution) -> execution.reschedule(done, due);
  }

  /**
   * Makes the next step. Returns when the load is due again; null if it has ended. If another
   * instance has stored something, the row is checked again.
   */
  private @Nullable Instant runStep(Row row) {
    FollowedLoad load = row.load();
    if (!load.news().events().isEmpty()) return report(row);
    Instant now = context.now();
    Instant due = load.plan().nextReadAt();
    if (due != null && now.isBefore(due)) return due;
    FreightClient client = orWait(row, () -> context.client(load.customer()));
    ReadPace pace = context.readPace();
    if (pace == null) return readAndStore(row, client, NextRead.MIN_WAIT_FRACTION);
    // Asked before the place is taken: after that, the queue is never empty.
    double waitFraction = orWait(row, () -> pace.waitFraction(client, now));
    Instant place = load.plan().placeAt();
    if (place == null) {
      place = orWait(row, () -> pace.takePlace(client, now));
      Row placed = row.with(load.withPlace(place));
      if (!store(row, placed)) return now;
      row = placed;
    }
    return now.isBefore(place) ? place : readAndStore(row, client, waitFraction);
  }

  private @Nullable Instant readAndStore(Row row, FreightClient client, double waitFraction) {
    Row after = row.withResult(orWait(row, () -> readOrFail(row.load(), client, waitFraction)));
    if (!store(row, after)) return context.now();
    return after.load().news().events().isEmpty()
        ? after.load().plan().nextReadAt()
        : report(after);
  }

  /** Returns the load after a read, also after a failed read that may have been charged. */
  private FollowedLoad readOrFail(FollowedLoad load, FreightClient client, double waitFraction) {
    try {
      return readOnce(load, client, waitFraction);
    } catch (RuntimeException | Error failure) {
      FollowedLoad known = load.afterFailedRead(failure, context.now());
      // The failure proves nothing new about the load.
      if (known.equals(load)) throw failure;
      String then = known.plan().givenUpReason() == null ? "" : "; it is given up";
      Throwable bug =
          failure instanceof FollowedLoad.UnusableReading unusable ? unusable.getCause() : null;
      JobsContext.LOG.log(Level.WARNING, () -> load.describe() + ": " + failure + then, bug);
      return known;
    }
  }

  /** Runs a step towards a read. If it fails, stores the reason for which the load waits. */
  private <T> T orWait(Row row, Supplier<T> step) {
    try {
      return step.get();
    } catch (RuntimeException | Error failure) {
      rows.inTransaction(
          handle -> {
            WaitReason reason = WaitReasons.reasonFor(failure);
            rows.loads().updateWaiting(handle, row, reason, context.now());
            return true;
          });
      throw failure;
    }
  }

  private FollowedLoad readOnce(FollowedLoad load, FreightClient client, double waitFraction) {
    Instant now = context.now();
    CallOptions options = context.scoped(READ.toBuilder(), load.customer());
    LoadPosition position = client.getLoadPosition(load.loadNumber(), options);
    try {
      return load.afterReading(new PositionSnapshot(position, now), waitFraction);
    } catch (RuntimeException | Error fault) {
      throw new FollowedLoad.UnusableReading(fault);
    }
  }

  /** Reports the events of the latest read, from the first that the listener has not accepted. */
  private @Nullable Instant report(Row row) {
    FollowedLoad load = row.load();
    int count = load.news().events().size();
    try (ListenerCalls.Permit permit = context.listener().acquire()) {
      for (int index = row.accepted(); index < count; index++) {
        ReportedEvent event = row.event(index);
        permit.invoke(
            load.describe(),
            "onEvent(" + event.event().getType() + ")",
            listener -> listener.onEvent(event));
        boolean isLast = index == count - 1;
        // If following has ended in the meantime, no further event is reported.
        if (!isLast && !storeAccepted(row, index + 1)) return context.now();
      }
    }
    Row reported = row.with(load.afterReporting());
    return store(row, reported) ? reported.load().plan().nextReadAt() : context.now();
  }

  private boolean storeAccepted(Row row, int accepted) {
    return rows.inTransaction(handle -> rows.loads().updateAcceptedEvents(handle, row, accepted));
  }

  private boolean store(Row seen, Row row) {
    return rows.inTransaction(handle -> rows.loads().update(handle, seen, row, context.now()));
  }
}
