package io.freightsdk.server.service.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PhoneNumberTest {
  @ParameterizedTest(name = "[{index}] \"{0}\"")
  @ValueSource(
      strings = {
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
        "[312] 555-0142",
        "312*555*0142",
        "312\u3000555\u30000142",
        // Pasted from contacts: marks of direction and others that are not seen
        "\u202a+1 312 555 0142\u202c",
        "\u202d312-555-0142\u202c",
        "\u200e(312) 555-0142",
        "\ufeff3125550142",
        "312\u200b555\u200b0142",
        "312\u2060555\u20600142",
        "312\u00ad555\u00ad0142",
        // Digits of other alphabets
        "\uff0b\uff11\uff13\uff11\uff12\uff15\uff15\uff15\uff10\uff11\uff14\uff12",
        "\u0663\u0661\u0662\u0665\u0665\u0665\u0660\u0661\u0664\u0662"
      })
  void readsOneNumberAsPeopleWriteIt(String written) {
    assertThat(PhoneNumber.toE164(written)).isEqualTo("+13125550142");
  }

  @ParameterizedTest
  @CsvSource({
    "+1 865 453 0001, +18654530001",
    "+1 416 555 0123, +14165550123",
    "416-555-0123, +14165550123",
    "+1 787 555 0100, +17875550100",
    "011 44 20 7946 0958, +442079460958",
    "+44 20 7946 0958, +442079460958",
    "+442079460958, +442079460958",
    "+44 (0)20 7946 0958, +442079460958",
    "+44 020 7946 0958, +442079460958",
    "+33 01 42 68 53 00, +33142685300",
    "+49 030 901820, +4930901820",
    "+55 011 2395 8400, +551123958400",
    "+49 30 901820, +4930901820",
    "+52 55 5555 1234, +525555551234",
    "+33 1 42 68 53 00, +33142685300",
    "+39 06 6982, +39066982",
    "+61 2 9374 4000, +61293744000",
    "+81 3 3224 5000, +81332245000",
    "+86 10 6552 9988, +861065529988",
    "+91 22 2778 8888, +912227788888",
    "+380 44 279 0000, +380442790000",
    "+353 1 679 7777, +35316797777",
    "+972 2 640 9000, +97226409000",
    "+47 22 24 90 90, +4722249090"
  })
  void knowsHowCountriesWriteTheirs(String written, String e164) {
    assertThat(PhoneNumber.toE164(written)).isEqualTo(e164);
  }

  /** Never assigned, but this is how tests write. */
  @ParameterizedTest
  @CsvSource({
    "+12005550142, +12005550142",
    "(555) 555-5555, +15555555555",
    "+44 123456, +44123456"
  })
  void acceptsNumbersThatNobodyWasGiven(String written, String e164) {
    assertThat(PhoneNumber.toE164(written)).isEqualTo(e164);
  }

  @ParameterizedTest(name = "[{index}] \"{0}\"")
  @ValueSource(
      strings = {
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
        "+999 1234 5678",
        "--",
        "()",
        // An extension, which a text message does not reach
        "+1 312 555 0142 x12",
        "312-555-0142 ext. 7",
        "312-555-0142#7",
        "312-555-0142,,7",
        "312-555-0142;ext=7",
        // Letters
        "1-800-FLOWERS",
        "tel:+13125550142",
        "+1 312 555 0142 Dana"
      })
  void refusesWhatIsNoNumberOrMoreThanOne(String written) {
    assertThat(PhoneNumber.toE164(written)).isNull();
  }

  @Test
  void tooLongTextIsNoPhoneNumber() {
    assertThat(PhoneNumber.toE164("+1 312 555 0142" + " ".repeat(200) + "1")).isNull();
  }

  @Test
  void normalisingTwiceChangesNothing() {
    String once = PhoneNumber.toE164("(312) 555-0142");

    assertThat(once).isEqualTo("+13125550142");
    assertThat(PhoneNumber.toE164(once)).isEqualTo(once);
  }
}
