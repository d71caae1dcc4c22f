package io.freightsdk.examples.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sentence of a page that shows figures of this run. It stands between {@code <!-- measured -->}
 * and {@code <!-- /measured -->}, and is written again by each run that has all of its figures.
 */
public final class Sentence {
  private static final Pattern PLACE =
      Pattern.compile("(<!-- measured -->\n).*?(\n<!-- /measured -->)", Pattern.DOTALL);
  private static final Pattern FIGURE = Pattern.compile("\\{([^}]*)}");

  private final String text;
  private final List<Aim> figures;

  /**
   * A sentence.
   *
   * @param text with {@code {}} where a figure stands
   * @param figures what stands there, in this order: medians, or their ratios to those of a peer;
   *     the bound of these aims does not count
   */
  public Sentence(String text, Aim... figures) {
    this.text = text;
    this.figures = List.of(figures);
  }

  /** The sentence; empty when one of its figures was not measured. */
  Optional<String> of(List<Measurement> measured) {
    StringBuilder sentence = new StringBuilder();
    Matcher place = FIGURE.matcher(text);
    for (Aim figure : figures) {
      OptionalDouble value = Verdict.value(figure, measured);
      if (value.isEmpty() || !place.find()) return Optional.empty();
      place.appendReplacement(sentence, Figures.text(value.getAsDouble()));
    }
    return Optional.of(place.appendTail(sentence).toString());
  }

  /** Looks for each of its figures. */
  void look(String place, FigureNames names) {
    for (Aim figure : figures) names.look(place, figure);
  }

  /** Puts it into the page, if this run measured all of it. */
  void write(Path page, List<Measurement> measured) throws IOException {
    Optional<String> sentence = of(measured);
    if (sentence.isEmpty() || !Files.exists(page)) return;
    String before = Files.readString(page);
    Matcher place = PLACE.matcher(before);
    if (!place.find()) throw new IOException(page + " has no place for a measured sentence");
    String after = place.replaceFirst("$1" + Matcher.quoteReplacement(sentence.get()) + "$2");
    Files.writeString(page, after);
  }
}
