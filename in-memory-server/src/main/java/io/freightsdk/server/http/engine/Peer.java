package io.freightsdk.server.http.engine;

import io.freightsdk.server.http.engine.Held.Work;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;

/** Who sent a request: a client behind a connection, or a caller in this process. */
interface Peer {
  String id();

  InetAddress remote();

  /** The address of this machine at which it called. */
  InetAddress local();

  TimedInput in();

  TimedOutput out();

  /** Whether it waits for no answer any more. */
  boolean isGone();

  void reset();

  /** Answers it by {@code work} when this time has passed. */
  Response after(Duration time, Work work) throws IOException;
}
