package io.freightsdk.examples.contact;

import io.freightsdk.examples.contact.Finding.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What was seen: on the terminal as it comes, and as a file that may be published. Neither has the
 * key, the phone or a link; only the terminal has texts of the service.
 */
final class Report {
  private static final int LONGEST_EXCERPT = 300;

  private final PrintStream out;
  private final Path file;
  private final BigDecimal limit;
  private final Pattern secrets;
  private final List<Row> rows = new ArrayList<>();

  /** Of the table, without secrets. */
  private final List<String> lines = new ArrayList<>();

  private BigDecimal taken = BigDecimal.ZERO;
  private String ended = "";

  /** One line of the table; what was seen is empty if there is nothing to add. */
  record Row(String sentence, Verdict verdict, String seen) {}

  /**
   * @param limit the most that may be taken; zero if nothing
   * @param phone empty without one
   */
  Report(PrintStream out, Path folder, BigDecimal limit, String key, String phone) {
    this.out = out;
    this.file = folder.resolve("first-contact.md");
    this.limit = limit;
    // Without its country, and however it is grouped.
    String digits = phone.replaceAll("[^0-9]", "");
    String local = digits.substring(Math.max(0, digits.length() - 10));
    String grouped = "|\\+?1?" + String.join("[^0-9A-Za-z]{0,3}", local.split(""));
    String always = Pattern.quote(key) + "|[A-Za-z][A-Za-z0-9+.-]*:(\\\\?/){2}[^\"\\s]+";
    this.secrets = Pattern.compile(digits.isEmpty() ? always : always + grouped);
  }

  /** A row as it is found. The file is written each time: who stops the program has it. */
  void row(Row row, String excerpt) {
    String line = masked(line(row));
    rows.add(row);
    lines.add(line);
    write(taken);
    out.println(line);
    if (excerpt.isEmpty()) return;
    String said = masked(excerpt).replaceAll("[\\s\\p{Cntrl}]+", " ");
    out.println("  the service: " + said.substring(0, Math.min(LONGEST_EXCERPT, said.length())));
  }

  /** What nobody may overlook. */
  void say(String what) {
    out.println("\n!! " + masked(what) + "\n");
  }

  /** The paid part has ended before its end. */
  void ended(String why) {
    ended = why;
    say(why);
  }

  /** Says what it all means. */
  void end() {
    if (!ended.isEmpty()) say(ended);
    out.println(summary());
    out.println("first-contact.md holds neither key, phone, links nor texts of the service.");
  }

  /**
   * Writes the file with what is known; whether it could.
   *
   * @param nowTaken what was taken, and what may still be taken by what was asked
   */
  boolean write(BigDecimal nowTaken) {
    taken = nowTaken;
    StringBuilder text = new StringBuilder("# First contact\n\n");
    String version = Report.class.getPackage().getImplementationVersion();
    text.append("Freight SDK ").append(version == null ? "built from source" : version);
    text.append(", Java ").append(Runtime.version().feature()).append(".\n\n");
    text.append(summary()).append(' ').append(masked(ended)).append("\n\n");
    text.append("| result | sentence, with its section | seen |\n|---|---|---|\n");
    lines.forEach(line -> text.append(line).append('\n'));
    try {
      Files.writeString(file, text);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String line(Row row) {
    return "| " + row.verdict().word + " | " + row.sentence() + " | " + row.seen() + " |";
  }

  long count(Verdict verdict) {
    return rows.stream().filter(row -> row.verdict() == verdict).count();
  }

  /** How many rows have each verdict, and what was taken. */
  private String summary() {
    List<String> counts = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      if (count(verdict) > 0) counts.add(count(verdict) + " " + verdict.word);
    }
    String all = String.join(", ", counts) + ". ";
    if (limit.signum() == 0) return all + "Nothing that may cost was asked.";
    String sum = PriceList.cents(taken) + " were taken or may still be taken, of ";
    return all + sum + PriceList.cents(limit) + " that were allowed.";
  }

  private String masked(String text) {
    return secrets.matcher(text).replaceAll("***");
  }
}
