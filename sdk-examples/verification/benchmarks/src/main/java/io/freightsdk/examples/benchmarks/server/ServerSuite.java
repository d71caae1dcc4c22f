package io.freightsdk.examples.benchmarks.server;

import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Suite;
import io.freightsdk.examples.benchmarks.Warmth;
import io.freightsdk.examples.benchmarks.report.Aim;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Peer;
import io.freightsdk.examples.benchmarks.report.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The reference server compared with others: start, load, open pages, memory. */
public final class ServerSuite implements Suite {
  /** Where there is a JDK 25. */
  private static final String CACHED = Contender.OURS + ", " + Warmth.CACHE;

  @Override
  public String name() {
    return "server";
  }

  @Override
  public void run(Measurements measurements, Path workFolder) throws Exception {
    List<Contender> contenders = Contender.all();
    Path work = Files.createDirectories(workFolder.resolve("server"));
    Path bodies = captureAnswers(contenders.get(0), work);
    new Starts(contenders, bodies, work).measure(Effort.ofThisRun().of(9, 2), measurements);
    long bytesPerLoad = Memory.measure(measurements);
    if (Wrk.version().isPresent()) {
      new Throughput(new Wrk(work), bodies, work).measure(contenders, bytesPerLoad, measurements);
    } else {
      System.out.println("  skipped: requests per second, for wrk is not installed");
    }
    OpenPages.measure(work, measurements);
  }

  private static Path captureAnswers(Contender ours, Path work) throws Exception {
    Path bodies = work.resolve("bodies");
    try (ServerProcess server = ServerProcess.start(ours, bodies, work.resolve("server.log"))) {
      Orders.answers(server.port(), Orders.createDriven(server.port(), "driven")).write(bodies);
    }
    return bodies;
  }

  @Override
  public List<Table> tables() {
    List<Table> tables = new ArrayList<>(Starts.TABLES);
    tables.addAll(Throughput.TABLES);
    tables.addAll(OpenPages.TABLES);
    tables.addAll(Memory.TABLES);
    return tables;
  }

  @Override
  public List<Aim> aims() {
    String ours = Contender.OURS;
    String rate = Throughput.RATE;
    return List.of(
        Aim.atMost(1.1, Starts.COLD, ours, Starts.TIME, Contender.FLOOR),
        Aim.atMost(1.15, Starts.COLD, ours, Starts.PROCESSOR, Contender.FLOOR),
        Aim.atMost(
            0.7, Starts.COLD, ours + ", " + Warmth.ARCHIVE, Starts.PROCESSOR, Contender.FLOOR),
        Aim.atMost(0.7, Starts.COLD, CACHED, Starts.PROCESSOR, Contender.FLOOR),
        Aim.figureAtMost(5, Starts.SECOND, Contender.OURS, Starts.TIME),
        Aim.atLeast(2 / 3.0, Throughput.READ, ours, rate, Contender.FLOOR),
        Aim.atLeast(0.6, Throughput.READ, Throughput.OURS_IN_TURN, rate, Contender.FLOOR),
        Aim.atLeast(2, Throughput.READ, ours, rate, Contender.WIREMOCK),
        Aim.atMost(4, Throughput.READ, ours, Throughput.SLOWEST, Contender.FLOOR),
        Aim.atLeast(0.8, Throughput.CREATE, ours, rate, Contender.KEEPING),
        Aim.atMost(1, Throughput.CREATE, ours, Throughput.SLOWEST, Contender.KEEPING),
        Aim.figureAtMost(8_192, Throughput.CREATE, ours, Throughput.ALLOCATED),
        Aim.figureAtMost(10, OpenPages.TABLE, OpenPages.SUBJECT, OpenPages.PROCESSOR),
        Aim.figureAtMost(600, Memory.TABLE, "a load", "heap"));
  }

  @Override
  public Set<String> optionalSubjects() {
    return Set.of(CACHED);
  }

  @Override
  public List<String> missing() {
    return Wrk.version().isPresent() ? List.of() : List.of("wrk, for requests per second");
  }

  @Override
  public List<Peer> peers() {
    List<Peer> peers = new ArrayList<>();
    peers.add(Peer.ofArtifact(Contender.WIREMOCK, "wiremock-standalone"));
    peers.add(Peer.ofJar(Contender.WIREMOCK_4, Contender.wireMock4()));
    peers.add(Peer.ofArtifact("MockWebServer", "mockwebserver3"));
    Wrk.version().ifPresent(version -> peers.add(Peer.ofTool("wrk", version)));
    return peers;
  }
}
