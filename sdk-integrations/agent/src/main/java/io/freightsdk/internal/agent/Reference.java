package io.freightsdk.internal.agent;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The reference of an order in the one spelling that is sent, whichever a model has written. */
final class Reference {
  /** Less than a ledger keeps of a reference, so none is taken for the beginning of another. */
  private static final int LONGEST = 200;

  /**
   * Blanks and punctuation; and the symbols that look or serve like punctuation, which models put
   * in its place: quotes, angle brackets, bars, dashes, slashes and the number sign.
   */
  private static final Pattern APART =
      Pattern.compile("[\\p{Z}\\p{C}\\p{P}`\\u00B4<>|~\\u02D7\\u2044\\u2116\\u2212\\u2215]+");

  private static final Pattern LETTER_OR_DIGIT = Pattern.compile("[\\p{L}\\p{N}]");

  private Reference() {}

  /**
   * In capitals, each run of blanks and punctuation as one hyphen, and none at either end: {@code
   * po 7731}, {@code PO#7731} and {@code PO-7731} are one. Everything else stays: {@code 1-11} and
   * {@code 11-1} are two, and so are {@code PO-1} and {@code PO-1+}.
   *
   * @return empty if there is neither letter nor digit
   */
  static String of(String written) {
    // Composed again, because capitals of composed letters may be decomposed.
    String text = composed(composed(written).toUpperCase(Locale.ROOT));
    if (!LETTER_OR_DIGIT.matcher(text).find()) return "";
    String reference = APART.matcher(text).replaceAll("-");
    boolean isApartBefore = reference.startsWith("-");
    boolean isApartAfter = reference.endsWith("-");
    return reference.substring(isApartBefore ? 1 : 0, reference.length() - (isApartAfter ? 1 : 0));
  }

  /** Not by compatibility, which makes one order of {@code PO-12} and {@code PO-1\u00b2}. */
  private static String composed(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  /** What is wrong with a reference, for a model; null for nothing. */
  static @Nullable String problem(String written) {
    String reference = of(written);
    if (reference.isEmpty()) return "expected the order's own reference such as PO-7731";
    if (reference.length() <= LONGEST) return null;
    return "expected at most "
        + LONGEST
        + " characters; send the order's own number, such as PO-7731, and not its description";
  }
}
