package io.freightsdk.server.http.engine;

import java.io.IOException;
import java.time.Duration;

/**
 * Thrown instead of waiting for a planned delay, to a caller in the same process that has no thread
 * to block: it lets the time pass and then runs the work. Never thrown for a request over a
 * connection.
 */
public final class DelayedAnswerException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Duration time;
  private final transient Work work;

  /** What is left to do for a request. */
  @FunctionalInterface
  public interface Work {
    Response run() throws IOException;
  }

  public DelayedAnswerException(Duration time, Work work) {
    super("continues after " + time);
    this.time = time;
    this.work = work;
  }

  public Duration time() {
    return time;
  }

  public Work work() {
    return work;
  }

  /** It is no failure: where it was thrown says nothing. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
