package io.freightsdk.contact;

import io.freightsdk.contact.Finding.Result;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run: one row for each finding. The terminal also shows progress and the beginning
 * of unexpected responses, in the form of a recording. Neither it nor the file has a text of the
 * service.
 */
final class Report {
  private static final int MAX_EXCERPT = 300;

  final Recording recording;
  private final PrintStream out;
  private final Path file;
  private final BigDecimal limit;
  private final Map<Finding, Row> rows = new LinkedHashMap<>();
  private final List<String> asDescribed = new ArrayList<>();
  private BigDecimal committed = BigDecimal.ZERO;

  /** The checks that found a finding, and the checks that did not run because of it. */
  private record Row(Set<String> members, Set<String> checks, Set<String> notRun) {
    Row() {
      this(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
    }
  }

  /**
   * @param limit the maximum that may be spent; zero if nothing
   */
  Report(PrintStream out, Path folder, BigDecimal limit, Recording recording) {
    this.recording = recording;
    this.out = out;
    this.file = folder.resolve("first-contact.md");
    this.limit = limit;
  }

  /** Adds a check that ran. The file is written each time, so a stopped program leaves it. */
  void checked(String check, Findings found) {
    recording.addResult(check, found);
    boolean isNew = false;
    for (Finding finding : found.all) {
      isNew |= !rows.containsKey(finding.withMember(""));
      Row row = row(finding);
      row.checks().add(check);
      if (!finding.member().isEmpty()) row.members().add("`" + finding.member() + "`");
    }
    if (found.isEmpty()) asDescribed.add(check);
    write(committed);
    String spent = found.spent.signum() == 0 ? "" : " (" + PriceList.text(found.spent) + ")";
    String word =
        found.all.stream().map(Finding::result).sorted().findFirst().map(r -> r.word).orElse("ok");
    out.println(word + ": " + check + spent);
    if (!isNew || found.excerpt.isEmpty()) return;
    String excerpt = found.excerpt;
    out.println("  response: " + excerpt.substring(0, Math.min(MAX_EXCERPT, excerpt.length())));
  }

  /** Adds a check that did not run. */
  void notRun(String check, Finding because) {
    recording.addNotRun(check);
    row(because).notRun().add(check);
    write(committed);
  }

  /** The first broken row of a check; null without one. */
  @Nullable Finding brokenBy(String check) {
    for (Map.Entry<Finding, Row> row : rows.entrySet()) {
      boolean isBroken = row.getKey().result() == Result.BROKEN;
      if (isBroken && row.getValue().checks().contains(check)) return row.getKey();
    }
    return null;
  }

  private Row row(Finding finding) {
    return rows.computeIfAbsent(finding.withMember(""), key -> new Row());
  }

  void say(String notice) {
    out.println("\n!! " + notice + "\n");
  }

  void print() {
    out.println();
    out.println(table());
    out.println(summary());
    out.println("first-contact.md has the same table.");
  }

  /** 1 if anything is broken, 3 if anything could not be checked, 0 otherwise. */
  int exitCode() {
    if (rows.keySet().stream().anyMatch(finding -> finding.result() == Result.BROKEN)) return 1;
    boolean isAllSeen =
        rows.entrySet().stream()
            .allMatch(
                row ->
                    row.getKey().result() != Result.NOT_SEEN && row.getValue().notRun().isEmpty());
    return isAllSeen ? 0 : 3;
  }

  /**
   * Writes the file.
   *
   * @param nowCommitted the amount that was spent or may still be charged
   * @return whether the file could be written
   */
  boolean write(BigDecimal nowCommitted) {
    committed = nowCommitted;
    String version = Report.class.getPackage().getImplementationVersion();
    String text =
        """
        # First contact

        Freight SDK %s, Java %d.

        %s

        %s
        As described: %s.
        """
            .formatted(
                version == null ? "built from source" : version,
                Runtime.version().feature(),
                summary(),
                table(),
                asDescribed.isEmpty() ? "nothing yet" : String.join(", ", asDescribed));
    try {
      Files.writeString(file, text);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** One row for each finding, the most important first; empty without any. */
  private String table() {
    if (rows.isEmpty()) return "";
    StringBuilder table = new StringBuilder();
    table.append("| result | the service | seen in | what it means, and what to do |\n");
    table.append("|---|---|---|---|\n");
    for (Result result : Result.values()) {
      rows.forEach(
          (finding, row) -> {
            if (finding.result() == result) table.append(line(finding, row)).append('\n');
          });
    }
    return table.toString();
  }

  private static String line(Finding finding, Row row) {
    String members = row.members().isEmpty() ? "" : ": " + String.join(", ", row.members());
    String seen = String.join(", ", row.checks());
    if (!row.notRun().isEmpty()) {
      List<String> notRun = List.copyOf(row.notRun());
      seen += (seen.isEmpty() ? "" : ". ") + "Not run: " + notRun.get(0);
      if (notRun.size() > 1) seen += " and " + (notRun.size() - 1) + " more";
    }
    return "| %s | %s | %s | %s |"
        .formatted(finding.result().word, finding.fact() + members, seen, finding.advice());
  }

  private String summary() {
    String checks =
        "Checks as described: %d, differences: %d. ".formatted(asDescribed.size(), rows.size());
    if (limit.signum() == 0) return checks + "No call was sent that may cost money.";
    return checks
        + PriceList.text(committed)
        + " spent, or may still be charged, of at most "
        + PriceList.text(limit)
        + ".";
  }
}
