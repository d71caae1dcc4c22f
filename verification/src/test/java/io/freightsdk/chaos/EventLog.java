package io.freightsdk.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The log of a run, ordered by time. Thread-safe. */
final class EventLog {
  private record Line(long at, String text) {}

  private static final int MAX_LINES = 120;

  private final Instant start;
  private final List<Line> lines = new ArrayList<>();

  EventLog(Instant start) {
    this.start = start;
  }

  /** The start of the run. */
  Instant start() {
    return start;
  }

  /** Nanoseconds since the start. */
  long now() {
    return Duration.between(start, Instant.now()).toNanos();
  }

  void add(String sentence) {
    add(now(), sentence);
  }

  synchronized void add(long at, String sentence) {
    lines.add(new Line(at, sentence));
  }

  /** All lines if {@code words} is empty, else the last 120 lines with one of the words. */
  synchronized String linesWith(Set<String> words) {
    List<String> chosen = new ArrayList<>();
    lines.sort(Comparator.comparingLong(Line::at));
    for (Line line : lines) {
      boolean matches = words.isEmpty() || words.stream().anyMatch(line.text::contains);
      if (matches) chosen.add(String.format(Locale.ROOT, "%10.3f  %s", line.at / 1e9, line.text));
    }
    int from = words.isEmpty() ? 0 : Math.max(0, chosen.size() - MAX_LINES);
    return String.join(System.lineSeparator(), chosen.subList(from, chosen.size()));
  }
}
