package io.freightsdk.server.service.order;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.Phonenumber;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Converts a phone number in any notation to E.164. Without a country code, it is a US number.
 * libphonenumber reads it, with all kinds of digits, spaces, brackets, international prefixes and
 * trunk zeros.
 *
 * <p>The service then has its own rule, because tests use numbers that are not assigned. Numbers
 * with +1 need an area code and an exchange that begin with 2 to 9. Numbers of other countries need
 * 8 to 15 digits. Extensions are refused, because they receive no text messages. Letters, as in
 * 1-800-FLOWERS, are refused, because they are usually typing errors: a wrong number would send a
 * driver's link to a stranger.
 */
public final class PhoneNumber {
  private static final int MAX_LENGTH = 64;
  private static final String DEFAULT_REGION = "US";
  private static final Pattern NORTH_AMERICA = Pattern.compile("\\+1[2-9]\\d{2}[2-9]\\d{6}");
  private static final Pattern OTHER_COUNTRIES = Pattern.compile("\\+[2-9]\\d{7,14}");

  private PhoneNumber() {}

  /** The number in E.164, such as {@code +13125550142}; null if it is not a phone number. */
  public static @Nullable String toE164(String written) {
    // Most numbers already have this form, so the library need not be loaded.
    if (NORTH_AMERICA.matcher(written).matches()) return written;
    boolean isLegible = written.length() <= MAX_LENGTH && !hasLetter(written);
    return isLegible ? LibPhoneNumber.toE164(written) : null;
  }

  private static boolean hasLetter(String written) {
    return written.chars().anyMatch(Character::isLetter);
  }

  /** Loads the library for the first number that needs it. */
  private static final class LibPhoneNumber {
    private static final PhoneNumberUtil NUMBERS = PhoneNumberUtil.getInstance();

    static @Nullable String toE164(String written) {
      try {
        Phonenumber.PhoneNumber number = NUMBERS.parse(written, DEFAULT_REGION);
        if (number.hasExtension()) return null;
        String e164 = NUMBERS.format(number, PhoneNumberFormat.E164);
        boolean isValid =
            NORTH_AMERICA.matcher(e164).matches() || OTHER_COUNTRIES.matcher(e164).matches();
        return isValid ? e164 : null;
      } catch (NumberParseException notANumber) {
        return null;
      }
    }
  }
}
