package io.freightsdk.examples.contact;

import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** What was seen: on the terminal as it comes, and at the end as a file that may be published. */
final class Report {
  /** How a run ends. */
  static final int KEPT = 0;

  static final int BROKEN = 1;
  static final int COULD_NOT_RUN = 2;
  static final int NOT_SEEN = 3;

  private final PrintStream out;
  private final Path file;
  private final Options options;

  Report(PrintStream out, Path file, Options options) {
    this.out = out;
    this.file = file;
    this.options = options;
  }

  /**
   * A row as it is found. Only on the terminal is a text of the service shown, without known
   * secrets. The file is written each time: who stops the program knows what was taken.
   */
  void row(Run run, Run.Row row, Finding finding) {
    write(run);
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

  /** The service is asked less often for a while. */
  void waits(Duration time) {
    if (time.isZero()) return;
    out.println("               429: waiting " + time.toSeconds() + " s before the next question");
  }

  /** What nobody may overlook: said when it happens, and once more at the end. */
  void loud(String what) {
    out.println();
    out.println("!! " + what);
    out.println();
  }

  /** What it all means. */
  void end(Run run) {
    boolean isWritten = write(run);
    out.println();
    if (run.ended() != null) loud(run.ended());
    out.println(summary(run));
    out.println(
        isWritten
            ? "first-contact.md holds neither key, phone, links nor texts of the service, and of its"
                + " names only those that the description has."
            : "first-contact.md could not be written.");
  }

  /** Writes the file with what is known; whether it could. */
  boolean write(Run run) {
    try {
      Files.writeString(file, text(run));
      return true;
    } catch (IOException e) {
      return false;
    }
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
  private String summary(Run run) {
    StringBuilder text = new StringBuilder();
    for (Verdict verdict : Verdict.values()) {
      long count = run.rows().stream().filter(row -> row.verdict() == verdict).count();
      if (count == 0) continue;
      if (text.length() > 0) text.append(", ");
      text.append(count).append(' ').append(verdict.word);
    }
    text.append(". ");
    if (!options.mayCost()) return text.append("Nothing that may cost was asked.").toString();
    text.append(Run.cents(run.account().taken()))
        .append(" were taken or may still be taken, of ")
        .append(Run.cents(options.spendUsd()))
        .append(" that were allowed");
    BigDecimal over = run.account().taken().subtract(options.spendUsd());
    if (over.signum() > 0) text.append(": ").append(Run.cents(over)).append(" too many");
    return text.append('.').toString();
  }

  /** The file: our own sentences, names, JSON types, status numbers and cents. */
  private String text(Run run) {
    StringBuilder text = new StringBuilder("# First contact\n\n");
    text.append("Freight SDK ").append(version());
    text.append(", Java ").append(Runtime.version().feature());
    if (options.demo()) text.append(", against the in-memory server");
    text.append(".\n\n").append(summary(run)).append('\n');
    if (run.ended() != null) {
      text.append("\n**").append(capital(run.ended())).append(".**\n");
    }
    text.append("\n| result | section | sentence | seen |\n|---|---|---|---|\n");
    for (Run.Row row : run.rows()) {
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
