package io.freightsdk.examples.watchsimulation;

import io.freightsdk.examples.watchsimulation.FleetReplay.Outcome;
import io.freightsdk.examples.watchsimulation.FleetSimulation.Row;
import java.util.List;
import java.util.Locale;

/** The measurements of a fleet as an SVG: budget to the right, mean delay upwards, logarithmic. */
final class FleetChart {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 420;
  private static final int LEFT = 70;
  private static final int RIGHT = 190;
  private static final int TOP = 50;
  private static final int BOTTOM = 60;
  private static final double[] USD = {2, 5, 10, 20};
  private static final double[] MINUTES = {1, 3, 10, 30, 100, 300, 1000, 3000, 10000};

  private final StringBuilder svg = new StringBuilder();

  private FleetChart() {}

  static String of(List<Row> rows) {
    FleetChart chart = new FleetChart();
    chart.frame();
    chart.strategy(rows, FleetSimulation.EVEN, "#6e7781");
    chart.strategy(rows, FleetSimulation.SHARES, "#bc4c00");
    chart.strategy(rows, FleetSimulation.FLEET, "#1a7f37");
    chart.strategy(rows, FleetSimulation.ORACLE, "#0969da");
    return chart.svg.append("</svg>\n").toString();
  }

  private void frame() {
    line(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\" aria-label=\"Mean delay of arrivals and departures against the budget of a fleet\">",
        WIDTH, HEIGHT);
    line("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, HEIGHT);
    line(
        "<text x=\"%d\" y=\"26\" font-size=\"16\" fill=\"#1b1f24\">How late arrivals and departures are noticed in a fleet of 200</text>",
        LEFT);
    for (double usd : USD) {
      gridline(x(usd), TOP, x(usd), HEIGHT - BOTTOM);
      label(x(usd), HEIGHT - BOTTOM + 20, "middle", String.format(Locale.ROOT, "%.0f", usd));
    }
    for (double minutes : MINUTES) {
      gridline(LEFT, y(minutes), WIDTH - RIGHT, y(minutes));
      label(LEFT - 8, y(minutes) + 4, "end", String.format(Locale.ROOT, "%,.0f", minutes));
    }
    label((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 16, "middle", "budget in USD a day");
    line(
        "<text transform=\"translate(20 %d) rotate(-90)\" text-anchor=\"middle\" fill=\"#57606a\">mean delay in minutes</text>",
        (TOP + HEIGHT - BOTTOM) / 2);
  }

  private void strategy(List<Row> rows, String name, String color) {
    StringBuilder path = new StringBuilder();
    double labelY = 0;
    for (Row row : rows) {
      if (row.strategy().equals(name)) {
        double y = y(Outcome.mean(row.outcome().visits()));
        path.append(path.length() == 0 ? "M" : "L");
        path.append(String.format(Locale.ROOT, "%.1f %.1f", x(row.usdADay()), y));
        line("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\"/>", x(row.usdADay()), y, color);
        labelY = y;
      }
    }
    line("<path d=\"%s\" stroke=\"%s\" stroke-width=\"2\" fill=\"none\"/>", path, color);
    line(
        "<text x=\"%d\" y=\"%.1f\" fill=\"%s\">%s</text>",
        WIDTH - RIGHT + 10, labelY + (name.equals(FleetSimulation.EVEN) ? -4 : 8), color, name);
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

  private static double x(double usd) {
    return LEFT + (WIDTH - LEFT - RIGHT) * position(usd, USD);
  }

  private static double y(double minutes) {
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * position(Math.max(1, minutes), MINUTES);
  }

  private static double position(double value, double[] scale) {
    double low = Math.log(scale[0]);
    double high = Math.log(scale[scale.length - 1]);
    return Math.max(0, Math.min(1, (Math.log(value) - low) / (high - low)));
  }
}
