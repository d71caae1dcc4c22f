package io.freightsdk.examples.benchmarks.report;

import io.freightsdk.examples.benchmarks.report.Verdict.Outcome;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All tables, as a pure function of what was measured: of one structure, without dates, so that a
 * difference of two pages is a difference of figures. {@link FrontPage} leads here.
 *
 * @param tables those of all suites, in order; one without measurements is left out
 * @param aims those of all suites
 * @param notes what explains a table's missed aims, or the figures of one without aims, by its
 *     name; null when nothing does
 */
record Page(List<Table> tables, List<Aim> aims, Function<String, @Nullable String> notes) {
  private static final String INTRODUCTION =
      """
      # All tables of the benchmarks

      Measured by the command in [CONTRIBUTING](../../CONTRIBUTING.md#build), which writes this page and
      its plots; [Benchmarks](../benchmarks.md) has the summary, the machine and the versions. All
      figures of one table were measured in one run. The subjects of a table take turns; a figure is
      the median of the rounds, and low - high is the range of their middle half. Ratios compare
      medians; where these ranges overlap, the ratio is told as equal. A p99 is that of the calls that
      were made; a corrected one also counts the calls that a slow one kept from being made. The operating
      system reports the processor time of a whole process in steps of 10 ms; that of small steps is
      the sum over its threads, without compiler and collector.
      """;

  String render(List<Measurement> measured) {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    for (Table table : tables) {
      List<Measurement> own = own(table, measured);
      if (!own.isEmpty()) page.append('\n').append(section(table, own));
    }
    return page.toString();
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
    boolean isMissed =
        verdicts.stream()
            .anyMatch(each -> each.outcome() == Outcome.MISSED || each.outcome() == Outcome.EQUAL);
    String note = isMissed || verdicts.isEmpty() ? notes.apply(table.name()) : null;
    if (note != null) section.append('\n').append(note.strip()).append('\n');
    return section.toString();
  }

  static List<Measurement> own(Table table, List<Measurement> measured) {
    return measured.stream()
        .filter(measurement -> measurement.table().equals(table.name()))
        .toList();
  }
}
