package io.freightsdk.examples.contact;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What was seen: on the terminal as it comes, and at the end as a file that may be published. */
final class Report {
  /** How a run ends. */
  static final int KEPT = 0;

  static final int BROKEN = 1;
  static final int COULD_NOT_RUN = 2;
  static final int NOT_SEEN = 3;

  private final PrintStream out;

  Report(PrintStream out) {
    this.out = out;
  }

  /** A row as it is found. Only here is a text of the service shown, without known secrets. */
  void row(Run.Row row, Finding finding) {
    Question question = row.question();
    out.printf(
        Locale.ROOT,
        "%-13s  %-4s %s%n",
        row.verdict().word,
        question.section(),
        question.sentence());
    if (!row.seen().isEmpty()) out.println("                    " + row.seen());
    String excerpt = finding.excerpt();
    if (!excerpt.isEmpty()) out.println("                    the service: " + excerpt);
  }

  /** The exit code that the rows mean. */
  static int exitCode(List<Run.Row> rows) {
    if (has(rows, Verdict.BROKEN)) return BROKEN;
    return has(rows, Verdict.NOT_SEEN) ? NOT_SEEN : KEPT;
  }

  private static boolean has(List<Run.Row> rows, Verdict verdict) {
    return rows.stream().anyMatch(row -> row.verdict() == verdict);
  }

  /** How many rows have each verdict, and what was taken. */
  static String summary(List<Run.Row> rows, Options options, @Nullable Run run) {
    StringBuilder text = new StringBuilder();
    for (Verdict verdict : Verdict.values()) {
      long count = rows.stream().filter(row -> row.verdict() == verdict).count();
      if (count == 0) continue;
      if (text.length() > 0) text.append(", ");
      text.append(count).append(' ').append(verdict.word);
    }
    text.append(". ");
    if (!options.mayCost() || run == null)
      return text.append("Nothing that may cost was asked.").toString();
    text.append(Run.cents(run.account().taken()))
        .append(" were taken or may still be taken, of ")
        .append(Run.cents(options.spendUsd()))
        .append(" that were allowed.");
    return text.toString();
  }

  /** The file: our own sentences, names, JSON types, status numbers and cents. */
  static String file(List<Run.Row> rows, Options options, @Nullable Run run) {
    StringBuilder text = new StringBuilder("# First contact\n\n");
    text.append("Freight SDK ").append(version());
    text.append(", Java ").append(Runtime.version().feature());
    if (options.demo()) text.append(", against the in-memory server");
    text.append(".\n\n").append(summary(rows, options, run)).append('\n');
    if (run != null && run.ended() != null) {
      text.append("\n**").append(capital(run.ended())).append(".**\n");
    }
    text.append("\n| result | section | sentence | seen |\n|---|---|---|---|\n");
    for (Run.Row row : rows) {
      text.append("| ")
          .append(row.verdict().word)
          .append(" | ")
          .append(row.question().section())
          .append(" | ")
          .append(row.question().sentence())
          .append(" | ")
          .append(row.seen())
          .append(" |\n");
    }
    text.append("\n## Not asked\n\n");
    text.append("One account cannot see this in one run, or it is left out:\n\n");
    for (NotAsked reason : NotAsked.ALL) {
      text.append("- ").append(reason.why()).append(": ");
      text.append(String.join("; ", reason.what())).append('\n');
    }
    return text.toString();
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private static String version() {
    String version = Report.class.getPackage().getImplementationVersion();
    return version == null ? "built from source" : version;
  }
}
