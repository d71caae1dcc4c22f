package io.freightsdk.server;

import io.freightsdk.server.InMemoryFreightServer.Divergence;
import io.freightsdk.server.http.Resource;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The divergences: the table of {@code docs/divergences.md}, which is also in the jar. */
final class Divergences {
  private static final String PAGE = "divergences.md";
  private static final String ROW = "| ";
  private static final int COLUMNS = 5;

  private Divergences() {}

  static List<Divergence> all() {
    return new String(
            Resource.bytes(Divergences.class.getResourceAsStream(PAGE), PAGE),
            StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith(ROW))
        .skip(1)
        .map(Divergences::row)
        .toList();
  }

  private static Divergence row(String line) {
    String[] cells = line.substring(ROW.length(), line.length() - ROW.length()).split(" \\| ", -1);
    if (cells.length != COLUMNS) throw new IllegalStateException(PAGE + ": no five cells: " + line);
    String test = Divergences.class.getPackageName() + "." + cells[4].replace("`", "");
    return new Divergence(cells[0], "section " + cells[1], cells[2], cells[3], test);
  }
}
