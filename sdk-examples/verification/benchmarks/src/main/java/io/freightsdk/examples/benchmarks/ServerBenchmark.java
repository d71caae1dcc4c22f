package io.freightsdk.examples.benchmarks;

import io.freightsdk.server.InMemoryFreightServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The reference server as a program of its own ({@code -Dbenchmarks.server} names its jar): its
 * start, and creations and reads over sixteen kept connections, whose rate and percentiles JMH
 * tells.
 */
@BenchmarkMode({Mode.Throughput, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 4)
@Measurement(iterations = 5, time = 4)
@Fork(2)
public class ServerBenchmark {
  private static final String KEY = "sk_benchmark_0123456789abcdef";
  private static final String LOADS = "/v1/agent/loads";
  private static final Pattern LOAD_NUMBER = Pattern.compile("\"loadNumber\":\"([^\"]+)\"");
  private static final Pattern PORT = Pattern.compile("\"baseUrl\":\"[^\"]*:(\\d+)\"");
  private static final int CONNECTIONS = 16;

  private static final String ORDER =
      """
      {"driverPhone":"+14155550142","shipperName":"Acme Foods","carrierName":"Bay Carriers",\
      "equipmentType":"REEFER","customerRef":"PO-%010d","rate":2450.00,"miles":371,"weight":38000,\
      "pickups":[{"address":"1 Market St","city":"San Francisco","state":"CA","zip":"94105",\
      "facilityName":"Pier","lat":37.7936,"lng":-122.3958}],\
      "deliveries":[{"address":"200 N Spring St","city":"Los Angeles","state":"CA","zip":"90012",\
      "facilityName":"Dock 4","lat":34.0537,"lng":-118.2428}]}""";

  private static Program start(List<String> flags) {
    List<String> arguments = new ArrayList<>(flags);
    arguments.addAll(List.of("-jar", System.getProperty("benchmarks.server"), "--json"));
    arguments.addAll(List.of("--port", "0", "--balance", "100000000", "--agent-key", KEY));
    return Program.java(arguments);
  }

  /** Its one line says where it listens. */
  private static int port(Program server) {
    return Integer.parseInt(found(PORT, server.line()));
  }

  private static String found(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    if (!found.find()) throw new IllegalStateException("no " + pattern + " in " + text);
    return found.group(1);
  }

  private static byte[] get(String path) {
    return Wire.request("GET", path, KEY, "");
  }

  private static byte[] post(String path, String body) {
    return Wire.request("POST", path, KEY, body);
  }

  /** A running server, with a load that was driven to its delivery. */
  @State(Scope.Benchmark)
  public static class Server {
    private final AtomicLong orders = new AtomicLong();
    private final Program program = start(List.of());
    private final int port = port(program);

    @SuppressWarnings("NullAway.Init") // JMH calls drive() first
    private byte[] read;

    @Setup
    public void drive() throws IOException {
      try (Wire wire = new Wire(port)) {
        String created = new String(wire.send(order()), StandardCharsets.UTF_8);
        String load = found(LOAD_NUMBER, created);
        wire.send(post("/__admin/loads/" + load + "/drive", "{\"until\":\"DELIVERED\"}"));
        read = get(LOADS + "/" + load);
      }
    }

    private byte[] order() {
      return post(LOADS, ORDER.formatted(orders.incrementAndGet()));
    }

    @TearDown
    public void close() {
      program.close();
    }
  }

  /** One of the connections. */
  @State(Scope.Thread)
  public static class Connection {
    @SuppressWarnings("NullAway.Init") // JMH calls open() first
    private Wire wire;

    @Setup
    public void open(Server server) throws IOException {
      wire = new Wire(server.port);
    }

    @TearDown
    public void close() throws IOException {
      wire.close();
    }
  }

  /** Creates a load that has a reference of its own. */
  @Benchmark
  @Threads(CONNECTIONS)
  public byte[] create(Server server, Connection connection) throws IOException {
    return connection.wire.send(server.order());
  }

  /** Reads a position whose track has several hundred points. */
  @Benchmark
  @Threads(CONNECTIONS)
  public byte[] read(Server server, Connection connection) throws IOException {
    return connection.wire.send(server.read);
  }

  /** A server that is started once for each figure. */
  @State(Scope.Benchmark)
  public static class Start {
    private static final String ARCHIVE = "classArchive";

    @Param({"plain", ARCHIVE})
    public String with = "";

    private List<String> flags = List.of();

    @SuppressWarnings("NullAway.Init") // the benchmark sets it
    private Program program;

    /** As users can: one run leaves the archive at its end. */
    @Setup
    public void leaveArchive() throws IOException {
      if (!with.equals(ARCHIVE)) return;
      Path archive = Files.createTempDirectory("server").resolve("server.jsa");
      try (Program server = start(List.of("-XX:ArchiveClassesAtExit=" + archive))) {
        firstAnswer(server);
      }
      flags = List.of("-XX:SharedArchiveFile=" + archive);
    }

    private byte[] firstAnswer(Program server) throws IOException {
      try (Wire wire = new Wire(port(server))) {
        return wire.send(get("/v1/agent/balance"));
      }
    }

    @TearDown(Level.Invocation)
    public void stop() {
      program.close();
    }
  }

  /** From the start of the process to the end of its first answer. */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @Warmup(iterations = 2)
  @Measurement(iterations = 20)
  @Fork(1)
  public byte[] start(Start start) throws IOException {
    start.program = start(start.flags);
    return start.firstAnswer(start.program);
  }

  /** What a start is compared with: a JVM that says its version and ends. */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @Warmup(iterations = 2)
  @Measurement(iterations = 20)
  @Fork(1)
  public String startOfAnEmptyJvm() {
    try (Program jvm = Program.java(List.of("--version"))) {
      String version = jvm.line();
      jvm.awaitEnd();
      return version;
    }
  }

  /**
   * As each test does that needs a server of its own: started and closed, in a JVM that had one.
   */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @Warmup(iterations = 20)
  @Measurement(iterations = 100)
  @Fork(1)
  public String startWithinATest() {
    try (InMemoryFreightServer server = InMemoryFreightServer.builder().start()) {
      return server.baseUrl();
    }
  }
}
