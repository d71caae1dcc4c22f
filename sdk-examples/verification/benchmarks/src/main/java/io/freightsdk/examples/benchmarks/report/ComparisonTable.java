package io.freightsdk.examples.benchmarks.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A comparison in Markdown: one small table a metric, a row a subject, ratios to ours and floor.
 */
final class ComparisonTable {
  private ComparisonTable() {}

  static String of(Table.Comparison table, List<Measurement> measured) {
    Set<String> metrics = new LinkedHashSet<>();
    for (Measurement measurement : measured) metrics.add(measurement.metric());
    StringBuilder text = new StringBuilder();
    for (String metric : metrics) {
      List<Measurement> rows =
          measured.stream().filter(measurement -> measurement.metric().equals(metric)).toList();
      text.append(text.isEmpty() ? "" : "\n").append(metric(table, metric, rows));
    }
    return text.toString();
  }

  private static String metric(Table.Comparison table, String metric, List<Measurement> rows) {
    Measurement ours = find(rows, table.ours());
    Measurement floor = find(rows, table.floor());
    StringBuilder text = new StringBuilder();
    String unit = rows.get(0).unit();
    text.append("| ").append(metric);
    if (!unit.isEmpty()) text.append(" (").append(Figures.unit(unit)).append(')');
    text.append(" | median | low - high |");
    if (ours != null) text.append(" to ").append(ours.subject()).append(" |");
    if (floor != null) text.append(" to the floor |");
    text.append("\n|---|---:|---:|").append(ours == null ? "" : "---:|");
    text.append(floor == null ? "" : "---:|").append('\n');
    for (Measurement row : rows) {
      String subject = row.subject().equals(table.ours()) ? bold(row.subject()) : row.subject();
      text.append("| ").append(subject);
      text.append(" | ").append(Figures.text(row.median()));
      text.append(" | ").append(spread(row)).append(" |");
      if (ours != null) text.append(' ').append(ratio(row, ours)).append(" |");
      if (floor != null) text.append(' ').append(ratio(row, floor)).append(" |");
      text.append('\n');
    }
    return text.toString();
  }

  /** One round has no spread. */
  static String spread(Measurement row) {
    if (row.rounds() == 1) return "one round";
    return Figures.text(row.low()) + " - " + Figures.text(row.high());
  }

  private static String ratio(Measurement row, Measurement to) {
    if (to.median() == 0) return "";
    String ratio = Figures.ratio(row.median() / to.median());
    boolean isOther = !row.subject().equals(to.subject());
    return isOther && row.isEqualTo(to) ? ratio + ", equal" : ratio;
  }

  private static String bold(String text) {
    return "**" + text + "**";
  }

  private static @Nullable Measurement find(List<Measurement> rows, @Nullable String subject) {
    for (Measurement row : rows) if (row.subject().equals(subject)) return row;
    return null;
  }
}
