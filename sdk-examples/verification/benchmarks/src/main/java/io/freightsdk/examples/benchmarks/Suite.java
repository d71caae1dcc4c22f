package io.freightsdk.examples.benchmarks;

import io.freightsdk.examples.benchmarks.report.Aim;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Peer;
import io.freightsdk.examples.benchmarks.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A group of measurements that belong together. It runs in a JVM of its own, and may start more of
 * them; whatever it starts has ended when it returns.
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

  /** Its tables, in the order of the page. A table that is measured and not named here fails. */
  default List<Table> tables() {
    return List.of();
  }

  /** The bounds that its figures should keep. One that names a figure it does not have fails. */
  default List<Aim> aims() {
    return List.of();
  }

  /** Subjects that it leaves out where the machine lacks them, such as a database. */
  default Set<String> optionalSubjects() {
    return Set.of();
  }

  /** What this machine lacks for all of its measurements, in words. */
  default List<String> missing() throws IOException {
    return List.of();
  }

  /** The versions of what it measures. */
  default List<Peer> peers() {
    return List.of();
  }
}
