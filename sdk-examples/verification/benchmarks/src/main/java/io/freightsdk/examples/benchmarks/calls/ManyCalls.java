package io.freightsdk.examples.benchmarks.calls;

import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Jdk25;
import io.freightsdk.examples.benchmarks.calls.ManyCallsJvm.Way;
import io.freightsdk.examples.benchmarks.peer.ChildJvm;
import io.freightsdk.examples.benchmarks.peer.PeerKind;
import io.freightsdk.examples.benchmarks.report.Aim;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A thousand calls at once, each answered after 20 ms: how long until the last has ended. */
final class ManyCalls {
  private static final String TEXT =
      "A thousand small calls at once, each answered after 20 ms: milliseconds from"
          + " the start of the first to the end of the last call, and the processor time and"
          + " allocation of all threads meanwhile. Every client may have a thousand"
          + " connections, which are opened before. Each client runs in a JVM of its own;"
          + " they take turns. Calls from virtual threads run on a JDK 25.";

  private static final List<PeerKind> PEERS =
      List.of(PeerKind.FREIGHT_SDK, PeerKind.OKHTTP, PeerKind.JDK, PeerKind.RETROFIT);

  /** What a round answers with, in this order. */
  private static final List<String> METRICS = List.of("time", "processor", "allocated");

  private final int rounds = Effort.ofThisRun().of(31, 2);
  private final int warmUps = Effort.ofThisRun().of(25, 1);
  private final Measurements measurements;
  private final String baseUrl;

  ManyCalls(Measurements measurements, String baseUrl) {
    this.measurements = measurements;
    this.baseUrl = baseUrl;
  }

  static List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    for (Way way : Way.values()) {
      tables.add(
          new Table.Comparison(
              tableName(way),
              "A thousand calls at once, " + way.title,
              TEXT,
              PeerKind.FREIGHT_SDK.title(),
              null));
    }
    return tables;
  }

  static List<Aim> aims() {
    List<Aim> aims = new ArrayList<>();
    for (Way way : Way.values()) {
      String ours = PeerKind.FREIGHT_SDK.title();
      aims.add(Aim.atMost(1, tableName(way), ours, "time", PeerKind.OKHTTP.title()));
    }
    return aims;
  }

  private static String tableName(Way way) {
    return "many calls " + way.name().toLowerCase(Locale.ROOT);
  }

  void run() throws IOException {
    Path home = Path.of(System.getProperty("java.home"));
    measure(Way.PLATFORM, home);
    measure(Way.ASYNC, home);
    Path jdk25 = Jdk25.home();
    if (jdk25 == null) {
      System.out.println("  virtual threads: skipped, there is no JDK 25 here and none in JDK_25");
    } else {
      measure(Way.VIRTUAL, jdk25);
    }
  }

  private void measure(Way way, Path javaHome) throws IOException {
    List<ChildJvm> jvms = new ArrayList<>();
    try {
      for (PeerKind peer : PEERS) {
        jvms.add(
            ChildJvm.start(
                javaHome,
                System.getProperty("java.class.path"),
                ManyCallsJvm.class,
                peer.name(),
                way.name(),
                baseUrl));
      }
      for (int i = 0; i < warmUps; i++) {
        for (ChildJvm jvm : jvms) jvm.ask("warm up");
      }
      double[][][] values = new double[METRICS.size()][PEERS.size()][rounds];
      for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < PEERS.size(); i++) {
          String[] answer = jvms.get(i).ask("go").split(" ");
          for (int metric = 0; metric < METRICS.size(); metric++) {
            values[metric][i][round] = Double.parseDouble(answer[metric]);
          }
        }
      }
      for (int metric = 0; metric < METRICS.size(); metric++) {
        for (int i = 0; i < PEERS.size(); i++) {
          String name = METRICS.get(metric);
          String unit = name.equals("allocated") ? "B" : "ms";
          String peer = PEERS.get(i).title();
          measurements.add(Measurement.of(tableName(way), peer, name, unit, values[metric][i]));
        }
      }
    } finally {
      jvms.forEach(ChildJvm::close);
    }
  }
}
