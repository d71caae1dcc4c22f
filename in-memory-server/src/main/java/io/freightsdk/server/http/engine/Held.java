package io.freightsdk.server.http.engine;

import java.io.IOException;
import java.time.Duration;

/**
 * Thrown instead of waiting, where the caller has no thread that could wait: whoever asked lets the
 * time pass, and then has the work done. Never thrown for a request that came over a connection.
 */
public final class Held extends IOException {
  private static final long serialVersionUID = 1L;

  private final Duration time;
  private final transient Work work;

  /** What is left to do for a request. */
  @FunctionalInterface
  public interface Work {
    Response run() throws IOException;
  }

  public Held(Duration time, Work work) {
    super("goes on after " + time);
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
