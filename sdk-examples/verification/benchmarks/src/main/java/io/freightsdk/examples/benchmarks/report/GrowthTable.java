package io.freightsdk.examples.benchmarks.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Growing cost in Markdown: a row a size, a column a curve; and the links to its plots. */
final class GrowthTable {
  private static final Pattern ONLY_IN_THE_TABLE =
      Pattern.compile("(processor|allocated|bytes|p99)\\b.*");

  private GrowthTable() {}

  static String of(Table.Growth table, List<Measurement> measured) {
    List<Curve> curves = Curve.of(measured);
    StringBuilder text = new StringBuilder("| " + table.size() + " |");
    for (Curve curve : curves) text.append(' ').append(heading(curve)).append(" |");
    text.append("\n|---:|").append("---:|".repeat(curves.size())).append('\n');
    for (long size : measured.stream().mapToLong(Measurement::x).sorted().distinct().toArray()) {
      text.append(String.format(Locale.ROOT, "| %,d |", size));
      for (Curve curve : curves) text.append(' ').append(cell(curve, size)).append(" |");
      text.append('\n');
    }
    for (String metric : plotted(measured)) {
      String title = title(table, metric);
      text.append("\n![").append(title).append("](").append(plotName(table, metric)).append(")\n");
    }
    return text.toString();
  }

  /** File name of the plot of a metric. */
  static String plotName(Table.Growth table, String metric) {
    return "growth-" + dashed(table.name()) + "-" + dashed(metric) + ".svg";
  }

  static String title(Table.Growth table, String metric) {
    return table.title() + ": " + metric;
  }

  /** The metrics that have a plot: those that a user waits for or has to provide. */
  static Set<String> plotted(List<Measurement> measured) {
    Set<String> metrics = new LinkedHashSet<>();
    for (Measurement measurement : measured) metrics.add(measurement.metric());
    metrics.removeIf(metric -> ONLY_IN_THE_TABLE.matcher(metric).matches());
    return metrics;
  }

  static String dashed(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }

  private static String heading(Curve curve) {
    String heading = curve.subject() + ": " + curve.metric();
    return curve.unit().isEmpty() ? heading : heading + " (" + Figures.unit(curve.unit()) + ")";
  }

  private static String cell(Curve curve, long size) {
    for (Measurement point : curve.points()) {
      if (point.x() != size) continue;
      String median = Figures.text(point.median());
      return point.rounds() == 1 ? median : median + " (" + ComparisonTable.spread(point) + ")";
    }
    return "";
  }
}
