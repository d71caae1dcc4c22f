package io.freightsdk.examples.benchmarks.server.stub;

import io.freightsdk.examples.benchmarks.ThreadAccounts;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A server in a JVM of its own: {@code serve name port bodies} until the process is ended, or
 * {@code twice name bodies}, which starts it twice and prints how many milliseconds the second
 * start took until the first answer, and on Linux how long meanwhile the compiler ran and other
 * threads waited for a core.
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
    start(server(arguments[1], bodies));
    start(server(arguments[1], bodies))
        .forEach((what, millis) -> System.out.println(what + " " + millis));
    System.out.flush();
    // Some peers leave threads behind that would keep the JVM up.
    Runtime.getRuntime().halt(0);
  }

  /** What a start cost until the first answer, in milliseconds. */
  private static Map<String, Double> start(StubServer server) throws Exception {
    ThreadAccounts before = ThreadAccounts.areKept() ? ThreadAccounts.now() : null;
    Map<String, Double> millis = new LinkedHashMap<>();
    long begin = System.nanoTime();
    int port = server.start(0);
    RawHttp.get(port, Bodies.BALANCE_PATH);
    millis.put("answered", (System.nanoTime() - begin) / 1e6);
    if (before != null) {
      ThreadAccounts after = ThreadAccounts.now();
      millis.put("compiled", after.compilerMillisSince(before));
      millis.put("waited", after.waitedMillisSince(before));
    }
    server.stop();
    return millis;
  }

  private static StubServer server(String name, Bodies bodies) {
    return switch (name) {
      case "own" -> new OwnServer();
      case "jdk" -> new JdkStub(bodies);
      case "wiremock" -> new WireMockStub(bodies);
      case "mockwebserver" -> new MockWebStub(bodies);
      default -> throw new IllegalArgumentException("no server " + name);
    };
  }
}
