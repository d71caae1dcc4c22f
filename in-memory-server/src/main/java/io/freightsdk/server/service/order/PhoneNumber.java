package io.freightsdk.server.service.order;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Converts a telephone number as people write it to E.164; without a country code it is a US
 * number.
 *
 * <p>Rules: an ambiguous number is refused, because a wrong number would send a driver's link to a
 * stranger.
 *
 * <ul>
 *   <li>+1 needs an area code and an exchange that start with 2 to 9; other countries 8 to 15
 *       digits after the plus.
 *   <li>Ten digits, or eleven that start with 1, are a US number; 011 is the US way to dial abroad.
 *   <li>A leading 00 is refused: it dials abroad elsewhere, and nothing in the US.
 *   <li>Extensions are refused: a text message does not reach one. So are letters, as in
 *       1-800-FLOWERS.
 *   <li>A trunk zero in brackets, as in +44 (0)20, is left out.
 * </ul>
 */
public final class PhoneNumber {
  private static final int MAX_LENGTH = 64;
  private static final Pattern TRUNK_ZERO = Pattern.compile("\\(\\s*0\\s*\\)");
  private static final Pattern SEPARATORS =
      Pattern.compile("[\\s\\u00a0\\u2007\\u202f().\\-/\\u2010-\\u2015\\u2212]");
  private static final String DIAL_ABROAD = "011";

  private PhoneNumber() {}

  /** The number in E.164, as in {@code +13125550142}; null when it is not a phone number. */
  public static @Nullable String toE164(String written) {
    if (written.length() > MAX_LENGTH) return null;
    String bare = isBare(written) ? written : withoutSeparators(written.trim());
    boolean international = bare.startsWith("+");
    boolean dialled = bare.startsWith(DIAL_ABROAD);
    String whole =
        international
            ? bare
            : dialled
                ? "+" + bare.substring(DIAL_ABROAD.length())
                : bare.length() == 10 ? "+1" + bare : "+" + bare;
    boolean isValid = isNorth(whole) || ((international || dialled) && isAbroad(whole));
    return isValid ? whole : null;
  }

  /** Most numbers are already in E.164, which needs no pattern. */
  private static boolean isBare(String written) {
    return areDigits(written, written.startsWith("+") ? 1 : 0, written.length());
  }

  static boolean areDigits(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') return false;
    }
    return true;
  }

  private static String withoutSeparators(String written) {
    return SEPARATORS.matcher(withoutTrunkZero(written)).replaceAll("");
  }

  private static String withoutTrunkZero(String written) {
    boolean international = written.startsWith("+") || written.startsWith(DIAL_ABROAD);
    return international ? TRUNK_ZERO.matcher(written).replaceFirst("") : written;
  }

  private static boolean isAbroad(String whole) {
    int length = whole.length();
    return length >= 9 && length <= 16 && whole.charAt(1) >= '2' && areDigits(whole, 1, length);
  }

  private static boolean isNorth(String whole) {
    return whole.length() == 12
        && whole.charAt(1) == '1'
        && whole.charAt(2) >= '2'
        && whole.charAt(5) >= '2'
        && areDigits(whole, 1, 12);
  }
}
