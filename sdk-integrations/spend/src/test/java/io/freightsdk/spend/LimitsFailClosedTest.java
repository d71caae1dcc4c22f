package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.Charge;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A limit that cannot be understood cannot be built: half a limit would be none. */
class LimitsFailClosedTest {
  private static final BigDecimal ONE = BigDecimal.ONE;

  private static Arguments half(String name, Consumer<SpendLimits> limit) {
    return Arguments.of(name, limit);
  }

  static Stream<Arguments> halfLimits() {
    return Stream.of(
        half("no zone, text", limits -> limits.andPerDay("0.05", null)),
        half("no zone, number", limits -> limits.andPerDay(ONE, null)),
        half("no amount for a day", limits -> limits.andPerDay((String) null, ZoneOffset.UTC)),
        half("no amount in all", limits -> limits.andTotal((BigDecimal) null)),
        half("no amount in a window", limits -> limits.andPerHour((BigDecimal) null)),
        half("the same window twice", limits -> limits.andPerDay("0.05").andPerDay("0.10")),
        half("an amount below zero", limits -> limits.andTotal("-0.01")),
        half("no number", limits -> limits.andTotal("lots")),
        half("nothing", limits -> limits.andTotal("")),
        half("400,000 zeros", limits -> limits.andTotal("1E-400000")),
        half("400,000 digits", limits -> limits.andTotal("1".repeat(400_000))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("halfLimits")
  void halfALimitIsRefusedWhereItIsSet(String name, Consumer<SpendLimits> limit) {
    assertThatThrownBy(() -> limit.accept(SpendLimits.none()))
        .isInstanceOfAny(IllegalArgumentException.class, NullPointerException.class)
        .satisfies(e -> assertThat(e.getMessage()).isNotBlank().hasSizeLessThan(300));
  }

  @Test
  void twoAmountsForTheSameTimeAreNamed() {
    assertThatThrownBy(() -> SpendLimits.perDay("0.05").andPerDay("0.10"))
        .hasMessageContaining("0.05 USD per 24 hours and 0.10 USD per 24 hours");
  }

  @Test
  void aLimitWithoutItsWindowIsNone() {
    for (SpendLimit.Kind kind : SpendLimit.Kind.values()) {
      boolean adds = kind == SpendLimit.Kind.WINDOW || kind == SpendLimit.Kind.CALENDAR_DAY;
      if (adds) {
        assertThatThrownBy(() -> new SpendLimit("client", kind, null, null, ONE))
            .isInstanceOf(NullPointerException.class);
      } else {
        assertThatThrownBy(() -> new SpendLimit("client", kind, Duration.ofDays(1), null, ONE))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
    assertThatThrownBy(() -> new SpendLimit("c", SpendLimit.Kind.WINDOW, Duration.ZERO, null, ONE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                new SpendLimit("c", SpendLimit.Kind.TOTAL, null, ZoneId.of("America/Chicago"), ONE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aScopeWithoutLimitsSaysSo() {
    assertThatThrownBy(() -> SpendScope.of("acme", null)).hasMessageContaining("limits");
    assertThat(SpendScope.of("acme", SpendLimits.none()).limits()).isEmpty();
  }

  // --- names ---

  @Test
  void anIdKeepsItsLettersAndItsCase() {
    assertThat(SpendScope.nameOf("acme-7")).isEqualTo("acme-7");
    assertThat(SpendScope.nameOf("ACME/7")).isEqualTo("ACME+2f7");
    assertThat(SpendScope.nameOf("a+b")).isEqualTo("a+2bb");
    assertThat(SpendScope.nameOf("M\u00fcller")).isEqualTo("M+c3+bcller");
    assertThat(SpendScope.nameOf("x".repeat(64))).isEqualTo("x".repeat(64));
  }

  @Test
  void differentIdsHaveDifferentNames() {
    List<String> ids =
        List.of(
            "acme",
            "ACME",
            "Acme",
            "ac me",
            "acme ",
            " acme",
            "acme/",
            "acme+",
            "acme+20",
            "+41",
            "A",
            "a",
            "\u00e9",
            "e\u0301",
            "e",
            "x".repeat(65),
            "x".repeat(66),
            "X".repeat(65),
            "\u0000",
            "\n",
            "\ud83d\ude9a",
            "client/acme",
            "a'b",
            "a\"b",
            "a%b",
            "a_b");
    assertThat(ids.stream().map(SpendScope::nameOf))
        .doesNotHaveDuplicates()
        .allSatisfy(
            name ->
                assertThatCode(() -> SpendScope.of(name, SpendLimits.none()))
                    .doesNotThrowAnyException());
  }

  @Test
  void peopleReadTheIdThatANameWasMadeOf() {
    for (String id : List.of("ACME/7", "ACME 7", "M\u00fcller & Co", "\ud83d\ude9a")) {
      SpendScope scope = SpendScope.of(SpendScope.nameOf(id), SpendLimits.total("1.00"));
      assertThat(scope.limits().get(0).description())
          .isEqualTo("1.00 USD in total for scope client/" + id);
      LimitUse use =
          new LimitUse(scope.limits().get(0), new BigDecimal("0.65"), new BigDecimal("0.35"), 0.65);
      assertThat(use.toString()).contains("client/" + id);
      assertThat(entry(scope.path()).toString()).contains("scope=client/" + id + ",");
    }
  }

  private static SpendEntry entry(String scope) {
    return new SpendEntry(
        1,
        Instant.EPOCH,
        "account",
        "createLoad",
        null,
        null,
        null,
        null,
        null,
        null,
        scope,
        Charge.Kind.CHARGED,
        false,
        new BigDecimal("0.65"),
        new BigDecimal("0.65"),
        null,
        null);
  }

  @Test
  void whatMustNotReachALogStaysEscaped() {
    for (String id : List.of("a\nb", "a\u202eb", "\u0000")) {
      String name = SpendScope.nameOf(id);
      SpendScope scope = SpendScope.of(name, SpendLimits.total("1.00"));
      assertThat(scope.limits().get(0).description()).endsWith("client/" + name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "half \ud83d"})
  void whatIsNoIdHasNoName(String id) {
    assertThatThrownBy(() -> SpendScope.nameOf(id)).isInstanceOf(IllegalArgumentException.class);
  }
}
