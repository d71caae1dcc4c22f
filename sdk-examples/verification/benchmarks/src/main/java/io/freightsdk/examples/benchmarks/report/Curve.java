package io.freightsdk.examples.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One subject's metric at growing sizes, smallest first. */
record Curve(String subject, String metric, String unit, List<Measurement> points) {

  /** The curves of these measurements, in the order in which each was begun. */
  static List<Curve> of(List<Measurement> measured) {
    Map<List<String>, List<Measurement>> points = new LinkedHashMap<>();
    for (Measurement point : measured) {
      points
          .computeIfAbsent(List.of(point.subject(), point.metric()), key -> new ArrayList<>())
          .add(point);
    }
    List<Curve> curves = new ArrayList<>();
    points.forEach((key, list) -> curves.add(of(key.get(0), key.get(1), list)));
    return curves;
  }

  private static Curve of(String subject, String metric, List<Measurement> points) {
    List<Measurement> sorted =
        points.stream().sorted((a, b) -> Long.compare(a.x(), b.x())).toList();
    return new Curve(subject, metric, points.get(0).unit(), sorted);
  }
}
