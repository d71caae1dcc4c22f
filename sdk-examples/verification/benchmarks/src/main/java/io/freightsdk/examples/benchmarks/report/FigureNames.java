package io.freightsdk.examples.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds the figures that an aim or a page names and that no suite measures. With a misspelt name
 * the page would keep its old figure, or the aim stay open, and nothing would say so.
 *
 * <p>A table of which nothing was measured is none of them: its suite was not run, or the machine
 * lacks a tool.
 */
final class FigureNames {
  private final Set<String> tables;
  private final Set<String> optionalSubjects;
  private final List<Measurement> measured;
  private final boolean isCutShort;
  private final List<String> unknown = new ArrayList<>();

  /**
   * @param tables the names of all tables of all suites
   * @param optionalSubjects what a suite leaves out where the machine lacks it
   * @param isCutShort whether the run ends at smaller sizes, and at subjects that are named by them
   */
  FigureNames(
      Set<String> tables,
      Set<String> optionalSubjects,
      List<Measurement> measured,
      boolean isCutShort) {
    this.tables = tables;
    this.optionalSubjects = optionalSubjects;
    this.measured = measured;
    this.isCutShort = isCutShort;
  }

  /**
   * Looks for one figure.
   *
   * @param place who names it, such as a page, for the message
   */
  void look(String place, String table, String subject, String metric, long size) {
    String figure = place + " names \"" + String.join("; ", table, subject, metric) + "\": ";
    if (!tables.contains(table)) {
      unknown.add(figure + "no suite has table " + table + "; there are " + new TreeSet<>(tables));
      return;
    }
    List<Measurement> own = measured.stream().filter(m -> m.table().equals(table)).toList();
    if (own.isEmpty()) return;

    List<Measurement> ofSubject = own.stream().filter(m -> m.subject().equals(subject)).toList();
    if (ofSubject.isEmpty()) {
      if (isCutShort || optionalSubjects.contains(subject)) return;
      Set<String> subjects = names(own.stream().map(Measurement::subject));
      unknown.add(figure + "no subject " + subject + " was measured, but " + subjects);
      return;
    }
    List<Measurement> points = ofSubject.stream().filter(m -> m.metric().equals(metric)).toList();
    if (points.isEmpty()) {
      Set<String> metrics = names(ofSubject.stream().map(Measurement::metric));
      unknown.add(figure + "no metric " + metric + " of it was measured, but " + metrics);
      return;
    }
    if (points.stream().anyMatch(point -> point.x() == size)) return;
    boolean isBeyond = points.stream().allMatch(point -> point.x() < size);
    if (isCutShort && isBeyond) return;
    Set<Long> sizes = new TreeSet<>(points.stream().map(Measurement::x).toList());
    unknown.add(figure + "it was not measured at size " + size + ", but at " + sizes);
  }

  /** Both sides of an aim. */
  void look(String place, Aim aim) {
    look(place, aim.table(), aim.subject(), aim.metric(), 0);
    if (aim.against() != null) look(place, aim.table(), aim.against(), aim.metric(), 0);
  }

  /**
   * @throws IllegalStateException when a figure was not found; the message names each
   */
  void requireAllFound() {
    if (unknown.isEmpty()) return;
    throw new IllegalStateException(
        "figures that no suite has measured; fix the names and write the pages with"
            + " -Dbenchmarks.suites=page, or run suites again whose measurements are older:\n  "
            + String.join("\n  ", unknown));
  }

  private static Set<String> names(Stream<String> names) {
    return new TreeSet<>(names.toList());
  }
}
