package io.freightsdk.server.service.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.Phonenumber;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PhoneNumberTest {
  private static final PhoneNumberUtil ORACLE = PhoneNumberUtil.getInstance();

  static Stream<String> numbersOnWhichTheOracleAgrees() {
    return Stream.of(
        // One US number as people write it
        "+13125550142",
        "+1 312 555 0142",
        "+1 (312) 555-0142",
        "+1-312-555-0142",
        "+1.312.555.0142",
        "13125550142",
        "1 312 555 0142",
        "1-312-555-0142",
        "1 (312) 555-0142",
        "3125550142",
        "312 555 0142",
        "(312) 555-0142",
        "(312)555-0142",
        "312-555-0142",
        "312.555.0142",
        "312/555/0142",
        " 312 555 0142 ",
        "(+1) 312 555 0142",
        "+ 1 312 555 0142",
        "\u00a0+1\u00a0312\u00a0555\u00a00142",
        "312\u2013555\u20130142",
        "312\u2011555\u20110142",
        "011 44 20 7946 0958",
        "+1 865 453 0001",
        "513-421-0100",
        "(865) 210 9999",
        // Other NANP countries
        "+1 416 555 0123",
        "+1 604 555 0199",
        "416-555-0123",
        "+1 787 555 0100",
        // Abroad
        "+44 20 7946 0958",
        "+442079460958",
        "+44 (0)20 7946 0958",
        "+49 30 901820",
        "+52 55 5555 1234",
        "+525555551234",
        "+33 1 42 68 53 00",
        "+61 2 9374 4000",
        "+81 3 3224 5000",
        "+86 10 6552 9988",
        "+91 22 2778 8888",
        "+380 44 279 0000",
        "+48 22 694 40 00",
        "+353 1 679 7777",
        "+972 2 640 9000",
        "+55 11 2395 8400",
        "+34 914 111 111",
        "+46 8 763 10 00",
        "+47 22 24 90 90",
        // No number at all
        "",
        " ",
        "+",
        "555-0142",
        "5550142",
        "312555014",
        "31255501422",
        "000-000-0000",
        "+10005550142",
        "0125550142",
        "1125550142",
        "3120550142",
        "3121550142",
        "+1312555014",
        "+131255501422",
        "23125550142",
        "+0 312 555 0142",
        "call me",
        "0044 20 7946 0958",
        "312 555 O142",
        "312 555 0142 / 312 555 0143",
        "12",
        "+12",
        "+999",
        "--",
        "()");
  }

  @ParameterizedTest(name = "[{index}] \"{0}\"")
  @MethodSource("numbersOnWhichTheOracleAgrees")
  void normalisesAsLibphonenumberDoes(String written) {
    assertThat(PhoneNumber.toE164(written)).isEqualTo(oracle(written));
  }

  /** Where we decide otherwise than libphonenumber, and what it says. */
  @ParameterizedTest(name = "[{index}] \"{0}\"")
  @CsvSource(
      value = {
        // A text message reaches no extension
        "+1 312 555 0142 x12, null, +13125550142",
        "312-555-0142 ext. 7, null, +13125550142",
        "312-555-0142#7, null, +13125550142",
        // Letters are a slip more often than a name
        "1-800-FLOWERS, null, +18003569377",
        // A second number, or words, beside the first
        "tel:+13125550142, null, +13125550142",
        // Reserved for fiction, so never assigned, but this is how tests write
        "+1 200 555 0142, +12005550142, null",
        // Rules of one country are not known here
        "+44 123456, +44123456, null",
      },
      nullValues = "null")
  void decidesOtherwiseOnPurpose(String written, String ours, String theirs) {
    assertThat(PhoneNumber.toE164(written)).isEqualTo(ours);
    assertThat(oracle(written)).isEqualTo(theirs);
  }

  @Test
  void anAbsurdlyLongTextIsNoNumber() {
    assertThat(PhoneNumber.toE164("+1 312 555 0142" + " ".repeat(200) + "1")).isNull();
  }

  @Test
  void normalisingTwiceChangesNothing() {
    String once = PhoneNumber.toE164("(312) 555-0142");

    assertThat(once).isEqualTo("+13125550142");
    assertThat(PhoneNumber.toE164(once)).isEqualTo(once);
  }

  private static String oracle(String written) {
    try {
      Phonenumber.PhoneNumber number = ORACLE.parse(written, "US");
      return ORACLE.isValidNumber(number) ? ORACLE.format(number, PhoneNumberFormat.E164) : null;
    } catch (NumberParseException notANumber) {
      return null;
    }
  }
}
