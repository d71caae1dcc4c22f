package io.freightsdk.internal.environment;

import java.util.concurrent.ExecutorService;

/**
 * The thread pool of a client, which also starts single threads outside of it. No thread keeps the
 * JVM alive. Safe for concurrent use.
 */
public interface Threads extends ExecutorService {
  /**
   * Runs a task on a new thread outside of the pool, also after the pool was shut down.
   *
   * @param name of the new thread
   * @return the new thread
   */
  Thread start(String name, Runnable task);
}
