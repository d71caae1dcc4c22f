package io.freightsdk.internal.call;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A call under way, to somebody who may let it go on for others when its first caller leaves. */
public interface RunningCall<R> {
  /** How it ends; cancelling it ends the call. */
  CompletableFuture<R> future();

  /** Wire attempts begun so far. */
  int attempts();

  /**
   * Ends the call as its deadline would: the future fails with what is true then, the charge and
   * the attempts made.
   */
  void expire(Duration deadline);
}
