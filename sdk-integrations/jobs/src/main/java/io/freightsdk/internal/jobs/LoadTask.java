package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.freightsdk.internal.jobs.Follower.RunResult;
import java.time.Instant;

/** Follows a load as a task of the scheduler, with the id of its order. */
final class LoadTask {
  private LoadTask() {}

  static TaskDescriptor<FollowedLoad> descriptor(String name) {
    return TaskDescriptor.of("freight-load/" + name, FollowedLoad.class);
  }

  static Task<FollowedLoad> of(JobsContext jobs, ListenerCalls calls) {
    Follower follower = new Follower(jobs);
    return Tasks.custom(descriptor(jobs.name()))
        .onFailure((failed, row) -> failed(jobs, follower, failed, row))
        .onDeadExecution((died, row) -> row.reschedule(died, died.getExecution().executionTime))
        .execute((row, context) -> run(follower, calls, row.getData()));
  }

  private static CompletionHandler<FollowedLoad> run(
      Follower follower, ListenerCalls calls, FollowedLoad load) {
    if (!load.hasEvents()) return afterRun(follower.run(load));
    try (ListenerCalls.Permit permit = calls.begin(load.inWords())) {
      return permit == null ? toReport(load) : afterRun(follower.run(load));
    }
  }

  private static CompletionHandler<FollowedLoad> afterRun(RunResult result) {
    return result.load().hasEvents() ? toReport(result.load()) : completion(result);
  }

  private static CompletionHandler<FollowedLoad> toReport(FollowedLoad load) {
    return (done, row) -> row.reschedule(done, TaskTable.TO_REPORT, load);
  }

  private static CompletionHandler<FollowedLoad> completion(RunResult result) {
    Instant due = result.due();
    return due == null
        ? (done, row) -> row.remove()
        : (done, row) -> row.reschedule(done, due, result.load());
  }

  private static void failed(
      JobsContext jobs,
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
