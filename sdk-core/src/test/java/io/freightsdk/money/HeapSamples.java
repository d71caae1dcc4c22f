package io.freightsdk.money;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What this JVM's heap holds after a collection, at the end of each part of a long run. */
final class HeapSamples {
  /** One sample, after so many calls. */
  record Sample(int calls, long bytes) {}

  private final List<Sample> samples = new ArrayList<>();

  void take(int calls) {
    samples.add(new Sample(calls, usedHeap()));
  }

  /** By how much the last quarter's mean is above that of the quarter before it. */
  long growthBytes() {
    int quarter = samples.size() / 4;
    if (quarter == 0) throw new IllegalStateException("too few samples: " + text());
    int last = samples.size() - quarter;
    return mean(samples.subList(last, samples.size()))
        - mean(samples.subList(last - quarter, last));
  }

  private static long mean(List<Sample> samples) {
    return (long) samples.stream().mapToLong(Sample::bytes).average().orElseThrow();
  }

  String text() {
    return samples.stream()
        .map(sample -> "%,9d calls: %,7d KB".formatted(sample.calls, sample.bytes >> 10))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  static long usedHeap() {
    for (int i = 0; i < 3; i++) System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
