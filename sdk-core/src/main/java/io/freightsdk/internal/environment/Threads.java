package io.freightsdk.internal.environment;

import java.util.concurrent.ExecutorService;

/** The threads of a client. None keeps the JVM alive. Safe for concurrent use. */
public interface Threads extends ExecutorService {
  /**
   * Runs a task on a thread of its own, which also starts after these are shut down.
   *
   * @param name of the thread
   * @return that thread
   */
  Thread start(String name, Runnable task);
}
