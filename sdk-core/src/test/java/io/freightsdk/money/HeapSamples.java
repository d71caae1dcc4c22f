package io.freightsdk.money;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What this JVM's heap holds after a collection, when 1, 25, 50 and 100 of 100 calls are under way.
 */
final class HeapSamples {
  /** One sample. */
  record Sample(int calls, long bytes) {}

  private final List<Integer> marks;
  private final List<Sample> samples = new ArrayList<>();

  HeapSamples(int calls) {
    this.marks = List.of(calls / 100, calls / 4, calls / 2, calls);
  }

  /** Takes a sample if the next mark is reached. */
  void reached(int calls) {
    if (samples.size() == marks.size() || calls < marks.get(samples.size())) return;
    samples.add(new Sample(calls, usedHeap()));
  }

  long growthBytes() {
    return samples.get(samples.size() - 1).bytes - samples.get(0).bytes;
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
