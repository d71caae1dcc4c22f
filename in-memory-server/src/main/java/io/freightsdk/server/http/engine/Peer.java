package io.freightsdk.server.http.engine;

import java.io.OutputStream;
import java.net.InetAddress;

/** Who sent a request: a client behind a connection, or a caller in this process. */
interface Peer {
  String id();

  InetAddress remote();

  /** The address of this machine at which it called. */
  InetAddress local();

  LineInput in();

  OutputStream out();

  /** The last byte of its request has come: it waits now. */
  void requestReceived();

  void reset();
}
