package io.freightsdk.internal.agent;

import java.text.Normalizer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The reference of an order in the one spelling that is sent, whichever a model has written. */
final class Reference {
  /** Less than a ledger keeps of a reference, so none is taken for the beginning of another. */
  private static final int LONGEST = 200;

  private Reference() {}

  /**
   * In capitals, each run of blanks and punctuation as one hyphen, and none at either end: {@code
   * po 7731}, {@code PO#7731} and {@code PO-7731} are one. Nothing between two letters or digits
   * vanishes: {@code 1-11} and {@code 11-1} are two.
   *
   * @return empty if there is neither letter nor digit
   */
  static String of(String written) {
    String text = Normalizer.normalize(written, Normalizer.Form.NFC).toUpperCase(Locale.ROOT);
    StringBuilder reference = new StringBuilder();
    boolean isApart = false;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      if (!Character.isLetterOrDigit(point)) {
        isApart = true;
        continue;
      }
      if (isApart && reference.length() > 0) reference.append('-');
      isApart = false;
      reference.appendCodePoint(point);
    }
    return reference.toString();
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
