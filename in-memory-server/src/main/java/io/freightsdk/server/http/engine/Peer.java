package io.freightsdk.server.http.engine;

import java.io.OutputStream;
import java.net.InetAddress;

/** The sender of a request: a client behind a connection, or a caller in this process. */
interface Peer {
  /** The number of the connection, as the journal shows it. */
  String id();

  InetAddress remote();

  /** The address of this machine that the sender called. */
  InetAddress local();

  LineInput in();

  OutputStream out();

  /**
   * Called after the last byte of a request has arrived. From then on, the connection does not
   * count as idle, however long its response takes.
   */
  void requestReceived();

  void reset();
}
