package io.freightsdk.examples.benchmarks.growth;

/** Times one small step by running it often. */
final class Batches {
  private Batches() {}

  /** A step that may fail. */
  interface Step {
    void run(int index) throws Exception;
  }

  /** Microseconds of a step, one figure a round; its indexes run on over the rounds. */
  static double[] micros(int rounds, int steps, Step step) throws Exception {
    double[] micros = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      long begin = System.nanoTime();
      for (int i = 0; i < steps; i++) step.run(round * steps + i);
      micros[round] = (System.nanoTime() - begin) / 1e3 / steps;
    }
    return micros;
  }
}
