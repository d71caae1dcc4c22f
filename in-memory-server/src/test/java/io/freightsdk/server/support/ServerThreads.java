package io.freightsdk.server.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** The threads of one server, which are named after its port. */
public final class ServerThreads {
  private static final long BOUND_MILLIS = 60_000;

  private ServerThreads() {}

  /** Those that are alive. */
  public static List<Thread> of(int port) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("freight-server-" + port + "-"))
        .toList();
  }

  /**
   * Waits until none is left. A server that is closed waits for its threads for a moment itself; a
   * busy machine may take longer to end them.
   */
  public static void awaitEnd(int port) throws InterruptedException {
    for (Thread thread : of(port)) thread.join(BOUND_MILLIS);
    assertThat(of(port)).isEmpty();
  }
}
