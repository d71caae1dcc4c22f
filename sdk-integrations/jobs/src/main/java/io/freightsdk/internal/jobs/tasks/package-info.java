/**
 * The threads of the jobs. {@code JobsScheduler} runs an {@code OrderTask} or a {@code LoadTask}
 * for each row that is due, and the {@code WaitingCheck} each minute. Tasks call the service by
 * {@code JobsContext}, and the listener by {@code ListenerCalls}. Uses the rows in {@code rows}.
 */
@NullMarked
package io.freightsdk.internal.jobs.tasks;

import org.jspecify.annotations.NullMarked;
