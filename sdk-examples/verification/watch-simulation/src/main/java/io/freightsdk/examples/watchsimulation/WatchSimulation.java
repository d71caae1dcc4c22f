package io.freightsdk.examples.watchsimulation;

import io.freightsdk.examples.watchsimulation.Simulation.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Measures the poll plans, prints the table, and writes it with its chart into the documentation.
 */
public final class WatchSimulation {
  private static final String BEGIN = "<!-- simulation: begin -->";
  private static final String END = "<!-- simulation: end -->";

  private WatchSimulation() {}

  /** Arguments: number of loads, seed, folder of the documentation. */
  public static void main(String[] args) throws IOException {
    int loads = Integer.parseInt(args[0]);
    long seed = Long.parseLong(args[1]);
    Result result =
        new Simulation(loads, seed, Candidate.ALL)
            .run(
                done -> {
                  if (done % 10 == 0) {
                    System.out.println(done + " of " + loads + " loads delivered");
                  }
                });
    String table = ResultTable.of(result);
    System.out.println();
    System.out.println(table);

    Path docs = Path.of(args[2]);
    Files.createDirectories(docs.resolve("images"));
    Files.writeString(docs.resolve("images/watch-simulation.svg"), ResultChart.of(result));
    Path page = docs.resolve("watching.md");
    if (Files.exists(page)) {
      int changes = result.of(Candidate.ADAPTIVE).changes();
      String caption =
          "%d loads, seed %d, %d changes of status:\n\n".formatted(loads, seed, changes);
      Files.writeString(page, replaced(Files.readString(page), caption + table));
    }
  }

  static String replaced(String page, String table) {
    return replaced(page, BEGIN, END, table);
  }

  static String replaced(String page, String begin, String end, String table) {
    int from = page.indexOf(begin);
    int to = page.indexOf(end);
    if (from < 0 || to < from) {
      throw new IllegalStateException("the page has no place between " + begin + " and " + end);
    }
    return page.substring(0, from + begin.length()) + "\n" + table + page.substring(to);
  }
}
