package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.freightsdk.internal.jobs.Follower.Kept;
import java.time.Instant;

/** A load that is followed as a row of the scheduler, named as its order is. */
final class LoadTask {
  private LoadTask() {}

  static TaskDescriptor<FollowedLoad> descriptor(String name) {
    return TaskDescriptor.of("freight-load/" + name, FollowedLoad.class);
  }

  static Task<FollowedLoad> of(JobsRuntime jobs) {
    Follower follower = new Follower(jobs);
    return Tasks.custom(descriptor(jobs.name()))
        .onFailure((failed, row) -> failed(jobs, follower, failed, row))
        .onDeadExecution((died, row) -> row.reschedule(died, died.getExecution().executionTime))
        .execute((row, context) -> ran(follower.run(row.getData())));
  }

  private static CompletionHandler<FollowedLoad> ran(Kept kept) {
    if (!kept.load().hasNews()) return completion(kept);
    // In the place of its read, so that it is told before what waits behind that is done.
    return (done, row) -> row.reschedule(done, done.getExecution().executionTime, kept.load());
  }

  private static CompletionHandler<FollowedLoad> completion(Kept kept) {
    Instant due = kept.due();
    return due == null
        ? (done, row) -> row.remove()
        : (done, row) -> row.reschedule(done, due, kept.load());
  }

  private static void failed(
      JobsRuntime jobs,
      Follower follower,
      ExecutionComplete failed,
      ExecutionOperations<FollowedLoad> row) {
    Throwable cause = failed.getCause().orElseThrow();
    jobs.<FollowedLoad>afterFailure(
        failed,
        row,
        (load, pause) ->
            completion(follower.afterFailure(load, cause, pause)).complete(failed, row));
  }
}
