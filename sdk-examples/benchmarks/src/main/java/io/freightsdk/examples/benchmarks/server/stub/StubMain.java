package io.freightsdk.examples.benchmarks.server.stub;

import java.nio.file.Path;

/**
 * A server in a JVM of its own: {@code serve name port bodies} until the process is ended, or
 * {@code twice name bodies}, which starts it twice and prints how many nanoseconds the second start
 * took until the first answer.
 */
public final class StubMain {
  public static final String AGENT_KEY = "sk_bench_0123456789abcdef";

  private StubMain() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("serve")) {
      server(arguments[1], Bodies.read(Path.of(arguments[3])))
          .start(Integer.parseInt(arguments[2]));
      Thread.currentThread().join();
      return;
    }
    Bodies bodies = Bodies.read(Path.of(arguments[2]));
    firstAnswer(server(arguments[1], bodies));
    System.out.println("nanos " + firstAnswer(server(arguments[1], bodies)));
    System.out.flush();
    // Some peers leave threads behind that would keep the JVM up.
    Runtime.getRuntime().halt(0);
  }

  private static long firstAnswer(StubServer server) throws Exception {
    long begin = System.nanoTime();
    int port = server.start(0);
    RawHttp.get(port, Bodies.BALANCE_PATH);
    long nanos = System.nanoTime() - begin;
    server.stop();
    return nanos;
  }

  private static StubServer server(String name, Bodies bodies) {
    return switch (name) {
      case "own" -> new OwnServer();
      case "jdk" -> new JdkStub(bodies);
      case "wiremock" -> new WireMockStub(bodies);
      case "mockserver" -> new MockServerStub(bodies);
      case "mockwebserver" -> new MockWebStub(bodies);
      default -> throw new IllegalArgumentException("no server " + name);
    };
  }
}
