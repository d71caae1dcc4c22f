package io.freightsdk.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * What became of a {@link Verification}: a row for each mishap and each look at the set-up.
 *
 * @param title the set-up in one line
 * @param rows in the order of the table
 */
public record VerificationReport(String title, List<Row> rows) {
  private static final int WIDTH = 100;

  public VerificationReport {
    rows = List.copyOf(rows);
  }

  /** How a row ended. */
  public enum Outcome {
    /** It was tried, and what is promised held. */
    PASSED,
    /** It was tried, and money was spent that the limit forbids, or the set-up has a mistake. */
    FAILED,
    /** It was not tried; the row says why. Nothing is known about it. */
    NOT_TRIED
  }

  /**
   * One thing that was to be tried.
   *
   * @param mishap what went wrong, in words
   * @param seen what happened, with amounts in USD, or why it was not tried
   * @param todo what to do about it; empty if there is nothing to do
   */
  public record Row(String mishap, Outcome outcome, String seen, String todo) {
    static Row passed(String mishap, String seen) {
      return new Row(mishap, Outcome.PASSED, seen, "");
    }

    static Row failed(String mishap, String seen, String todo) {
      return new Row(mishap, Outcome.FAILED, seen, todo);
    }

    static Row notTried(String mishap, String why) {
      return new Row(mishap, Outcome.NOT_TRIED, why, "");
    }
  }

  /** Whether something was tried, and nothing of it failed. */
  public boolean passed() {
    return count(Outcome.FAILED) == 0 && count(Outcome.PASSED) > 0;
  }

  /** The rows that ended so. */
  public List<Row> rows(Outcome outcome) {
    return rows.stream().filter(row -> row.outcome == outcome).toList();
  }

  /**
   * The row of a mishap.
   *
   * @throws NoSuchElementException if there is none of that name
   */
  public Row row(String mishap) {
    return rows.stream()
        .filter(row -> row.mishap.equals(mishap))
        .findFirst()
        .orElseThrow(() -> new NoSuchElementException("no row \"" + mishap + "\""));
  }

  private long count(Outcome outcome) {
    return rows.stream().filter(row -> row.outcome == outcome).count();
  }

  /** The table, for people. */
  @Override
  public String toString() {
    int longest = rows.stream().mapToInt(row -> row.mishap.length()).max().orElse(0);
    String line = "%-9s  %-" + Math.max(1, longest) + "s  %s%n";
    String indent = " ".repeat(longest + 13);
    StringBuilder text = new StringBuilder(title).append(System.lineSeparator());
    for (Row row : rows) {
      List<String> seen = lines(row.seen);
      text.append(line.formatted(row.outcome.name().replace('_', ' '), row.mishap, seen.get(0)));
      List<String> rest = new ArrayList<>(seen.subList(1, seen.size()));
      if (!row.todo.isEmpty()) rest.addAll(lines("-> " + row.todo));
      for (String more : rest) text.append(indent).append(more).append(System.lineSeparator());
    }
    return text.append(
            "%d passed, %d failed, %d not tried."
                .formatted(count(Outcome.PASSED), count(Outcome.FAILED), count(Outcome.NOT_TRIED)))
        .toString();
  }

  /** Of at most so many characters, broken at spaces. */
  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.strip().replaceAll("\\s+", " ").split(" ", -1)) {
      if (line.length() > 0 && line.length() + word.length() >= WIDTH) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() > 0 ? " " : "").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
