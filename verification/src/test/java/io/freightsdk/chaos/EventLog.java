package io.freightsdk.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What happened in a run, in sentences, by time. Safe for use by several threads. */
final class EventLog {
  private record Line(long at, String sentence) {}

  private static final int MOST_LINES = 120;

  private final Instant start;
  private final List<Line> lines = new ArrayList<>();

  EventLog(Instant start) {
    this.start = start;
  }

  /** When the run began. */
  Instant start() {
    return start;
  }

  /** Nanoseconds since then. */
  long now() {
    return Duration.between(start, Instant.now()).toNanos();
  }

  void tell(String sentence) {
    tell(now(), sentence);
  }

  synchronized void tell(long at, String sentence) {
    lines.add(new Line(at, sentence));
  }

  /** Every line, or only those that hold one of these words; the last ones of too many. */
  synchronized String told(Set<String> words) {
    List<String> chosen = new ArrayList<>();
    lines.sort(Comparator.comparingLong(Line::at));
    for (Line line : lines) {
      boolean fits = words.isEmpty() || words.stream().anyMatch(line.sentence::contains);
      if (fits) chosen.add(String.format(Locale.ROOT, "%10.3f  %s", line.at / 1e9, line.sentence));
    }
    int from = words.isEmpty() ? 0 : Math.max(0, chosen.size() - MOST_LINES);
    return String.join(System.lineSeparator(), chosen.subList(from, chosen.size()));
  }
}
