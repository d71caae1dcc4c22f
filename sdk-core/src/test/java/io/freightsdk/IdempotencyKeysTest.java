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
  @MethodSource("publishedVectors")
  void publishedVectorsHold(String name, Map<String, String> vector) {
    assertThat(CanonicalJson.of(vector.get("json"))).isEqualTo(vector.get("canonical"));
    assertThat(IdempotencyKeys.derivedFromJson(vector.get("namespace"), vector.get("json")))
        .isEqualTo(vector.get("key"));
  }

  @Test
  void theBorderBetweenNamespaceAndContentCannotBeMoved() {
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
    return publishedVectors()
        .map(row -> (Map<?, ?>) row[1])
        .filter(vector -> vector.get("name").equals(name))
        .map(vector -> (String) vector.get("key"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aKeyIsAllowedByTheService() {
    assertThat(IdempotencyKeys.derivedFromJson("n", "{}")).matches("[!-~]{1,255}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "a\nb", "größe"})
  void refusesANamespaceThatIsNotVisibleAscii(String namespace) {
    assertThatThrownBy(() -> IdempotencyKeys.derivedFromJson(namespace, "{}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("namespace: expected 1 to 100");
  }

  @SuppressWarnings("unchecked") // the resource is an array of objects of strings
  static Stream<Object[]> publishedVectors() {
    try (InputStream in =
            IdempotencyKeysTest.class.getResourceAsStream(
                "/io/freightsdk/idempotency-key-vectors.json");
        JsonReader reader = JsonReader.of(Okio.buffer(Okio.source(in)))) {
      List<Map<String, String>> vectors = (List<Map<String, String>>) reader.readJsonValue();
      assertThat(vectors).isNotEmpty();
      return vectors.stream().map(vector -> new Object[] {vector.get("name"), vector});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
