package io.freightsdk.examples.benchmarks.report;

import io.freightsdk.examples.benchmarks.report.Verdict.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The page as a pure function of what was measured: of one structure, without dates, so that a
 * difference of two pages is a difference of figures.
 *
 * @param machine what the machine says of itself
 * @param peers what was measured, by version
 * @param tables those of all suites, in order; one without measurements is left out
 * @param aims those of all suites
 * @param notes what explains a table's missed aims, or the figures of one without aims, by its
 *     name; null when nothing does
 */
record Page(
    Map<String, String> machine,
    List<Peer> peers,
    List<Table> tables,
    List<Aim> aims,
    Function<String, @Nullable String> notes) {
  private static final String INTRODUCTION =
      """
      # Benchmarks

      The SDK and its server compared with what people would use instead, measured by the command in
      [CONTRIBUTING](../CONTRIBUTING.md#build), which writes this page and its plots. All figures of
      one table were measured in one run, and no figure is typed by hand. The subjects of a table take
      turns; a figure is the median of the rounds, and low - high is their range. Ratios compare
      medians. The operating system reports the processor time of a whole process in steps of 10 ms;
      that of small steps is the sum over its threads, without compiler and collector.

      """;

  String render(List<Measurement> measured) {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    page.append("## Machine and versions\n\n| | |\n|---|---|\n");
    machine.forEach((name, value) -> row(page, name, value));
    new TreeMap<>(versions()).forEach((name, value) -> row(page, name, value));
    page.append("\n## Aims\n\n").append(summary(measured)).append('\n');
    for (Table table : tables) {
      List<Measurement> own = own(table, measured);
      if (!own.isEmpty()) page.append('\n').append(section(table, own));
    }
    return page.toString();
  }

  private Map<String, String> versions() {
    Map<String, String> versions = new LinkedHashMap<>();
    for (Peer peer : peers) versions.put(peer.name(), peer.version());
    return versions;
  }

  private String summary(List<Measurement> measured) {
    List<Verdict> verdicts = aims.stream().map(aim -> Verdict.of(aim, measured)).toList();
    long met = verdicts.stream().filter(verdict -> verdict.outcome() == Outcome.MET).count();
    String summary = met + " of " + verdicts.size() + " are met.";
    Predicate<String> isExplained = table -> notes.apply(table) != null;
    String explained = sections(verdicts, Outcome.MISSED, isExplained);
    String unexplained = sections(verdicts, Outcome.MISSED, isExplained.negate());
    String open = sections(verdicts, Outcome.OPEN, table -> true);
    if (!explained.isEmpty()) summary += " Missed, and explained there: " + explained + ".";
    if (!unexplained.isEmpty()) summary += " Missed, not explained: " + unexplained + ".";
    if (!open.isEmpty()) summary += " Not measured: " + open + ".";
    return summary;
  }

  private String sections(List<Verdict> verdicts, Outcome outcome, Predicate<String> ofTable) {
    return verdicts.stream()
        .filter(verdict -> verdict.outcome() == outcome)
        .map(verdict -> verdict.aim().table())
        .filter(ofTable)
        .map(this::title)
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private String title(String name) {
    for (Table table : tables) if (table.name().equals(name)) return table.title();
    throw new IllegalStateException("an aim is set for table " + name + ", which no suite names");
  }

  private String section(Table table, List<Measurement> own) {
    StringBuilder section = new StringBuilder("## " + table.title() + "\n\n");
    section.append(table.text().strip()).append("\n\n");
    if (table instanceof Table.Comparison comparison) {
      section.append(ComparisonTable.of(comparison, own));
    } else if (table instanceof Table.Growth growth) {
      section.append(GrowthTable.of(growth, own));
    }
    List<Verdict> verdicts =
        aims.stream()
            .filter(aim -> aim.table().equals(table.name()))
            .map(aim -> Verdict.of(aim, own))
            .toList();
    if (!verdicts.isEmpty()) section.append("\nAims:\n\n");
    for (Verdict verdict : verdicts) section.append("- ").append(verdict.line()).append('\n');
    boolean isMissed = verdicts.stream().anyMatch(verdict -> verdict.outcome() == Outcome.MISSED);
    String note = isMissed || verdicts.isEmpty() ? notes.apply(table.name()) : null;
    if (note != null) section.append('\n').append(note.strip()).append('\n');
    return section.toString();
  }

  static List<Measurement> own(Table table, List<Measurement> measured) {
    return measured.stream()
        .filter(measurement -> measurement.table().equals(table.name()))
        .toList();
  }

  private static void row(StringBuilder page, String name, String value) {
    page.append("| ").append(name).append(" | ").append(value).append(" |\n");
  }
}
