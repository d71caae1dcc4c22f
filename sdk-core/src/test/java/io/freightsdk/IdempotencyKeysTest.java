package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.Scale;
import okio.ByteString;
import okio.Okio;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeysTest {
  @ParameterizedTest(name = "{0}")
  @MethodSource
  void vectorsOfReferences(String name, Map<String, String> vector) {
    assertThat(IdempotencyKeys.derivedFrom(vector.get("namespace"), vector.get("reference")))
        .isEqualTo(vector.get("key"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void vectorsOfContent(String name, Map<String, String> vector) {
    String namespace = vector.get("namespace");
    assertThat(IdempotencyKeys.derivedFromJson(namespace, vector.get("json")))
        .isEqualTo(vector.get("key"))
        .isEqualTo("dk1-" + sha256(namespace + "\n" + vector.get("canonical")));
    assertThat(IdempotencyKeys.derivedFromJson(namespace, vector.get("canonical")))
        .as("the one text is its own")
        .isEqualTo(vector.get("key"));
  }

  private static String sha256(String text) {
    return ByteString.encodeUtf8(text).sha256().hex();
  }

  static Stream<Object[]> vectorsOfReferences() {
    return publishedVectors("reference");
  }

  static Stream<Object[]> vectorsOfContent() {
    return publishedVectors("json");
  }

  @Test
  void theBorderBetweenNamespaceAndContentCannotBeMoved() {
    assertThat(IdempotencyKeys.derivedFrom("a", "1"))
        .isNotEqualTo(IdempotencyKeys.derivedFrom("a1", "1"))
        .isNotEqualTo(IdempotencyKeys.derivedFrom("a", "11"))
        .isNotEqualTo(IdempotencyKeys.derivedFrom("a", "\n1"));
    assertThat(IdempotencyKeys.derivedFromJson("a", "1"))
        .isNotEqualTo(IdempotencyKeys.derivedFromJson("a1", "1"))
        .isNotEqualTo(IdempotencyKeys.derivedFromJson("a", "11"));
  }

  @Test
  void aLoadHasTheKeyOfTheBodyThatItsCreationSends() {
    CreateLoadInput input =
        CreateLoadInput.builder()
            .driverPhone("+13125550142")
            .pickups(corbin().lat(36.9487).lng(-84.0969).build())
            .deliveries(
                StopInput.builder()
                    .address("5 Dock Rd")
                    .city("Knoxville")
                    .state("TN")
                    .zip("37902")
                    .date(Instant.parse("2026-11-20T15:00:00Z"))
                    .build())
            .customerRef("PO-1007")
            .rate(new BigDecimal("1850.000"))
            .weight(42000.0)
            .build();
    assertThat(IdempotencyKeys.derivedFrom("tms-import", input)).isEqualTo(vector("load"));

    CreateLoadInput every =
        CreateLoadInput.builder()
            .driverPhone("+13125550142")
            .pickups(
                corbin()
                    .facilityName("Dock \"7\"")
                    .date(Instant.parse("2026-11-20T14:00:00.500Z"))
                    .lat(36.94870000000001)
                    .lng(-84.0969)
                    .build())
            .deliveries(
                StopInput.builder()
                    .address("5 Dock Rd")
                    .city("Knoxville")
                    .state("TN")
                    .zip("37902")
                    .build())
            .shipperName("Größe & Söhne")
            .carrierName("C")
            .equipmentType("REEFER")
            .customerRef("PO-1007")
            .rate(new BigDecimal("1.85E+3"))
            .miles(254.5)
            .weight(42000.0)
            .truckNumber("T-204")
            .put("temperature", List.of(-20.0, Map.of("unit", "C")))
            .build();
    assertThat(IdempotencyKeys.derivedFrom("tms-import", every))
        .isEqualTo(vector("everyMemberOfALoad"));
  }

  /** The key is that of the body, where half of a character is a question mark. */
  @Test
  void halfACharacterInALoadIsTheQuestionMarkThatIsSent() {
    assertThat(IdempotencyKeys.derivedFrom("n", withReference("PO-\ud83d")))
        .isEqualTo(IdempotencyKeys.derivedFrom("n", withReference("PO-?")));
  }

  private static CreateLoadInput withReference(String reference) {
    StopInput stop = corbin().build();
    return CreateLoadInput.builder()
        .driverPhone("+13125550142")
        .pickups(stop)
        .deliveries(stop)
        .customerRef(reference)
        .build();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"zip\":\"1\",\"zip\":\"2\"} | member named twice at $.zip",
        "{\"\\u007aip\":\"1\",\"zip\":\"2\"} | member named twice at $.zip",
        "{\"a\":1 | JSON ends in the middle of a value",
        "`` | JSON ends in the middle of a value",
        "{} {} | not JSON at $",
        "{'a':1} | not JSON at $.",
        "[1,] | not JSON at $[1]",
        "[NaN] | not JSON at $[0]",
        "\"\\q\" | not JSON at $",
        "\"\\ud83d\" | JSON holds half of a character",
        "{\"\\ude00\":1} | JSON holds half of a character",
        "{\"stops\":[{\"lat\":1e1000}]} | 1000 digits before or after its point at $.stops[0].lat",
        "[-1e-1001] | a number with more than 1000 digits before or after its point at $[0]",
        "[1e99999999999] | a number with more than 1000 digits before or after its point at $[0]",
      })
  void refusesWhatHasNoSingleMeaning(String json, String reason) {
    assertThatThrownBy(() -> IdempotencyKeys.derivedFromJson("n", json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(reason);
  }

  /** Encoded, it would be a question mark, and another text. */
  @ParameterizedTest
  @ValueSource(strings = {"\"\ud83d\"", "\"\ude00\ud83d\"", "{\"\udfff\":1}"})
  void refusesHalfACharacterThatIsNotEscaped(String json) {
    assertThatThrownBy(() -> IdempotencyKeys.derivedFromJson("n", json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("JSON holds half of a character");
  }

  /** Reading as many digits takes time that grows with their square. */
  @Test
  void refusesANumberOfAMillionDigitsUnread() {
    assertThatThrownBy(() -> IdempotencyKeys.derivedFromJson("n", "0." + "1".repeat(1_000_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a number with more than 1000 digits");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[|]", "{\"a\":|}"})
  void readsAsManyLevelsAsTheClientItself(String level) {
    assertThat(IdempotencyKeys.derivedFromJson("n", nested(level, 255))).startsWith("dk1-");
    for (int levels : new int[] {256, 300, 100_000}) {
      assertThatThrownBy(() -> IdempotencyKeys.derivedFromJson("n", nested(level, levels)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("JSON is nested deeper than 255 levels");
    }
  }

  private static String nested(String level, int levels) {
    int middle = level.indexOf('|');
    String before = level.substring(0, middle);
    return before.repeat(levels) + "1" + level.substring(middle + 1).repeat(levels);
  }

  @Property
  void aNumberHasOneTextHoweverItIsWritten(
      @ForAll @Scale(20) @BigRange(min = "-1e40", max = "1e40") BigDecimal number) {
    String plain = IdempotencyKeys.derivedFromJson("n", number.toPlainString());
    assertThat(IdempotencyKeys.derivedFromJson("n", number.unscaledValue() + "E" + -number.scale()))
        .isEqualTo(plain);
    assertThat(IdempotencyKeys.derivedFromJson("n", number.setScale(30).toString()))
        .isEqualTo(plain);
    BigDecimal other = number.add(BigDecimal.ONE.movePointLeft(20));
    assertThat(IdempotencyKeys.derivedFromJson("n", other.toString())).isNotEqualTo(plain);
  }

  private static StopInput.Builder corbin() {
    return StopInput.builder().address("100 Main St").city("Corbin").state("KY").zip("40701");
  }

  private static String vector(String name) {
    return publishedVectors("json")
        .map(row -> (Map<?, ?>) row[1])
        .filter(vector -> vector.get("name").equals(name))
        .map(vector -> (String) vector.get("key"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aKeyIsAllowedByTheService() {
    assertThat(IdempotencyKeys.derivedFrom("n", "Größe 7")).matches("[!-~]{1,255}");
    assertThat(IdempotencyKeys.derivedFromJson("n", "{}")).matches("[!-~]{1,255}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "a\nb", "größe"})
  void refusesANamespaceThatIsNotVisibleAscii(String namespace) {
    assertThatThrownBy(() -> IdempotencyKeys.derivedFromJson(namespace, "{}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("namespace: expected 1 to 100");
    assertThatThrownBy(() -> IdempotencyKeys.derivedFrom(namespace, "PO-1007"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("namespace: expected 1 to 100");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n"})
  void refusesABlankReference(String reference) {
    assertThatThrownBy(() -> IdempotencyKeys.derivedFrom("tms-import", reference))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("reference must not be blank");
  }

  /** Encoded, it would be a question mark, and another reference. */
  @Test
  void refusesAReferenceWithHalfACharacter() {
    assertThatThrownBy(() -> IdempotencyKeys.derivedFrom("tms-import", "PO-\ud83d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("reference: expected Unicode, got half of a character");
  }

  @SuppressWarnings("unchecked") // the resource is an array of objects of strings
  private static Stream<Object[]> publishedVectors(String of) {
    try (InputStream in =
            IdempotencyKeysTest.class.getResourceAsStream(
                "/io/freightsdk/idempotency-key-vectors.json");
        JsonReader reader = JsonReader.of(Okio.buffer(Okio.source(in)))) {
      List<Map<String, String>> vectors = (List<Map<String, String>>) reader.readJsonValue();
      assertThat(vectors).isNotEmpty();
      return vectors.stream()
          .filter(vector -> vector.containsKey(of))
          .map(vector -> new Object[] {vector.get("name"), vector});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
