package io.freightsdk.examples.watchsimulation;

import io.freightsdk.examples.watchsimulation.Simulation.Result;
import java.util.Locale;

/** The result as an SVG: paid reads to the right, delay upwards, both logarithmic. */
final class ResultChart {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 420;
  private static final int LEFT = 70;
  private static final int RIGHT = 30;
  private static final int TOP = 50;
  private static final int BOTTOM = 60;
  private static final double[] READS = {10, 20, 50, 100, 200, 500, 1000};
  private static final double[] MINUTES = {1, 2, 5, 10, 20, 50, 100};

  private final StringBuilder svg = new StringBuilder();

  private ResultChart() {}

  static String of(Result result) {
    ResultChart chart = new ResultChart();
    chart.frame();
    result.plans().forEach(chart::plan);
    return chart.svg.append("</svg>\n").toString();
  }

  private void frame() {
    line(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\" aria-label=\"Detection delay against paid reads per load\">",
        WIDTH, HEIGHT);
    line("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, HEIGHT);
    line(
        "<text x=\"%d\" y=\"26\" font-size=\"16\" fill=\"#1b1f24\">Detection delay of a status change against paid reads per load</text>",
        LEFT);
    for (double reads : READS) {
      gridline(x(reads), TOP, x(reads), HEIGHT - BOTTOM);
      label(x(reads), HEIGHT - BOTTOM + 20, "middle", format(reads));
    }
    for (double minutes : MINUTES) {
      gridline(LEFT, y(minutes), WIDTH - RIGHT, y(minutes));
      label(LEFT - 8, y(minutes) + 4, "end", format(minutes));
    }
    label(LEFT + (WIDTH - LEFT - RIGHT) / 2.0, HEIGHT - 16, "middle", "paid reads per load");
    line(
        "<text transform=\"translate(20 %d) rotate(-90)\" text-anchor=\"middle\" fill=\"#57606a\">delay in minutes: mean (dot), 95th percentile (bar)</text>",
        (TOP + HEIGHT - BOTTOM) / 2);
  }

  private void plan(Measured plan) {
    boolean adaptive = plan.candidate().name().equals(Candidate.ADAPTIVE);
    String color = adaptive ? "#1a7f37" : "#6e7781";
    double x = x(plan.readsPerLoad());
    double mean = y(plan.meanDelayMinutes());
    double p95 = y(plan.p95DelayMinutes());
    line(
        "<path d=\"M%.1f %.1fV%.1fm-6 0h12\" stroke=\"%s\" stroke-width=\"2\" fill=\"none\"/>",
        x, mean, p95, color);
    line("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\" fill=\"%s\"/>", x, mean, color);
    line(
        "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\"%s>%s</text>",
        x + 12, mean + 4, color, adaptive ? " font-weight=\"bold\"" : "", plan.candidate().name());
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

  private static double x(double reads) {
    return LEFT + (WIDTH - LEFT - RIGHT) * position(reads, READS);
  }

  private static double y(double minutes) {
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * position(minutes, MINUTES);
  }

  private static double position(double value, double[] scale) {
    double low = Math.log(scale[0]);
    double high = Math.log(scale[scale.length - 1]);
    return Math.max(0, Math.min(1, (Math.log(value) - low) / (high - low)));
  }

  private static String format(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}
