package io.freightsdk.examples.benchmarks.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the page and the plots of all that was measured. */
public final class Report {
  private final List<Table> tables = new ArrayList<>();
  private final List<Aim> aims = new ArrayList<>();
  private final List<Peer> peers = new ArrayList<>();
  private final List<Measurement> measured = new ArrayList<>();

  /** Adds what one suite measured, after those of the suites before it. */
  public void add(
      List<Table> itsTables, List<Aim> itsAims, List<Peer> itsPeers, List<Measurement> itsFigures) {
    tables.addAll(itsTables);
    aims.addAll(itsAims);
    peers.addAll(itsPeers);
    measured.addAll(itsFigures);
  }

  /**
   * Writes {@code benchmarks.md}, the plots it links, the figures in {@code growth.md}, and what
   * the README says of speed.
   *
   * @param docs whose parent has the README
   * @param speed the sentence of the README
   * @param notes folder of Markdown files that explain missed aims, one a table
   * @throws IllegalStateException when a measured table is named by no suite
   */
  public void write(Path docs, Sentence speed, Path notes) throws IOException {
    requireKnownTables();
    Page page = new Page(Machine.facts(), peers, tables, aims, name -> note(notes, name));
    Files.writeString(docs.resolve("benchmarks.md"), page.render(measured));
    for (Table table : tables) {
      if (table instanceof Table.Growth growth) plot(growth, docs);
    }
    InlineFigures.write(docs.resolve("growth.md"), measured);
    speed.write(docs.resolveSibling("README.md"), measured);
  }

  private void requireKnownTables() {
    Set<String> unknown = new HashSet<>();
    for (Measurement measurement : measured) unknown.add(measurement.table());
    for (Table table : tables) unknown.remove(table.name());
    if (!unknown.isEmpty()) {
      throw new IllegalStateException(
          unknown + " were measured, but no suite's tables() names them");
    }
  }

  private void plot(Table.Growth table, Path docs) throws IOException {
    List<Measurement> own = Page.own(table, measured);
    for (String metric : GrowthTable.plotted(own)) {
      List<Curve> curves =
          Curve.of(own).stream().filter(curve -> curve.metric().equals(metric)).toList();
      String svg = Plot.of(GrowthTable.title(table, metric), table.size(), curves);
      Files.writeString(docs.resolve(GrowthTable.plotName(table, metric)), svg);
    }
  }

  private static @Nullable String note(Path folder, String table) {
    Path file = folder.resolve(GrowthTable.dashed(table) + ".md");
    try {
      return Files.exists(file) ? Files.readString(file) : null;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file, e);
    }
  }
}
