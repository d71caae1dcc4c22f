package io.freightsdk.internal.agent;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What remains of a text when the ways of writing it are taken away. */
final class Folding {
  // Letters of other alphabets that look like a Latin one, in lower case.
  private static final String DRAWN_LIKE =
      "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7";
  private static final String LATIN = "abekmhopctyxijsabezhiknoptyx";

  private Folding() {}

  /**
   * A reference without case, width, look-alike letters, punctuation and leading zeros: {@code
   * P.O.#077}, {@code po77} and full-width letters are one; {@code 1-11} and {@code 11-1} are two.
   */
  static String reference(String customerRef) {
    String plain = Normalizer.normalize(customerRef, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    StringBuilder folded = new StringBuilder();
    boolean apart = false;
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      int drawn = DRAWN_LIKE.indexOf(c);
      if (drawn >= 0) c = LATIN.charAt(drawn);
      boolean digit = Character.isDigit(c);
      if (!digit && !Character.isLetter(c) && !Character.isSurrogate(c)) {
        apart = true;
        continue;
      }
      boolean afterDigit =
          folded.length() > 0 && Character.isDigit(folded.charAt(folded.length() - 1));
      boolean begins = digit && (apart || !afterDigit);
      if (begins) {
        int end = i;
        while (c == '0' && end + 1 < plain.length() && Character.isDigit(plain.charAt(end + 1))) {
          c = plain.charAt(++end);
        }
        i = end;
        // Two numbers stay two.
        if (afterDigit) folded.append('-');
      }
      folded.append(c);
      apart = false;
    }
    // A reference of punctuation only is itself.
    return folded.length() == 0 ? plain : folded.toString();
  }

  /** Who drives from where to where: the driver's digits and the two ZIP codes. */
  static String load(Map<String, Object> arguments) {
    List<?> pickups = (List<?>) arguments.getOrDefault("pickups", List.of());
    List<?> deliveries = (List<?>) arguments.getOrDefault("deliveries", List.of());
    String phone = String.valueOf(arguments.get("driverPhone")).replaceAll("[^0-9]", "");
    return phone
        + " "
        + zip(pickups.isEmpty() ? null : pickups.get(0))
        + " "
        + zip(deliveries.isEmpty() ? null : deliveries.get(deliveries.size() - 1));
  }

  private static String zip(@Nullable Object stop) {
    String zip = stop instanceof Map<?, ?> at ? String.valueOf(at.get("zip")) : "";
    return zip.substring(0, Math.min(5, zip.length()));
  }
}
