package io.freightsdk.examples.benchmarks.report;

import org.jspecify.annotations.Nullable;

/** One table of the page: what stands side by side in it, and how it was measured. */
public sealed interface Table permits Table.Comparison, Table.Growth {

  /** The name under which its measurements are kept, such as {@code decode}. */
  String name();

  /** Its heading on the page. */
  String title();

  /** What was compared and how, in Markdown; no figure that was measured. */
  String text();

  /**
   * Subjects side by side.
   *
   * @param ours the subject to whose figures the others are put in ratio; null when its subjects
   *     are different things
   * @param floor the subject that nothing can beat; null when there is none
   */
  record Comparison(
      String name, String title, String text, @Nullable String ours, @Nullable String floor)
      implements Table {}

  /**
   * One cost at growing sizes, with a plot for each of its metrics.
   *
   * @param size what grows, such as {@code loads}
   */
  record Growth(String name, String title, String text, String size) implements Table {}
}
