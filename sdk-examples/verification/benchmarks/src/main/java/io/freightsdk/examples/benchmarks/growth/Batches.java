package io.freightsdk.examples.benchmarks.growth;

import io.freightsdk.examples.benchmarks.Usage;
import io.freightsdk.examples.benchmarks.report.Measurement;
import java.util.List;

/**
 * What one small step costs, found by running it often: one figure a round.
 *
 * @param micros from its begin to its end
 * @param processorMicros of all threads of this JVM
 * @param bytes allocated by all threads of this JVM
 */
record Batches(double[] micros, double[] processorMicros, double[] bytes) {
  static final String PROCESSOR = "processor";
  static final String ALLOCATED = "allocated";

  /** A step that may fail. */
  interface Step {
    void run(int index) throws Exception;
  }

  /** Runs a step; its indexes run on over the rounds. */
  static Batches of(int rounds, int steps, Step step) throws Exception {
    Batches batches = new Batches(new double[rounds], new double[rounds], new double[rounds]);
    for (int round = 0; round < rounds; round++) {
      Usage before = Usage.now();
      long begin = System.nanoTime();
      for (int i = 0; i < steps; i++) step.run(round * steps + i);
      batches.micros[round] = (System.nanoTime() - begin) / 1e3 / steps;
      Usage after = Usage.now();
      batches.processorMicros[round] = after.threadMicrosSince(before) / steps;
      batches.bytes[round] = (double) after.bytesSince(before) / steps;
    }
    return batches;
  }

  /** These figures as points of curves at this size. */
  List<Measurement> at(long size, String table, String subject) {
    return List.of(
        Measurement.at(size, table, subject, "time", "us", micros),
        Measurement.at(size, table, subject, PROCESSOR, "us", processorMicros),
        Measurement.at(size, table, subject, ALLOCATED, "B", bytes));
  }
}
