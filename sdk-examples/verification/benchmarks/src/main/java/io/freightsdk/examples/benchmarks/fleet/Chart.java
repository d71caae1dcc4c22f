package io.freightsdk.examples.benchmarks.fleet;

import java.util.List;
import java.util.Locale;

/** What was measured as an SVG: what it costs to the right, the delay upwards, both logarithmic. */
final class Chart {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 420;
  private static final int LEFT = 70;
  private static final int RIGHT = 190;
  private static final int TOP = 50;
  private static final int BOTTOM = 60;

  /** A title, and the values of its lines, of which the outer ones are its ends. */
  record Axis(String title, List<Integer> lines) {}

  /**
   * One figure.
   *
   * @param upTo where a bar above it ends; the delay itself for no bar
   */
  record Point(double cost, double delay, double upTo) {}

  /**
   * Points that a line joins.
   *
   * @param labelBelow how far its name stands below its last point
   */
  record Series(String name, String color, int labelBelow, List<Point> points) {}

  private final StringBuilder svg = new StringBuilder();
  private final Axis costs;
  private final Axis delays;

  private Chart(Axis costs, Axis delays) {
    this.costs = costs;
    this.delays = delays;
  }

  static String of(String title, Axis costs, Axis delays, List<Series> all) {
    Chart chart = new Chart(costs, delays);
    chart.frame(title);
    all.forEach(chart::series);
    return chart.svg.append("</svg>\n").toString();
  }

  private void frame(String title) {
    line(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\" aria-label=\"%s\">",
        WIDTH, HEIGHT, title);
    line("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, HEIGHT);
    line("<text x=\"%d\" y=\"26\" font-size=\"16\" fill=\"#1b1f24\">%s</text>", LEFT, title);
    for (int cost : costs.lines) {
      gridline(x(cost), TOP, x(cost), HEIGHT - BOTTOM);
      label(x(cost), HEIGHT - BOTTOM + 20, "middle", format(cost));
    }
    for (int delay : delays.lines) {
      gridline(LEFT, y(delay), WIDTH - RIGHT, y(delay));
      label(LEFT - 8, y(delay) + 4, "end", format(delay));
    }
    label((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 16, "middle", costs.title);
    line(
        "<text transform=\"translate(20 %d) rotate(-90)\" text-anchor=\"middle\" fill=\"#57606a\">%s</text>",
        (TOP + HEIGHT - BOTTOM) / 2, delays.title);
  }

  private void series(Series series) {
    StringBuilder path = new StringBuilder();
    double x = 0;
    double y = 0;
    for (Point point : series.points) {
      x = x(point.cost);
      y = y(point.delay);
      path.append(String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x, y));
      line("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\"/>", x, y, series.color);
      boolean hasBar = point.upTo > point.delay;
      if (hasBar) {
        String bar = String.format(Locale.ROOT, "M%.1f %.1fV%.1fm-6 0h12", x, y, y(point.upTo));
        stroke(bar, series.color);
      }
    }
    stroke(path.toString(), series.color);
    line(
        "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\">%s</text>",
        x + 10, y + series.labelBelow, series.color, series.name);
  }

  private void stroke(String path, String color) {
    line("<path d=\"%s\" stroke=\"%s\" stroke-width=\"2\" fill=\"none\"/>", path, color);
  }

  private void gridline(double x1, double y1, double x2, double y2) {
    line(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#d8dee4\"/>",
        x1, y1, x2, y2);
  }

  private void label(double x, double y, String anchor, String text) {
    line(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#57606a\">%s</text>",
        x, y, anchor, text);
  }

  private void line(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private double x(double cost) {
    return LEFT + (WIDTH - LEFT - RIGHT) * position(cost, costs.lines);
  }

  private double y(double delay) {
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * position(delay, delays.lines);
  }

  private static double position(double value, List<Integer> lines) {
    double low = Math.log(lines.get(0));
    double high = Math.log(lines.get(lines.size() - 1));
    double position = (Math.log(Math.max(value, lines.get(0))) - low) / (high - low);
    return Math.min(1, position);
  }

  private static String format(int value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
