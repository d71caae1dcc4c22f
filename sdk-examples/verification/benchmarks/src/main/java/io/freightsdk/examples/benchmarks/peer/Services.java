package io.freightsdk.examples.benchmarks.peer;

import java.io.IOException;

/** The fast server in a JVM of its own. */
public final class Services implements AutoCloseable {
  private final ChildJvm jvm;
  private final String[] ports;

  public Services() throws IOException {
    jvm = ChildJvm.start(FastServer.class);
    ports = jvm.next().split(" ");
  }

  /** Where it answers at once. */
  public String fast() {
    return "http://127.0.0.1:" + ports[0];
  }

  /** Where it answers after 20 ms. */
  public String delayed() {
    return "http://127.0.0.1:" + ports[1];
  }

  @Override
  public void close() {
    jvm.close();
  }
}
