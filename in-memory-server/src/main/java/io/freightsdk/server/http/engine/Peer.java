package io.freightsdk.server.http.engine;

import io.freightsdk.server.http.engine.DelayedAnswerException.Work;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.time.Duration;

/** Who sent a request: a client behind a connection, or a caller in this process. */
interface Peer {
  String id();

  InetAddress remote();

  /** The address of this machine at which it called. */
  InetAddress local();

  RequestInput in();

  OutputStream out();

  /** The last byte of its request has come: it waits now. */
  void received();

  void reset();

  /** Answers it by {@code work} when this time has passed. */
  Response after(Duration time, Work work) throws IOException;
}
