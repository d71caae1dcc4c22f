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
  private static final String GROWTH = "benchmarks/growth.md";

  private final List<Table> tables = new ArrayList<>();
  private final List<Aim> aims = new ArrayList<>();
  private final List<Peer> peers = new ArrayList<>();
  private final List<Measurement> measured = new ArrayList<>();
  private final List<Part> parts = new ArrayList<>();

  /**
   * One suite's part.
   *
   * @param source the file that sets its aims, for messages
   * @param optionalSubjects what it leaves out where the machine lacks it
   * @param measured empty when it was not run
   */
  public record Part(
      String source,
      List<Table> tables,
      List<Aim> aims,
      List<Peer> peers,
      Set<String> optionalSubjects,
      List<Measurement> measured) {}

  /** Adds what one suite measured, after those of the suites before it. */
  public void add(Part part) {
    parts.add(part);
    tables.addAll(part.tables());
    aims.addAll(part.aims());
    peers.addAll(part.peers());
    measured.addAll(part.measured());
  }

  /**
   * Checks that whatever aims and pages name is measured by its suite, if that was run.
   *
   * @param docs the folder of the pages
   * @param isCutShort whether this run ends at smaller sizes
   * @throws IllegalStateException when a table, a subject, a metric or a size does not exist
   */
  public void requireKnownFigures(Path docs, boolean isCutShort) throws IOException {
    Set<String> names = new HashSet<>();
    for (Table table : tables) names.add(table.name());
    Set<String> optional = new HashSet<>();
    for (Part part : parts) optional.addAll(part.optionalSubjects());
    FigureNames figures = new FigureNames(names, optional, measured, isCutShort);
    for (Part part : parts) {
      for (Aim aim : part.aims()) figures.look("an aim in " + part.source(), aim);
    }
    InlineFigures.look(docs.resolve(GROWTH), figures);
    figures.requireAllFound();
  }

  /**
   * Writes {@code benchmarks.md}, and in the folder {@code benchmarks} all tables, their plots, and
   * the figures in {@code growth.md}.
   *
   * @param docs the folder of the pages
   * @param headlines the rows of the table at the top
   * @param notes folder of Markdown files that explain missed aims, or figures without aims, one a
   *     table
   * @throws IllegalStateException when a measured table is named by no suite
   */
  public void write(Path docs, List<Headline> headlines, Path notes) throws IOException {
    requireKnownTables();
    FrontPage front = new FrontPage(Machine.facts(), peers, tables, aims, headlines);
    Files.writeString(docs.resolve("benchmarks.md"), front.render(measured));
    Path all = Files.createDirectories(docs.resolve("benchmarks"));
    Page page = new Page(tables, aims, name -> note(notes, name));
    Files.writeString(all.resolve("tables.md"), page.render(measured));
    for (Table table : tables) {
      if (table instanceof Table.Growth growth) plot(growth, all);
    }
    InlineFigures.write(docs.resolve(GROWTH), measured);
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

  private void plot(Table.Growth table, Path folder) throws IOException {
    List<Measurement> own = Page.own(table, measured);
    for (String metric : GrowthTable.plotted(own)) {
      List<Curve> curves =
          Curve.of(own).stream().filter(curve -> curve.metric().equals(metric)).toList();
      String svg = Plot.of(GrowthTable.title(table, metric), table.size(), curves);
      Files.writeString(folder.resolve(GrowthTable.plotName(table, metric)), svg);
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
