package io.freightsdk.internal.agent;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The reference of an order in the one spelling that is sent, whichever a model has written. */
final class Reference {
  /** Less than a ledger keeps of a reference, so none is taken for the beginning of another. */
  private static final int LONGEST = 200;

  private static final Pattern APART = Pattern.compile("[\\p{Z}\\p{C}\\p{P}]+");
  private static final Pattern SYMBOL = Pattern.compile("\\p{S}");

  /** Symbols that look or serve like punctuation, which models put in its place. */
  private static final Pattern LIKE_PUNCTUATION =
      Pattern.compile(
          "["
              // Quotes and accents.
              + "`\\u00B4\\u02DD\\u02F4-\\u02F6\\u275B-\\u2760\\x{1F676}-\\x{1F678}"
              // Brackets and their pieces.
              + "<>\\u226A\\u226B\\u239B-\\u23AD\\u23B0\\u23B1\\u23B4-\\u23B6\\u23DC-\\u23E1"
              // Dashes and tildes.
              + "~\\u02D7\\u02DC\\u02F7\\u2052\\u2212\\u223C\\u223D\\u2242\\u224B\\u23AF\\u2796"
              // Slashes.
              + "\\u2044\\u2215\\u2216\\u27CB\\u27CD\\u29F5\\u29F8\\u29F9\\u2AFB\\u2AFD"
              + "\\x{1F67C}\\x{1F67D}"
              // Bars.
              + "|\\u00A6\\u2223\\u2225\\u23D0\\u23F8\\u2758-\\u275A\\u2980\\u2AFC\\u2AFE\\u2AFF"
              + "\\p{InBoxDrawing}"
              // Colons, dots and the number sign.
              + "\\u02F8\\u2236\\u2982\\uA789\\u2219\\u22C5\\u2116\\u266F]");

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
    String plain = SYMBOL.matcher(text).replaceAll(symbol -> plain(symbol.group()));
    String reference = APART.matcher(plain).replaceAll("-");
    boolean isApartBefore = reference.startsWith("-");
    boolean isApartAfter = reference.endsWith("-");
    return reference.substring(isApartBefore ? 1 : 0, reference.length() - (isApartAfter ? 1 : 0));
  }

  /** A hyphen for what is like punctuation, also in a full-width or raised form. */
  private static String plain(String symbol) {
    String narrow = Normalizer.normalize(symbol, Normalizer.Form.NFKC);
    boolean isLikePunctuation =
        LIKE_PUNCTUATION.matcher(symbol).matches() || LIKE_PUNCTUATION.matcher(narrow).matches();
    return isLikePunctuation ? "-" : Matcher.quoteReplacement(symbol);
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
