package io.freightsdk.server.support;

import java.util.List;

/** The threads of one server, which are named after its port. */
public final class ServerThreads {
  private ServerThreads() {}

  /** Those that are alive. */
  public static List<Thread> of(int port) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("freight-server-" + port + "-"))
        .toList();
  }
}
