package io.freightsdk.examples.benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Curves of growth as an SVG: size to the right, cost upwards, both logarithmic. Each curve differs
 * by colour and by mark; colours follow the reader's light or dark scheme; title and description
 * tell the same in words.
 */
final class Plot {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 400;
  private static final int LEFT = 80;
  private static final int RIGHT = 40;
  private static final int TOP = 72;
  private static final int BOTTOM = 56;
  private static final String[] MARKS = {
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0",
    "M-5 -5h10v10h-10z",
    "M0 -6l6 11h-12z",
    "M0 -6l6 6l-6 6l-6 -6z"
  };

  private final StringBuilder svg = new StringBuilder();
  private final List<Curve> curves;
  private final LogAxis across;
  private final LogAxis up;

  private Plot(List<Curve> curves) {
    this.curves = curves;
    this.across = axis(curves, Measurement::x);
    this.up = axis(curves, Measurement::median);
  }

  /** The plot of curves with one unit; points that are not above 0 have no place on it. */
  static String of(String title, String size, List<Curve> curves) {
    Plot plot = new Plot(curves);
    String unit = curves.get(0).unit();
    String cost = curves.get(0).metric() + (unit.isEmpty() ? "" : " (" + Figures.unit(unit) + ")");
    plot.head(title, cost + " by " + size + ". " + words(curves));
    plot.grid(size, cost);
    for (int i = 0; i < curves.size(); i++) plot.curve(i);
    return plot.svg.append("</svg>\n").toString();
  }

  /** The curves in words, for those who cannot see them. */
  static String words(List<Curve> curves) {
    StringBuilder words = new StringBuilder();
    for (Curve curve : curves) {
      words.append(curve.subject()).append(':');
      String comma = " ";
      for (Measurement point : curve.points()) {
        words.append(comma).append(Figures.text(point.median(), point.unit()));
        words.append(" at ").append(whole(point.x()));
        comma = "; ";
      }
      words.append(". ");
    }
    return words.toString().strip();
  }

  private void head(String title, String description) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"t d\" font-family=\"sans-serif\" font-size=\"13\">",
        WIDTH, HEIGHT);
    add("<title id=\"t\">%s</title>", escaped(title));
    add("<desc id=\"d\">%s</desc>", escaped(description));
    svg.append(
        """
        <style>
        .paper{fill:#ffffff}.ink{fill:#1f2328}.soft{fill:#57606a}.grid{stroke:#d8dee4}
        .c0{--c:#0969da}.c1{--c:#bc4c00}.c2{--c:#1a7f37}.c3{--c:#8250df}
        .line{fill:none;stroke:var(--c);stroke-width:2}.mark{fill:var(--c)}
        @media(prefers-color-scheme:dark){
        .paper{fill:#0d1117}.ink{fill:#e6edf3}.soft{fill:#9198a1}.grid{stroke:#30363d}
        .c0{--c:#58a6ff}.c1{--c:#f0883e}.c2{--c:#3fb950}.c3{--c:#bc8cff}}
        </style>
        """);
    add("<rect class=\"paper\" width=\"%d\" height=\"%d\"/>", WIDTH, HEIGHT);
    add("<text class=\"ink\" x=\"%d\" y=\"26\" font-size=\"16\">%s</text>", LEFT, escaped(title));
  }

  private void grid(String size, String cost) {
    for (double tick : across.ticks()) {
      double x = x(tick);
      add(
          "<line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>",
          x, TOP, x, HEIGHT - BOTTOM);
      label(x, HEIGHT - BOTTOM + 20, "middle", tick(tick));
    }
    for (double tick : up.ticks()) {
      double y = y(tick);
      add(
          "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>",
          LEFT, y, WIDTH - RIGHT, y);
      label(LEFT - 8, y + 4, "end", tick(tick));
    }
    label((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14, "middle", size);
    add(
        "<text class=\"soft\" transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>",
        (TOP + HEIGHT - BOTTOM) / 2, escaped(cost));
  }

  private void curve(int index) {
    Curve curve = curves.get(index);
    List<Measurement> points = curve.points().stream().filter(Plot::isPlottable).toList();
    add("<g class=\"c%d\">", index % MARKS.length);
    StringBuilder path = new StringBuilder();
    for (Measurement point : points) {
      String place = String.format(Locale.ROOT, "%.1f %.1f", x(point.x()), y(point.median()));
      path.append(path.isEmpty() ? "M" : "L").append(place);
    }
    add("<path class=\"line\" d=\"%s\"/>", path);
    for (Measurement point : points) mark(index, x(point.x()), y(point.median()));
    double legend = LEFT + index * (WIDTH - LEFT - RIGHT) / (double) curves.size();
    mark(index, legend + 6, 48);
    add(
        "<text class=\"ink\" x=\"%.1f\" y=\"52\">%s</text></g>",
        legend + 18, escaped(curve.subject()));
  }

  private void mark(int index, double x, double y) {
    add(
        "<path class=\"mark\" transform=\"translate(%.1f %.1f)\" d=\"%s\"/>",
        x, y, MARKS[index % MARKS.length]);
  }

  private void label(double x, double y, String anchor, String text) {
    add(
        "<text class=\"soft\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
        x, y, anchor, escaped(text));
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private double x(double value) {
    return LEFT + (WIDTH - LEFT - RIGHT) * across.position(value);
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * up.position(value);
  }

  private static LogAxis axis(List<Curve> curves, ToDoubleFunction<Measurement> value) {
    double least = points(curves).mapToDouble(value).min().orElse(1);
    double greatest = points(curves).mapToDouble(value).max().orElse(10);
    return LogAxis.around(least, greatest);
  }

  private static Stream<Measurement> points(List<Curve> curves) {
    return curves.stream().flatMap(curve -> curve.points().stream()).filter(Plot::isPlottable);
  }

  private static boolean isPlottable(Measurement point) {
    return point.x() > 0 && point.median() > 0;
  }

  private static String tick(double value) {
    return value >= 1 ? whole(Math.round(value)) : Figures.bound(value);
  }

  private static String whole(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
