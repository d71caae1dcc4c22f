package io.freightsdk.internal.agent.tools;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Normalizes the reference of an order, so that all spellings of a model are one order, and states
 * the problem with a reference that is not one.
 */
final class ReferenceNormalizer {
  /**
   * Shorter than the part of a reference that a ledger stores, so two references cannot be mixed
   * up.
   */
  private static final int MAX_LENGTH = 200;

  /** Spaces, all dashes, and the characters that people write instead of them. */
  private static final Pattern SEPARATORS = Pattern.compile("[\\s\\p{Z}\\p{Pd}._/#:]+");

  private static final Pattern OUTER_HYPHENS = Pattern.compile("^-|-$");
  private static final Pattern LETTERS_AND_DIGITS = Pattern.compile("[\\p{L}\\p{M}\\p{N}-]*");

  /** Normalized texts that models and forms write instead of a missing reference. */
  private static final Set<String> PLACEHOLDERS =
      Set.of(
          "BLANK",
          "CUSTOMER-REF",
          "CUSTOMERREF",
          "EMPTY",
          "MISSING",
          "N-A",
          "NA",
          "NAN",
          "NIL",
          "NO-REFERENCE",
          "NONE",
          "NOT-APPLICABLE",
          "NOT-AVAILABLE",
          "NOT-KNOWN",
          "NOT-PROVIDED",
          "NOT-SPECIFIED",
          "NULL",
          "PLACEHOLDER",
          "STRING",
          "TBA",
          "TBD",
          "UNDEFINED",
          "UNKNOWN",
          "UNSPECIFIED");

  private ReferenceNormalizer() {}

  /**
   * Returns the reference in NFKC and capitals. Each run of spaces and {@code . _ - / # :} becomes
   * one hyphen, and none is left at either end. So {@code po 7731}, {@code PO#7731} and {@code
   * PO-7731} are one order, and {@code 1-11} and {@code 11-1} are two.
   */
  static String normalize(String written) {
    String text = Normalizer.normalize(written, Normalizer.Form.NFKC).toUpperCase(Locale.ROOT);
    // Capital letters may be decomposed again.
    String composed = Normalizer.normalize(text, Normalizer.Form.NFKC);
    return OUTER_HYPHENS.matcher(SEPARATORS.matcher(composed).replaceAll("-")).replaceAll("");
  }

  /** The problem with the argument {@code customerRef}, for a model; null for none. */
  static @Nullable String problem(String written) {
    String reference = normalize(written);
    if (reference.isEmpty()) {
      return "customerRef: expected the order's own reference such as PO-7731; ask the user for it";
    }
    if (!LETTERS_AND_DIGITS.matcher(reference).matches()) {
      return "customerRef: expected letters, digits, spaces and . _ - / # : only, such as PO-7731";
    }
    if (PLACEHOLDERS.contains(reference)) {
      return "customerRef: \""
          + reference
          + "\" is a placeholder, and all orders with it would be one order; ask the user for the"
          + " order's own reference such as PO-7731";
    }
    if (reference.length() <= MAX_LENGTH) return null;
    return "customerRef: expected at most "
        + MAX_LENGTH
        + " characters; send the order's own number, such as PO-7731, and not its description";
  }
}
