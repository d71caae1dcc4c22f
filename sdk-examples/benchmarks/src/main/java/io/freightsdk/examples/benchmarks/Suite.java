package io.freightsdk.examples.benchmarks;

import io.freightsdk.examples.benchmarks.report.Measurements;
import java.nio.file.Path;

/**
 * One group of measurements that belong side by side. It runs in a JVM of its own, and may start
 * more of them; whatever it starts has ended when it returns.
 */
public interface Suite {
  /** Name on the command line, such as {@code codec}. */
  String name();

  /**
   * Measures.
   *
   * @param workFolder for files that are needed for the time of the run
   */
  void run(Measurements measurements, Path workFolder) throws Exception;
}
