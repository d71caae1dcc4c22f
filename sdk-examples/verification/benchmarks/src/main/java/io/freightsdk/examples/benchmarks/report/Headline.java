package io.freightsdk.examples.benchmarks.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One row of the table at the top: our figure, and the best of those who do the same.
 *
 * @param section the title of the table that measures it
 * @param metric which of its medians
 * @param peers the subjects that do the same; floors and variants of our own are none
 * @param isMoreBetter whether the greater figure is the better one
 */
public record Headline(String section, String metric, Set<String> peers, boolean isMoreBetter) {

  /** Of what is better when there is less of it. */
  public static Headline less(String section, String metric, Set<String> peers) {
    return new Headline(section, metric, peers, false);
  }

  /** Of what is better when there is more of it. */
  public static Headline more(String section, String metric, Set<String> peers) {
    return new Headline(section, metric, peers, true);
  }

  /** The row; empty when one side was not measured. */
  Optional<String> row(Table.Comparison table, List<Measurement> measured) {
    List<Measurement> own =
        measured.stream()
            .filter(each -> each.table().equals(table.name()) && each.metric().equals(metric))
            .toList();
    Comparator<Measurement> byMedian = Comparator.comparingDouble(Measurement::median);
    Optional<Measurement> ours = best(own, each -> each.subject().equals(table.ours()), byMedian);
    Optional<Measurement> next =
        best(
            own,
            each -> peers.contains(each.subject()),
            isMoreBetter ? byMedian : byMedian.reversed());
    if (ours.isEmpty() || next.isEmpty()) return Optional.empty();
    String unit = ours.get().unit();
    return Optional.of(
        "| [%s](benchmarks/tables.md#%s), %s%s | %s | %s (%s) | %s | %s |"
            .formatted(
                section,
                anchor(section),
                metric,
                isMoreBetter ? "; more is better" : "",
                Figures.text(ours.get().median(), unit),
                Figures.text(next.get().median(), unit),
                next.get().subject(),
                Figures.ratio(ours.get().median() / next.get().median()),
                verdict(ours.get(), next.get())));
  }

  private String verdict(Measurement ours, Measurement next) {
    if (ours.isEqualTo(next)) return "equal";
    return isMoreBetter == (ours.median() > next.median()) ? "better" : "worse";
  }

  private static Optional<Measurement> best(
      List<Measurement> all, Predicate<Measurement> wanted, Comparator<Measurement> order) {
    return all.stream().filter(wanted).max(order);
  }

  /** That of a heading, as forges make it. */
  static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }
}
