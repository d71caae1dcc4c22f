package io.freightsdk.examples.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** The rounds of several subjects that take turns, kept apart by subject. */
public final class Rounds {
  private final Map<String, List<Double>> values = new LinkedHashMap<>();

  public void add(String subject, double value) {
    values.computeIfAbsent(subject, key -> new ArrayList<>()).add(value);
  }

  public void forEach(BiConsumer<String, double[]> action) {
    values.forEach(
        (subject, list) ->
            action.accept(subject, list.stream().mapToDouble(Double::doubleValue).toArray()));
  }
}
