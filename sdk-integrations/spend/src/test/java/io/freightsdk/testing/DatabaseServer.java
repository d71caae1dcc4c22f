package io.freightsdk.testing;

import java.io.IOException;

/** A database server for several processes, which a test may stop as a power cut does. */
public interface DatabaseServer extends AutoCloseable {
  /** Where it is, before and after a stop. */
  String url();

  /** SIGKILL to every process of the server. */
  void kill() throws Exception;

  /** Starts it again; returns when it responds. */
  void start() throws Exception;

  @Override
  default void close() throws IOException {}
}
