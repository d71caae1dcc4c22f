package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.examples.benchmarks.fleet.FleetSimulation.Row;
import io.freightsdk.examples.benchmarks.fleet.Simulation.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Measures the poll plans, and what a budget for a whole fleet buys; prints both tables and writes
 * them with their charts into the pages.
 */
public final class WatchSimulation {
  private WatchSimulation() {}

  /** Arguments: number of loads, and of those of a fleet at a time; seed; folder of the pages. */
  public static void main(String[] args) throws IOException {
    int loads = Integer.parseInt(args[0]);
    long seed = Long.parseLong(args[1]);
    Path docs = Path.of(args[2]);
    plans(loads, seed, docs);
    fleet(loads, seed, docs);
  }

  private static void plans(int loads, long seed, Path docs) throws IOException {
    Result result =
        new Simulation(loads, seed, Candidate.ALL).run(progress("%d of %d loads delivered", loads));
    String caption =
        "%d loads, seed %d, %d changes of status:\n\n"
            .formatted(loads, seed, result.of(Candidate.ADAPTIVE).changes());
    write(docs.resolve("watching.md"), "simulation", caption + PlanReport.table(result));
    Files.writeString(docs.resolve("images/watch-simulation.svg"), PlanReport.chart(result));
  }

  private static void fleet(int atATime, long seed, Path docs) throws IOException {
    List<List<RecordedLoad>> lanes =
        FleetRecorder.record(atATime, seed, progress("%d of %d places recorded", atATime));
    List<Row> rows = FleetSimulation.measure(lanes, FleetSimulation.USD_A_DAY);
    String caption =
        "%d loads at a time for a week, seed %d, %d arrivals and departures:\n\n"
            .formatted(atATime, seed, rows.get(0).outcome().visits().size());
    Path page = docs.resolve("../sdk-integrations/freight-watch/README.md");
    write(page, "fleet", caption + FleetReport.table(rows));
    Files.writeString(docs.resolve("images/fleet-simulation.svg"), FleetReport.chart(rows));
  }

  private static IntConsumer progress(String text, int all) {
    return done -> {
      if (done % 10 == 0) System.out.println(text.formatted(done, all));
    };
  }

  private static void write(Path page, String name, String table) throws IOException {
    System.out.println("\n" + table);
    Files.writeString(page, replaced(Files.readString(page), name, table));
  }

  /** The page with this table where its last one of that name stood. */
  static String replaced(String page, String name, String table) {
    String begin = "<!-- %s: begin -->".formatted(name);
    String end = "<!-- %s: end -->".formatted(name);
    int from = page.indexOf(begin);
    int to = page.indexOf(end);
    if (from < 0 || to < from) {
      throw new IllegalStateException("the page has no place between " + begin + " and " + end);
    }
    return page.substring(0, from + begin.length()) + "\n" + table + page.substring(to);
  }
}
