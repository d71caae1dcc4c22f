package io.freightsdk.examples.benchmarks.server.stub;

/** A server that can be started and stopped in this JVM. */
interface StubServer {
  /** Starts it on a port, 0 for a free one; the port. */
  int start(int port) throws Exception;

  void stop() throws Exception;
}
