package io.freightsdk.internal.agent.tools;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The reference of an order in the one spelling that is sent, whichever a model has written. */
final class Reference {
  /** Less than a ledger keeps of a reference, so none is taken for the beginning of another. */
  private static final int MAX_LENGTH = 200;

  /** Blanks, all dashes and what people write in their place. */
  private static final Pattern SEPARATORS = Pattern.compile("[\\s\\p{Z}\\p{Pd}._/#:]+");

  private static final Pattern OUTER_HYPHENS = Pattern.compile("^-|-$");
  private static final Pattern LETTERS_AND_DIGITS = Pattern.compile("[\\p{L}\\p{M}\\p{N}-]*");

  private Reference() {}

  /**
   * In capitals and by NFKC, each run of blanks and {@code . _ - / # :} as one hyphen, and none at
   * either end: {@code po 7731}, {@code PO#7731} and {@code PO-7731} are one. Nothing vanishes
   * between digits: {@code 1-11} and {@code 11-1} are two.
   */
  static String normalize(String written) {
    String text = Normalizer.normalize(written, Normalizer.Form.NFKC).toUpperCase(Locale.ROOT);
    // Capitals of composed letters may be decomposed.
    String composed = Normalizer.normalize(text, Normalizer.Form.NFKC);
    return OUTER_HYPHENS.matcher(SEPARATORS.matcher(composed).replaceAll("-")).replaceAll("");
  }

  /** What is wrong with the argument {@code customerRef}, for a model; null for nothing. */
  static @Nullable String problem(String written) {
    String problem = formatProblem(normalize(written));
    return problem == null ? null : "customerRef: " + problem;
  }

  private static @Nullable String formatProblem(String reference) {
    if (reference.isEmpty()) return "expected the order's own reference such as PO-7731";
    if (!LETTERS_AND_DIGITS.matcher(reference).matches()) {
      return "expected letters, digits, spaces and . _ - / # : only, such as PO-7731";
    }
    if (reference.length() <= MAX_LENGTH) return null;
    return "expected at most "
        + MAX_LENGTH
        + " characters; send the order's own number, such as PO-7731, and not its description";
  }
}
