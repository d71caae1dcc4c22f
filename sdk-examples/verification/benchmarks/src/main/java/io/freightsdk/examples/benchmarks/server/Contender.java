package io.freightsdk.examples.benchmarks.server;

import io.freightsdk.examples.benchmarks.Warmth;
import io.freightsdk.examples.benchmarks.report.Peer;
import io.freightsdk.examples.benchmarks.server.stub.StubMain;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A server to measure, and how its JVM is started.
 *
 * @param name on the page
 * @param stub as {@link StubMain} calls it
 * @param javaHome whose JVM it is
 * @param flags of its JVM
 * @param jars its class path beside the stubs' own classes
 */
record Contender(String name, String stub, Path javaHome, List<String> flags, List<Path> jars) {
  static final String OURS = "ours";
  static final String FLOOR = "JDK HttpServer, tuned";
  static final String KEEPING = "JDK HttpServer, tuned, keeps as many bytes";

  static final String WIREMOCK = "WireMock 3";
  static final String WIREMOCK_4 = "WireMock 4, beta";

  private static final String TUNED = "-Dsun.net.httpserver.nodelay=true";

  /** Enough for every paid call of a run. */
  private static final String BALANCE = "100000000";

  private Contender(String name, String stub, List<String> flags, List<Path> jars) {
    this(name, stub, Path.of(System.getProperty("java.home")), flags, jars);
  }

  static List<Contender> all() {
    return List.of(
        ours(),
        new Contender(FLOOR, "jdk", List.of(TUNED), List.of()),
        new Contender("JDK HttpServer, as it comes", "jdk", List.of(), List.of()),
        of(
            "MockWebServer",
            "mockwebserver",
            "mockwebserver3",
            "okhttp-jvm",
            "okio-jvm",
            "kotlin-stdlib"),
        of(WIREMOCK, "wiremock", "wiremock-standalone"),
        new Contender(WIREMOCK_4, "wiremock", List.of(), List.of(wireMock4())));
  }

  /** What nothing that keeps its loads can beat. */
  static Contender keeping(long bytesPerLoad) {
    return new Contender(KEEPING, "jdk", List.of(TUNED, "-Dstub.keep=" + bytesPerLoad), List.of());
  }

  static Path wireMock4() {
    return Path.of(System.getProperty("benchmarks.wiremock-4")).normalize();
  }

  static Contender ours() {
    return new Contender(OURS, "own", List.of(), List.of(standaloneJar()));
  }

  private static Contender of(String name, String stub, String... artifacts) {
    return new Contender(name, stub, List.of(), Arrays.stream(artifacts).map(Peer::jar).toList());
  }

  static Path standaloneJar() {
    return Path.of(System.getProperty("benchmarks.server")).normalize();
  }

  /** The same with further flags. */
  Contender with(String... more) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(List.of(more));
    return new Contender(name, stub, javaHome, all, jars);
  }

  /** Ours, started in such a way. */
  static Contender ours(Warmth warmth, List<String> flags) {
    return new Contender(warmth.of(OURS), "own", warmth.javaHome(), flags, ours().jars);
  }

  boolean isOurs() {
    return stub.equals("own");
  }

  /** Serves on a port; ours the way its users start it. */
  List<String> serve(int port, Path bodies) {
    if (isOurs()) {
      return command(
          List.of(
              "-jar",
              standaloneJar().toString(),
              "--json",
              "--port",
              String.valueOf(port),
              "--balance",
              BALANCE,
              "--agent-key",
              StubMain.AGENT_KEY,
              "--no-ping-throttle"));
    }
    return command(
        List.of(
            "-cp",
            classPath(),
            StubMain.class.getName(),
            "serve",
            stub,
            String.valueOf(port),
            bodies.toString()));
  }

  /** Starts twice in one JVM and prints what the second start took. */
  List<String> twice(Path bodies) {
    return command(
        List.of("-cp", classPath(), StubMain.class.getName(), "twice", stub, bodies.toString()));
  }

  private List<String> command(List<String> rest) {
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve("bin").resolve("java").toString());
    command.addAll(flags);
    command.addAll(rest);
    return command;
  }

  private String classPath() {
    List<Path> entries = new ArrayList<>(jars);
    entries.add(0, ownClasses());
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static Path ownClasses() {
    try {
      return Path.of(StubMain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
