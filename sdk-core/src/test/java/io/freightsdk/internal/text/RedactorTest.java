package io.freightsdk.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com/driver/drv_0123456789abcdef01234567",
        "https:\\/\\/example.com\\/track\\/trk_01",
        "https://example.com/d/k7Q2",
        "https:\\/\\/example.com\\/d\\/k7Q2",
        "pingpoint://driver/drv_0123456789abcdef01234567",
        "drv_0123456789abcdef01234567",
        "+13125550142",
        "+1 (312) 555-0142",
        "312.555.0142",
        "3125550142",
        "dispatch@example.com",
        "sk_live_0123",
        "agentkey-0123456789abcdef"
      })
  void secretIsMasked(String secret) {
    String masked = Redactor.mask("{\"error\":\"about " + secret + " it is\"}");
    assertThat(masked).contains("***", "about ", " it is").doesNotContain(secret, "0142", "drv_");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "balance 0.40 does not cover 0.65",
        "LD-2026-1",
        "there is no load LD-2026-0001.",
        "LD-2026-123456789, LD-2026-0002",
        "pickups.0.zip",
        "IN_TRANSIT"
      })
  void plainWordsAreKept(String text) {
    assertThat(Redactor.mask(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INVALID_DRIVER_PHONE",
        "bol_received_before_geofence_arrive",
        "unresolvedTruckNumber",
        "pickups.0.zip",
        "$.stops[0].departedAt",
        "LD-2026-0001",
        "LD-2026-1234567",
        "LD-2026-123456789"
      })
  void nameIsQuotedUnchanged(String name) {
    assertThat(Redactor.quote(name)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+13125550142",
        "driverPhone +1 (312) 555-0142",
        "drv_abcdefabcdefabcdefabcdef",
        "agentkey-0123456789abcdef",
        "LD-2026-0001\nERROR +13125550142",
        "$.prices.13125550142",
        "LD-2026-3125550142",
        "LD-312-5550142",
        "LD-3125-5550142-0142"
      })
  void otherTextIsMaskedAndOnOneLine(String text) {
    assertThat(Redactor.quote(text)).contains("***").doesNotContain("0142", "abcdef", "\n");
  }

  @Test
  void longNameIsCut() {
    assertThat(Redactor.quote("A".repeat(1_000_000)).length()).isLessThan(200);
  }

  @Property(seed = "-2081006356")
  void noTokenSurvives(
      @ForAll @StringLength(min = 0, max = 40) String before,
      @ForAll @StringLength(min = 24, max = 24) @CharRange(from = 'a', to = 'f') String hex,
      @ForAll @StringLength(min = 0, max = 40) String after) {
    assertThat(Redactor.mask(before + " drv_" + hex + " " + after)).doesNotContain("drv_" + hex);
  }
}
