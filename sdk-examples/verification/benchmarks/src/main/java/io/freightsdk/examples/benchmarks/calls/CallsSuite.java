package io.freightsdk.examples.benchmarks.calls;

import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Suite;
import io.freightsdk.examples.benchmarks.ThreadAccounts;
import io.freightsdk.examples.benchmarks.peer.ChildJvm;
import io.freightsdk.examples.benchmarks.peer.PeerKind;
import io.freightsdk.examples.benchmarks.peer.Services;
import io.freightsdk.examples.benchmarks.peer.Versions;
import io.freightsdk.examples.benchmarks.report.Aim;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Peer;
import io.freightsdk.examples.benchmarks.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The cost of one call with a small and with a large answer, and of a thousand at once. */
public final class CallsSuite implements Suite {
  static final String BALANCE = "balance";
  static final String POSITION = "position";

  private static final String TEXT =
      "One thread, one call after the other, over loopback against one server in a JVM of its own"
          + " that answers with constant bytes. Each client is used as its documentation shows, in a JVM of its own; they take"
          + " turns in many short rounds. The floors have the SDK's parser and nothing else:"
          + " no retries, no deadline, no charges. p50 and p99 are percentiles of the calls of"
          + " a round. Processor is the time of all threads of the client's process;"
          + " allocated is what they allocate; sleeps is how often a thread waited for"
          + " another thread, for the network or for a time. Each sleep needs the machine's"
          + " scheduler twice.";

  /** What a round answers with, in this order. Processor time says more on a busy machine. */
  private static final List<String> METRICS =
      ThreadAccounts.areKept()
          ? List.of("time", "p50", "p99", "p99, corrected", "processor", "allocated", "sleeps")
          : List.of("time", "p50", "p99", "p99, corrected", "processor", "allocated");

  private static final List<String> UNITS = List.of("us", "us", "us", "us", "us", "B", "");

  private static final int LONGEST_WARM_UP_MILLIS = 8_000;

  /** Many short rounds in turn: what else the machine does meanwhile hits all alike. */
  private final int rounds = Effort.ofThisRun().of(41, 2);

  private final int roundMillis = Effort.ofThisRun().of(150, 100);

  /** By count: on a busy machine the compiler needs as many calls, but more time. */
  private final int warmUpCalls = Effort.ofThisRun().of(30_000, 100);

  @Override
  public String name() {
    return "calls";
  }

  @Override
  public void run(Measurements measurements, Path workFolder) throws IOException {
    try (Services services = new Services()) {
      callByCall(measurements, services.fast());
      new ManyCalls(measurements, services.delayed()).run();
    }
  }

  @Override
  public List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    tables.add(comparison(BALANCE, "One call with a small answer", PeerKind.OKHTTP));
    tables.add(comparison(POSITION, "One call with an answer of 45 KB", PeerKind.OKHTTP));
    tables.addAll(ManyCalls.tables());
    return tables;
  }

  private static Table comparison(String call, String title, PeerKind floor) {
    return new Table.Comparison(
        tableName(call), title, TEXT, PeerKind.FREIGHT_SDK.title(), floor.title());
  }

  @Override
  public List<Aim> aims() {
    List<Aim> aims = new ArrayList<>();
    for (String call : List.of(BALANCE, POSITION)) {
      aims.add(aim(0.95, call, PeerKind.FREIGHT_SDK_ASYNC, "time", PeerKind.OKHTTP_ENQUEUE));
      aims.add(aim(1.2, call, PeerKind.FREIGHT_SDK, "allocated", PeerKind.OKHTTP));
      for (PeerKind typed : List.of(PeerKind.RETROFIT, PeerKind.FEIGN, PeerKind.GENERATED)) {
        aims.add(aim(1, call, PeerKind.FREIGHT_SDK, "allocated", typed));
      }
    }
    aims.add(aim(1.03, BALANCE, PeerKind.FREIGHT_SDK, "time", PeerKind.OKHTTP));
    aims.add(aim(1.02, POSITION, PeerKind.FREIGHT_SDK, "time", PeerKind.OKHTTP));
    aims.add(aim(0.5, POSITION, PeerKind.FREIGHT_SDK, "time", PeerKind.RETROFIT));
    aims.add(aim(0.125, POSITION, PeerKind.FREIGHT_SDK, "allocated", PeerKind.RETROFIT));
    aims.addAll(ManyCalls.aims());
    return aims;
  }

  private static Aim aim(
      double ratio, String call, PeerKind subject, String metric, PeerKind against) {
    return Aim.atMost(ratio, tableName(call), subject.title(), metric, against.title());
  }

  @Override
  public List<Peer> peers() {
    return Versions.all();
  }

  private static String tableName(String call) {
    return "call " + call;
  }

  private void callByCall(Measurements measurements, String baseUrl) throws IOException {
    Map<PeerKind, ChildJvm> jvms = new EnumMap<>(PeerKind.class);
    try {
      for (PeerKind peer : PeerKind.values()) {
        jvms.put(peer, ChildJvm.start(CallingJvm.class, peer.name(), baseUrl));
      }
      measure(measurements, jvms, BALANCE);
      measure(measurements, jvms, POSITION);
    } finally {
      jvms.values().forEach(ChildJvm::close);
    }
  }

  private void measure(Measurements measurements, Map<PeerKind, ChildJvm> jvms, String call)
      throws IOException {
    for (ChildJvm jvm : jvms.values())
      jvm.ask(call + " " + LONGEST_WARM_UP_MILLIS + " " + warmUpCalls);
    Map<PeerKind, double[][]> values = new EnumMap<>(PeerKind.class);
    for (PeerKind peer : jvms.keySet()) values.put(peer, new double[METRICS.size()][rounds]);
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<PeerKind, ChildJvm> jvm : jvms.entrySet()) {
        String[] answer =
            jvm.getValue().ask(call + " " + roundMillis + " " + Integer.MAX_VALUE).split(" ");
        for (int metric = 0; metric < METRICS.size(); metric++) {
          values.get(jvm.getKey())[metric][round] = Double.parseDouble(answer[metric]);
        }
      }
    }
    for (int metric = 0; metric < METRICS.size(); metric++) {
      for (PeerKind peer : jvms.keySet()) {
        measurements.add(
            Measurement.of(
                tableName(call),
                peer.title(),
                METRICS.get(metric),
                UNITS.get(metric),
                values.get(peer)[metric]));
      }
    }
  }
}
