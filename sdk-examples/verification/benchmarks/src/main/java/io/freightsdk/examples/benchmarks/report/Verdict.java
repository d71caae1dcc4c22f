package io.freightsdk.examples.benchmarks.report;

import io.freightsdk.examples.benchmarks.report.Aim.Bound;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What the measurements say of an aim.
 *
 * @param line the aim and its outcome, for the page
 */
record Verdict(Aim aim, Outcome outcome, String line) {

  enum Outcome {
    MET,
    MISSED,
    /** Missed by the medians, and met by other rounds. */
    EQUAL,
    /** One of its subjects was not measured. */
    OPEN
  }

  static Verdict of(Aim aim, List<Measurement> measured) {
    Measurement subject = find(measured, aim, aim.subject());
    OptionalDouble median = value(aim, measured);
    boolean isComplete = subject != null && median.isPresent();
    if (!isComplete) return new Verdict(aim, Outcome.OPEN, sentence(aim, "") + ": not measured");

    double value = median.getAsDouble();
    String shown =
        aim.against() == null ? Figures.text(value, subject.unit()) : Figures.ratio(value);
    Outcome outcome =
        aim.isKeptBy(value)
            ? Outcome.MET
            : aim.isKeptBy(best(aim, measured)) ? Outcome.EQUAL : Outcome.MISSED;
    String word =
        switch (outcome) {
          case MET -> "met";
          case EQUAL -> "missed by less than the rounds differ";
          default -> "**missed**";
        };
    return new Verdict(
        aim, outcome, sentence(aim, subject.unit()) + ": " + word + " (" + shown + ")");
  }

  /** What the rounds leave possible at best, a figure or a ratio. */
  private static double best(Aim aim, List<Measurement> measured) {
    boolean isLessBetter = aim.bound() == Bound.AT_MOST;
    Measurement subject = Objects.requireNonNull(find(measured, aim, aim.subject()));
    double of = isLessBetter ? subject.low() : subject.high();
    if (aim.against() == null) return of;
    Measurement against = Objects.requireNonNull(find(measured, aim, aim.against()));
    return of / (isLessBetter ? against.high() : against.low());
  }

  /** What the aim bounds, a median or a ratio of two; empty when one was not measured. */
  static OptionalDouble value(Aim aim, List<Measurement> measured) {
    Measurement subject = find(measured, aim, aim.subject());
    if (subject == null) return OptionalDouble.empty();
    if (aim.against() == null) return OptionalDouble.of(subject.median());
    Measurement against = find(measured, aim, aim.against());
    if (against == null) return OptionalDouble.empty();
    return OptionalDouble.of(subject.median() / against.median());
  }

  private static String sentence(Aim aim, String unit) {
    String side = aim.bound() == Bound.AT_MOST ? "at most " : "at least ";
    String bound =
        aim.against() == null
            ? Figures.bound(aim.figure()) + (unit.isEmpty() ? "" : " " + Figures.unit(unit))
            : Figures.bound(aim.figure()) + " x " + aim.against();
    return aim.metric() + ", " + aim.subject() + ": " + side + bound;
  }

  private static @Nullable Measurement find(List<Measurement> measured, Aim aim, String subject) {
    for (Measurement measurement : measured) {
      boolean isIt =
          measurement.table().equals(aim.table())
              && measurement.subject().equals(subject)
              && measurement.metric().equals(aim.metric());
      if (isIt) return measurement;
    }
    return null;
  }
}
