package io.freightsdk.internal.agent.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.internal.agent.results.ToolOutput;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentReaderTest {
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
    return ArgumentReader.read(json, schema, call -> ToolOutput.free(Map.of()));
  }

  private static String quoted(String json) {
    return '"' + json.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  @Test
  void valuesAsTextAreRead() {
    Map<String, Object> plain = read(load(STOPS, ",\"rate\":1850.50"));
    String stopAsText = "[" + quoted(STOP) + "]";
    assertThat(read(load(quoted(STOPS), ",\"rate\":\"1850.50\""))).isEqualTo(plain);
    assertThat(read(load(stopAsText, ",\"rate\":\" 1850.50 \""))).isEqualTo(plain);
    assertThat(read(load(quoted(stopAsText), ",\"rate\":1850.50"))).isEqualTo(plain);
  }

  /** The text may have had a zero at its beginning, or have been another number. */
  @Test
  void numberInPlaceOfTextIsRefused() {
    String numbers = load(STOPS.replace("\"40701\"", "40701"), ",\"carrierName\":204");
    assertThatThrownBy(() -> read(numbers))
        .hasMessageContainingAll(
            "pickups.0.zip: expected a string (ZIP code. Example: 40701), got a number; send it in"
                + " quotes, with all its digits",
            "carrierName: expected a string, got a number; send it in quotes")
        .hasMessageNotContaining("204");
    assertThat(read(load(STOPS, ",\"rate\":1e3"))).containsEntry("rate", 1000.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{}", "[]", "null"})
  void emptyArgumentsHaveManySpellings(String json) {
    assertThat(read(json, ToolDefinition.of("get_budget").schema())).isEmpty();
  }

  @Test
  void jsonInATextStaysText() {
    assertThat(read(load(STOPS, ",\"shipperName\":\"[1]\""))).containsEntry("shipperName", "[1]");
  }

  @Test
  void nullsAndOuterSpacesAreIgnored() {
    assertThat(read(load(STOPS, ",\"rate\":null,\"carrierName\":\" A \"")))
        .doesNotContainKey("rate")
        .containsEntry("carrierName", "A");
  }

  @Test
  void allProblemsAreReportedWithoutValues() {
    String wrong =
        """
        {"driverPhone":["+13125550142"],"pickups":"+13125550142","deliveries":[{"city":"Dallas"},null],
         "rate":"much","status":"DELIVERED","+13125550142":1}\
        """;
    assertThatThrownBy(() -> read(wrong))
        .hasMessageContainingAll(
            "arguments: unknown \"status\", (name not shown); known are driverPhone, pickups",
            "driverPhone: expected a string (Driver's mobile, from the user. Example: +13125550142), got an array",
            "pickups: expected an array, each item an object with [address, city, state, zip], got a"
                + " string",
            "deliveries.0.address: required, a string",
            "deliveries.1: expected an object with [address, city, state, zip], got null",
            "rate: expected a number (USD), got a string",
            "customerRef: required, a string (The order's own reference, from the user. One load per reference. Example:"
                + " PO-7731)",
            "Nothing was charged. Correct this, then call again.")
        .hasMessageNotContaining("DELIVERED")
        .hasMessageNotContaining("much");
  }

  @Test
  void atMostTenProblemsAreReported() {
    String stops = "[" + String.join(",", Collections.nCopies(40, "{}")) + "]";
    assertThatThrownBy(() -> read(load(stops, "")))
        .hasMessageContaining("pickups.2.city: required")
        .hasMessageNotContaining("pickups.3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{", "{} {}", "{\"a\":1,\"a\":2}", "{\"rate\":1e999}", "{'a':1}", "\u0000"})
  void argumentsOtherThanOneObjectAreRefused(String json) {
    assertThatThrownBy(() -> read(json)).hasMessageContaining("arguments: not valid JSON");
  }

  @Test
  void otherValuesAndLongTextsAreRefused() {
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
  void emptyTextIsAnEmptyObject() {
    Map<String, Object> none = ToolDefinition.of("get_budget").schema();
    assertThat(read(" ", none)).isEmpty();
    assertThatThrownBy(() -> read("{\"a\":1}", none))
        .hasMessageContaining("unknown \"a\"; this tool takes none");
  }

  @ParameterizedTest
  @CsvSource({
    "po-7731, PO-7731",
    "PO 7731, PO-7731",
    "PO#7731, PO-7731",
    "PO_7731, PO-7731",
    "PO: 7731., PO-7731",
    "' PO - 7731 ', PO-7731",
    "PO\u20107731, PO-7731",
    "PO\u20137731, PO-7731",
    "PO\u00a07731, PO-7731",
    "\uff30\uff2f\uff0d\uff17, PO-7",
    "PO7731, PO7731",
    "1-11, 1-11",
    "1 1 1, 1-1-1",
    "caf\u0065\u0301, CAF\u00c9",
    "\u0915\u093f-1, \u0915\u093f-1",
    "acme/PO-1007, ACME-PO-1007"
  })
  void referenceHasOneSpelling(String written, String sent) {
    assertThat(ReferenceNormalizer.normalize(written)).isEqualTo(sent);
    assertThat(ReferenceNormalizer.normalize(sent)).isEqualTo(sent);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(PO) 7731", "PO-1+", "PO|7731", "PO-7\u00bd", "PO-1 \ud83d\ude9a", "PO\u200b1"})
  void otherCharactersAreNoReference(String written) {
    assertThat(ReferenceNormalizer.problem(written))
        .contains("expected letters, digits, spaces and . _ - /");
    assertThat(ReferenceNormalizer.problem("#"))
        .contains("the order's own reference such as PO-7731");
  }

  /** Of every character, however its letters and marks are composed. */
  @Test
  void normalizingTwiceChangesNothing() {
    List<String> different = new ArrayList<>();
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      if (!Character.isDefined(point) || Character.getType(point) == Character.SURROGATE) continue;
      String written = "A" + Character.toString(point) + "1";
      if (ReferenceNormalizer.problem(written) != null) continue;
      String sent = ReferenceNormalizer.normalize(written);
      String decomposed = Normalizer.normalize(written, Normalizer.Form.NFD);
      boolean isEqual =
          ReferenceNormalizer.normalize(sent).equals(sent)
              && ReferenceNormalizer.normalize(decomposed).equals(sent)
              && ReferenceNormalizer.normalize(written.toUpperCase(Locale.ROOT)).equals(sent);
      if (!isEqual) different.add(String.format(Locale.ROOT, "U+%04X", point));
    }
    assertThat(different).isEmpty();
  }
}
