package io.freightsdk.internal.call;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Warns once for each client if a blocking call starts on an event loop, which then processes
 * nothing else.
 */
final class EventLoopWarning {
  private static final Logger LOG = System.getLogger("io.freightsdk.calls");

  private volatile boolean logged;

  /** Checks the thread on which a blocking call starts. */
  void check(Thread thread) {
    if (logged || !isEventLoop(thread.getName())) return;
    logged = true;
    LOG.log(
        Level.WARNING,
        () ->
            "a blocking call on the event loop "
                + thread.getName()
                + ", where everything else waits for it; use client.async(), or call on a thread that"
                + " may block");
  }

  /** By the names of Vert.x, Netty and Reactor: their types may not be on the class path. */
  private static boolean isEventLoop(String name) {
    return name.contains("eventloop")
        || name.contains("EventLoop")
        || name.startsWith("reactor-http-");
  }
}
