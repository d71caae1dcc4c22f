package io.freightsdk.internal.agent;

import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolError;
import io.freightsdk.agent.ToolEvent;
import io.freightsdk.agent.ToolListener;
import io.freightsdk.agent.ToolResult;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reports each finished call to the listener, and faults to the log. */
final class Events {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.agent");

  private final @Nullable ToolListener listener;
  private final Clock clock;

  Events(@Nullable ToolListener listener, Clock clock) {
    this.listener = listener;
    this.clock = clock;
  }

  /** The time of day, even if the host's clock throws. */
  Instant now(String tool) {
    try {
      return clock.instant();
    } catch (Exception e) {
      LOG.log(Level.WARNING, tool + ": the clock threw " + e.getClass().getName());
      return Instant.now();
    }
  }

  /** Logs where a fault happened, without its message, which may contain arguments of the model. */
  void bug(String tool, Exception fault) {
    Throwable place = new IllegalStateException(fault.getClass().getName());
    place.setStackTrace(fault.getStackTrace());
    LOG.log(Level.ERROR, tool + ": failed unexpectedly", place);
  }

  /**
   * A call has ended.
   *
   * @param digest of its arguments; null when they were not valid
   */
  void finished(
      String tool, ToolCall call, @Nullable String digest, ToolResult result, Instant startedAt) {
    if (listener == null) return;
    ToolError error = result.error();
    ToolEvent event =
        new ToolEvent(
            tool,
            digest,
            call.scope(),
            call.callId(),
            error == null ? null : error.code(),
            result.charge(),
            result.repeated(),
            Duration.between(startedAt, now(tool)));
    try {
      listener.onCall(event);
    } catch (Throwable e) {
      LOG.log(Level.WARNING, tool + ": the listener threw " + e.getClass().getName());
    }
  }
}
