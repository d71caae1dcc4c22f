package io.freightsdk.examples.benchmarks.growth;

import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Suite;
import io.freightsdk.examples.benchmarks.report.Aim;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.examples.benchmarks.server.ServerProcess;
import io.freightsdk.examples.benchmarks.server.stub.StubMain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How cost grows. */
public final class GrowthSuite implements Suite {
  @Override
  public String name() {
    return "growth";
  }

  @Override
  public void run(Measurements measurements, Path workFolder) throws Exception {
    Effort effort = Effort.ofThisRun();
    LoadGrowth.measure(upTo(effort.of(1_000_000, 1_000), 100), measurements);
    FixGrowth.measure(upTo(effort.of(1_000_000, 1_000), 100), measurements);
    BrokerGrowth.measure(upTo(effort.of(100_000, 1_000), 100), measurements);
    Path work = Files.createDirectories(workFolder.resolve("growth"));
    try (ServerProcess server = ServerProcess.startOurs(work)) {
      String baseUrl = "http://127.0.0.1:" + server.port();
      CallerGrowth.measure(
          baseUrl,
          StubMain.AGENT_KEY,
          upTo(effort.of(1_000, 10), 1),
          effort.of(2_000, 200),
          measurements);
      new WatchGrowth(baseUrl, StubMain.AGENT_KEY, measurements)
          .measure(upTo(effort.of(10_000, 100), 1));
    }
  }

  /** Each ten times the one before. */
  private static List<Integer> upTo(int most, int least) {
    List<Integer> sizes = new ArrayList<>();
    for (int size = least; size <= most; size *= 10) sizes.add(size);
    return sizes;
  }

  @Override
  public List<Aim> aims() {
    String summary = CallerGrowth.SUMMARY.name();
    return List.of(
        Aim.figureAtLeast(0.9, summary, "100 callers", CallerGrowth.TO_TEN),
        Aim.figureAtLeast(0.9, summary, "1000 callers", CallerGrowth.TO_TEN));
  }

  @Override
  public List<Table> tables() {
    return List.of(
        LoadGrowth.TABLE,
        FixGrowth.TABLE,
        BrokerGrowth.TABLE,
        CallerGrowth.TABLE,
        CallerGrowth.SUMMARY,
        WatchGrowth.TABLE);
  }
}
