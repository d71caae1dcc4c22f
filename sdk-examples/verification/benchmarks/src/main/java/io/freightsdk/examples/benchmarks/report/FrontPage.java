package io.freightsdk.examples.benchmarks.report;

import io.freightsdk.examples.benchmarks.report.Verdict.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a reader sees first: our figure beside the next best of each, the aims that were missed, and
 * where it was measured. {@link Page} has the rest.
 */
record FrontPage(
    Map<String, String> machine,
    List<Peer> peers,
    List<Table> tables,
    List<Aim> aims,
    List<Headline> headlines) {
  private static final String INTRODUCTION =
      """
      # Benchmarks

      The SDK and its server compared with what people would use instead. One command measures
      everything and writes this page; no figure is typed by hand. [All tables](benchmarks/tables.md)
      have every subject, the range of each figure, and what explains a missed aim. "Equal" is a
      ratio whose two ranges overlap.

      | what | ours | next best | ours to it | verdict |
      |---|---:|---:|---:|---|
      """;

  String render(List<Measurement> measured) {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    for (Headline headline : headlines) {
      comparison(headline.section())
          .flatMap(table -> headline.row(table, measured))
          .ifPresent(row -> page.append(row).append('\n'));
    }
    page.append("\n## Aims\n\n").append(aims(measured));
    page.append("\n## Machine and versions\n\n| | |\n|---|---|\n");
    Map<String, String> versions = new TreeMap<>();
    for (Peer peer : peers) versions.put(peer.name(), peer.age());
    Stream.concat(machine.entrySet().stream(), versions.entrySet().stream())
        .forEach(fact -> page.append("| %s | %s |\n".formatted(fact.getKey(), fact.getValue())));
    return page.toString();
  }

  private Optional<Table.Comparison> comparison(String title) {
    for (Table table : tables) {
      if (table instanceof Table.Comparison found && found.title().equals(title)) {
        return Optional.of(found);
      }
    }
    throw new IllegalStateException("no suite has a comparison called " + title);
  }

  private String aims(List<Measurement> measured) {
    List<Verdict> verdicts = aims.stream().map(aim -> Verdict.of(aim, measured)).toList();
    StringBuilder text = new StringBuilder();
    text.append(count(verdicts, Outcome.MET)).append(" of ").append(verdicts.size());
    text.append(" are met, ").append(count(verdicts, Outcome.EQUAL));
    text.append(" are missed by less than the rounds differ, ");
    text.append(count(verdicts, Outcome.OPEN));
    text.append(" were not measured. So many were missed:\n\n");
    Map<String, Integer> missed = new LinkedHashMap<>();
    for (Verdict verdict : verdicts) {
      if (verdict.outcome() != Outcome.MISSED) continue;
      missed.merge(title(verdict.aim().table()), 1, Integer::sum);
    }
    missed.forEach(
        (title, count) ->
            text.append(
                "- %d: [%s](benchmarks/tables.md#%s)\n"
                    .formatted(count, title, Headline.anchor(title))));
    return text.toString();
  }

  private static long count(List<Verdict> verdicts, Outcome outcome) {
    return verdicts.stream().filter(verdict -> verdict.outcome() == outcome).count();
  }

  private String title(String name) {
    for (Table table : tables) if (table.name().equals(name)) return table.title();
    throw new IllegalStateException("an aim is set for table " + name + ", which no suite names");
  }
}
