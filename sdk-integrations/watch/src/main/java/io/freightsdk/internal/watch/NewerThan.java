package io.freightsdk.internal.watch;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A read that pays only if nobody else has read the load since the last reading. What others have
 * read since then is news as well, and costs nothing; when to read next is decided by it.
 *
 * @param last the last reading; null before the first
 * @param startedAt when the read is made
 */
public record NewerThan(@Nullable PositionReading last, Instant startedAt) {

  /** Takes whatever is newer from the position cache of the client. */
  public CallOptions options(CallOptions given) {
    Duration own = given.maxAge() == null ? Duration.ZERO : given.maxAge();
    Duration since = last == null ? Duration.ZERO : last.ageAt(startedAt);
    Duration longer = since.compareTo(own) > 0 ? since : own;
    return longer.equals(given.maxAge()) ? given : given.toBuilder().maxAge(longer).build();
  }

  /** The answer with the time of its read, which may be another caller's. */
  public PositionReading reading(FreightResponse<LoadPosition> answer) {
    Instant theirs = answer.readAt();
    boolean isOthers = answer.attempts() == 0;
    // By a clock that differs from ours it may seem older than what it is newer than.
    boolean isPlausible =
        !theirs.isAfter(startedAt) && (last == null || theirs.isAfter(last.readAt()));
    return new PositionReading(answer.value(), isOthers && isPlausible ? theirs : startedAt);
  }
}
