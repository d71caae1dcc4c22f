package io.freightsdk.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.text.Normalizer;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsTest {
  private static final String STOP =
      "{\"address\":\"120 Main St\",\"city\":\"Corbin\",\"state\":\"KY\",\"zip\":\"40701\"}";
  private static final String STOPS = "[" + STOP + "]";
  private static final Map<String, Object> LOAD = ToolDefinition.of("create_load").schema();

  private static String load(String pickups, String more) {
    return String.format(
        Locale.ROOT,
        "{\"driverPhone\":\"+13125550142\",\"pickups\":%s,\"deliveries\":%s,\"customerRef\":\"PO-1\"%s}",
        pickups,
        STOPS,
        more);
  }

  private static Map<String, Object> read(String json) {
    return read(json, LOAD);
  }

  private static Map<String, Object> read(String json, Map<String, Object> schema) {
    return Arguments.read(json, schema, (path, value) -> null);
  }

  private static String quoted(String json) {
    return '"' + json.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  @Test
  void whatAHostHasMadeTextIsTakenAsWhatItIs() {
    Map<String, Object> plain = read(load(STOPS, ",\"rate\":1850.50"));
    String stopAsText = "[" + quoted(STOP) + "]";
    assertThat(read(load(quoted(STOPS), ",\"rate\":\"1850.50\""))).isEqualTo(plain);
    assertThat(read(load(stopAsText, ",\"rate\":\" 1850.50 \""))).isEqualTo(plain);
    assertThat(read(load(quoted(stopAsText), ",\"rate\":1850.50"))).isEqualTo(plain);
  }

  @Test
  void allArgumentsAsOneTextAreTheObjectThatTheyAre() {
    String load = load(STOPS, "");
    assertThat(read(quoted(load))).isEqualTo(read(load));
    assertThatThrownBy(() -> read(quoted(quoted(load)))).hasMessageContaining("one JSON object");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "{}", "[]", "\"\"", "\" \"", "\"{}\"", "\"[]\"", "null", "\"null\""})
  void noArgumentsHaveManySpellings(String json) {
    assertThat(read(json, ToolDefinition.of("get_balance").schema())).isEmpty();
  }

  @Test
  void aNumberThatShouldBeATextIsThatText() {
    String numbers = load(STOPS.replace("\"40701\"", "40701"), ",\"truckNumber\":204");
    Map<String, Object> read = read(numbers);
    assertThat(read).containsEntry("truckNumber", "204");
    assertThat((List<?>) read.get("pickups")).asString().contains("zip=40701");
    assertThat(read(load(STOPS, ",\"rate\":1e3"))).containsEntry("rate", new BigDecimal("1e3"));
  }

  @ParameterizedTest
  @CsvSource({
    "7731, 7731",
    "7731.0, 7731",
    "7731.00, 7731",
    "7.731e3, 7731",
    "0.0, 0",
    "-0.0, 0",
    "13125550142.0, 13125550142",
    "9007199254740991.0, 9007199254740991",
    "12345678901234567, 12345678901234567"
  })
  void aWholeNumberHasNoFractionInATextHoweverAHostHasWrittenIt(String number, String text) {
    assertThat(read(load(STOPS, ",\"truckNumber\":" + number))).containsEntry("truckNumber", text);
  }

  /** 100.10 and 100.1 may be two orders, and a host that has read both wrote the same for them. */
  @ParameterizedTest
  @ValueSource(strings = {"77.31", "100.10", "100.1", "7.7315e3", "1e-1", "-0.5"})
  void aFractionIsNoTextBecauseAHostMayHaveDroppedItsZeros(String number) {
    assertThatThrownBy(() -> read(load(STOPS, ",\"truckNumber\":" + number)))
        .hasMessageContaining(
            "truckNumber: expected a string, got a number that hosts write differently; send it in"
                + " quotes, with all its digits");
    assertThat(read(load(STOPS, ",\"truckNumber\":\"" + number + "\"")))
        .containsEntry("truckNumber", number);
    assertThat(read(load(STOPS, ",\"rate\":" + number)))
        .containsEntry("rate", new BigDecimal(number));
  }

  /** A bridge that reads numbers as doubles writes both of the first two as the third. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "12345678901234567.0",
        "12345678901234568.0",
        "1.2345678901234568E16",
        "-1.2e20",
        "9007199254740992.0",
        "1e1000"
      })
  void aLongNumberIsATextOnlyIfItHasNeitherPointNorExponent(String number) {
    assertThatThrownBy(() -> read(load(STOPS, ",\"truckNumber\":" + number)))
        .hasMessageContaining("truckNumber: expected a string, got a number")
        .hasMessageContaining("send it in quotes, with all its digits");
    assertThat(read(load(STOPS, ",\"rate\":" + number)).get("rate"))
        .asInstanceOf(InstanceOfAssertFactories.BIG_DECIMAL)
        .isEqualByComparingTo(number);
  }

  @Test
  void aNumberWithAHugeExponentIsRefusedBeforeItIsWritten() {
    assertThatThrownBy(() -> read(load(STOPS, ",\"truckNumber\":1e999999")))
        .hasMessageContaining("a number with too many digits");
  }

  @Test
  void aTextThatHoldsJsonStaysATextWhereATextBelongs() {
    assertThat(read(load(STOPS, ",\"shipperName\":\"[1]\""))).containsEntry("shipperName", "[1]");
  }

  /** Encoded as UTF-8, it is a question mark, with which a reference is that of another order. */
  @Test
  void halfASurrogatePairIsRefusedAsACharacterAndInWhateverTextOfATextItStands() {
    String half = load(STOPS, "").replace("PO-1", "PO-1\ud83d");
    String quotedQuote = load(STOPS, ",\"carrierName\":\"\\\\\udc00\"");
    String message = "character 5 is U+D83D, which cannot be seen";

    assertThatThrownBy(() -> read(half)).hasMessageContaining("customerRef: " + message);
    assertThatThrownBy(() -> read(quoted(half))).hasMessageContaining("customerRef: " + message);
    assertThatThrownBy(() -> read(load(quoted(STOPS.replace("\"KY", "\"KY\udc00")), "")))
        .hasMessageContaining("pickups.0.state: character 3 is U+DC00");
    assertThatThrownBy(() -> read(quotedQuote))
        .hasMessageContaining("carrierName: character 2 is U+DC00");
    assertThatThrownBy(() -> read(half.replace("\ud83d", "\\\ud83d")))
        .hasMessageContaining("arguments: not valid JSON");
    assertThatThrownBy(() -> read(load(STOPS, "") + "\ud83d"))
        .hasMessageContaining("arguments: not valid JSON");
    assertThat(read(load(STOPS, ",\"carrierName\":\"\ud83d\ude9a\"")))
        .containsEntry("carrierName", "\ud83d\ude9a");
  }

  @Test
  void nullsAndBlanksAroundTextsDoNotCount() {
    assertThat(read(load(STOPS, ",\"rate\":null,\"carrierName\":\" A \"")))
        .doesNotContainKey("rate")
        .containsEntry("carrierName", "A");
  }

  @Test
  void allThatIsWrongIsSaidAtOnceAndWithoutValues() {
    String wrong =
        """
        {"driverPhone":["+13125550142"],"pickups":"+13125550142","deliveries":[{"city":"Dallas"},null],
         "rate":"much","status":"DELIVERED","+13125550142":1}""";
    assertThatThrownBy(() -> read(wrong))
        .hasMessageContainingAll(
            "arguments: unknown \"status\", (name not shown); known are driverPhone, pickups",
            "driverPhone: expected a string (Driver's mobile. Example: +13125550142), got an array",
            "pickups: expected an array of an object with [address, city, state, zip], got a"
                + " string",
            "deliveries.0.address: required, a string",
            "deliveries.1: expected an object with [address, city, state, zip], got null",
            "rate: expected a number (USD), got a string",
            "customerRef: required, a string (The order's own reference; one load each. Example:"
                + " PO-7731)",
            "Nothing was charged. Correct this, then call again.")
        .hasMessageNotContaining("DELIVERED")
        .hasMessageNotContaining("much");
  }

  @Test
  void ofManyProblemsTenAreEnough() {
    String stops = "[" + String.join(",", Collections.nCopies(40, "{}")) + "]";
    assertThatThrownBy(() -> read(load(stops, "")))
        .hasMessageContaining("pickups.2.city: required")
        .hasMessageNotContaining("pickups.3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{} {}",
        "{\"a\":1,\"a\":2}",
        "{\"rate\":1e-1001}",
        "{\"rate\":1e99999999999}",
        "{'a':1}",
        "\u0000"
      })
  void whatIsNotOneObjectIsRefused(String json) {
    assertThatThrownBy(() -> read(json)).hasMessageContaining("arguments: not valid JSON");
  }

  @Test
  void otherValuesAndLongTextsAreRefusedToo() {
    assertThatThrownBy(() -> read("[1]")).hasMessageContaining("expected one JSON object");
    assertThatThrownBy(() -> read("{" + " ".repeat(16 * 1024) + "}"))
        .hasMessageContaining("longer than the limit of 16,384 characters");
    String deep = "[".repeat(5_000) + "]".repeat(5_000);
    assertThatThrownBy(() -> read("{\"pickups\":" + deep + "}"))
        .hasMessageContaining("arguments: not valid JSON");
    assertThatThrownBy(() -> read(load(quoted(deep), "")))
        .hasMessageContaining("pickups: expected an array");
  }

  @Test
  void nothingAtAllIsAnEmptyObject() {
    Map<String, Object> none = ToolDefinition.of("get_prices").schema();
    assertThat(read(" ", none)).isEmpty();
    assertThatThrownBy(() -> read("{\"a\":1}", none))
        .hasMessageContaining("unknown \"a\"; this tool takes none");
  }

  @ParameterizedTest
  @CsvSource({
    "po-7731, PO-7731",
    "PO 7731, PO-7731",
    "PO#7731, PO-7731",
    "' PO - 7731 ', PO-7731",
    "(PO) 7731., PO-7731",
    "PO\u201007731, PO-07731",
    "PO\u200b-7731\u00a0, PO-7731",
    "PO7731, PO7731",
    "1-11, 1-11",
    "1 1 1, 1-1-1",
    "11\u20601, 11-1",
    "caf\u0065\u0301, CAF\u00c9",
    "\u2603, ''",
    "+, ''",
    "`PO-7731`, PO-7731",
    "<PO-7731>, PO-7731",
    "PO\u22127731, PO-7731",
    "PO\u20447731, PO-7731",
    "PO \u21167731, PO-7731",
    "PO|7731, PO-7731",
    "PO\uff5c7731, PO-7731",
    "\uff1cPO-7731\uff1e, PO-7731",
    "PO\uff5e7731, PO-7731",
    "PO\uff407731, PO-7731",
    "PO\u27967731, PO-7731",
    "\u275dPO-7731\u275e, PO-7731",
    "PO\u22167731, PO-7731",
    "PO\u25007731, PO-7731",
    "PO\uff0b7731, PO\uff0b7731",
    "PO-1+, PO-1+",
    "PO-7\u00bd, PO-7\u00bd",
    "PO-1\u00b2, PO-1\u00b2",
    "\u2460-9, \u2460-9",
    "\u0915\u093f-1, \u0915\u093f-1",
    "i\u0307-1, \u0130-1",
    "\u2170-1, \u2160-1",
    "PO-1 \ud83d\ude9a, PO-1-\ud83d\ude9a",
    "acme/PO-1007, ACME-PO-1007"
  })
  void aReferenceHasOneSpellingAndNothingBetweenDigitsVanishes(String written, String sent) {
    assertThat(Reference.of(written)).isEqualTo(sent);
    assertThat(Reference.of(sent)).isEqualTo(sent);
  }

  @ParameterizedTest
  @CsvSource({
    "\u0915\u093f-1, \u0915\u093e-1",
    "PO-7\u00bd, PO-7\u00bc",
    "PO-7\u00bd, PO-7",
    "PO-7\u00bd, PO-71-2",
    "PO-1\u00b2, PO-1\u00b3",
    "PO-1\u00b2, PO-12",
    "\u2460-9, \u2461-9",
    "\u2460-9, 1-9",
    "PO-1+, PO-1",
    "PO-1+, PO-1$",
    "PO-1\u20dd, PO-1",
    "\u216f-1, \u216e-1"
  })
  void twoOrdersThatDifferInMoreThanBlanksAndPunctuationStayTwo(String one, String other) {
    assertThat(Reference.of(one)).isNotEqualTo(Reference.of(other));
  }

  /** Of every character: models and front ends put one of these in the place of another. */
  @Test
  void whatUnicodeNamesADashSlashQuoteOrBracketStandsApartWhicheverFormItHas() {
    Pattern punctuation =
        Pattern.compile(
            "\\b(DASH|HYPHEN|MINUS SIGN|SOLIDUS|QUOTATION MARK|APOSTROPHE|BRACKET|PARENTHESIS"
                + "|LESS-THAN SIGN|GREATER-THAN SIGN|VERTICAL LINE|VERTICAL BAR|BROKEN BAR|TILDE"
                + "|NUMERO SIGN|GRAVE ACCENT)( ORNAMENT| OPERATOR| EXTENSION)?$");
    Pattern another =
        Pattern.compile(
            "\\b(WITH|ABOVE|OR|PLUS|NOT|EQUAL|PRECEDING|DIVIDED|BESIDE|CIRCLED|SQUARED|APL|OCR|MUSICAL)\\b");
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      String character = Character.toString(point);
      if (!character.matches("[\\p{P}\\p{S}]")) continue;
      String name = Character.getName(point);
      if (!punctuation.matcher(name).find() || another.matcher(name).find()) continue;
      assertThat(Reference.of("A" + character + "1")).as(name).isEqualTo("A-1");
    }
  }

  /** Of every character, however its letters and marks are composed. */
  @Test
  void aReferenceOfAReferenceIsTheSameInEitherCaseAndComposition() {
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      if (!Character.isDefined(point) || Character.getType(point) == Character.SURROGATE) continue;
      String written = "A" + Character.toString(point) + "1";
      String sent = Reference.of(written);
      String decomposed = Normalizer.normalize(written, Normalizer.Form.NFD);
      assertThat(Reference.of(sent)).as("U+%04X again", point).isEqualTo(sent);
      assertThat(Reference.of(decomposed)).as("U+%04X decomposed", point).isEqualTo(sent);
      assertThat(Reference.of(written.toUpperCase(Locale.ROOT)))
          .as("U+%04X in capitals", point)
          .isEqualTo(sent);
    }
  }
}
