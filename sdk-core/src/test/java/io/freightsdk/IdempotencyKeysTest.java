package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonReader;
import io.freightsdk.internal.canonical.CanonicalJson;
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
import okio.Okio;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
    assertThat(CanonicalJson.of(vector.get("json"))).isEqualTo(vector.get("canonical"));
    assertThat(IdempotencyKeys.derivedFromJson(vector.get("namespace"), vector.get("json")))
        .isEqualTo(vector.get("key"));
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
