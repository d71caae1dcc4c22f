package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.Charge;
import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.model.Operation;
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

/** A limit that cannot be understood cannot be built: half a limit would be none. */
class LimitsFailClosedTest {
  private static final BigDecimal ONE = BigDecimal.ONE;

  private static Arguments half(String name, Runnable setting) {
    return Arguments.of(name, setting);
  }

  static Stream<Arguments> halfLimits() {
    return Stream.of(
        half("no zone, text", () -> SpendLimit.perDay("0.05", null)),
        half("no zone, number", () -> SpendLimit.perDay(ONE, null)),
        half("no operation", () -> SpendLimit.perDay(ONE).onlyFor(null)),
        half("a free operation", () -> SpendLimit.perDay(ONE).onlyFor(Operation.GET_BALANCE)),
        half("no zone of a month, text", () -> SpendLimit.perMonth("0.05", null)),
        half("no zone of a month, number", () -> SpendLimit.perMonth(ONE, null)),
        half("no amount for a day", () -> SpendLimit.perDay((String) null, ZoneOffset.UTC)),
        half("no amount in all", () -> SpendLimit.total((BigDecimal) null)),
        half("no amount in a window", () -> SpendLimit.perHour((BigDecimal) null)),
        half("an amount below zero", () -> SpendLimit.total("-0.01")),
        half("no number", () -> SpendLimit.total("lots")),
        half("nothing", () -> SpendLimit.total("")),
        half("400,000 digits", () -> SpendLimit.total("1".repeat(400_000))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("halfLimits")
  void incompleteLimitIsRejected(String name, Runnable setting) {
    assertThatThrownBy(setting::run)
        .isInstanceOfAny(IllegalArgumentException.class, NullPointerException.class)
        .satisfies(e -> assertThat(e.getMessage()).isNotBlank().hasSizeLessThan(300));
  }

  /** The methods that accept limits. */
  static Stream<Consumer<SpendLimit[]>> takers() {
    return Stream.of(
        limits -> SpendLedger.inMemory().guard(limits),
        limits -> SpendScope.client(limits),
        limits -> SpendScope.of("acme", limits),
        limits -> SpendScope.of("acme").child("run:1", limits));
  }

  @ParameterizedTest
  @MethodSource("takers")
  void twoAmountsForTheSamePeriodAreRejected(Consumer<SpendLimit[]> taker) {
    SpendLimit[] twice = {
      SpendLimit.perHour("0.01"), SpendLimit.perDay("0.05"), SpendLimit.perDay("0.10")
    };
    assertThatThrownBy(() -> taker.accept(twice))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "limits: 0.05 USD per 24 hours and 0.10 USD per 24 hours cover the same period; keep"
                + " one");
  }

  @ParameterizedTest
  @MethodSource("takers")
  void twoAmountsForTheSameOperationAreRejected(Consumer<SpendLimit[]> taker) {
    SpendLimit[] twice = {
      SpendLimit.perDay("0.10"),
      SpendLimit.perDay("0.05").onlyFor(Operation.CREATE_LOAD),
      SpendLimit.perDay("0.07").onlyFor(Operation.CREATE_LOAD)
    };
    assertThatThrownBy(() -> taker.accept(twice))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.05 USD per 24 hours of createLoad and 0.07 USD");
  }

  @ParameterizedTest
  @MethodSource("takers")
  void nullLimitIsRejected(Consumer<SpendLimit[]> taker) {
    assertThatThrownBy(() -> taker.accept(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("limits");
    assertThatThrownBy(() -> taker.accept(new SpendLimit[] {SpendLimit.perDay("0.05"), null}))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("limits[1]");
  }

  @Test
  void limitMayBeUsedInManyScopes() {
    SpendLimit each = SpendLimit.perDay("5.00");
    SpendScope acme = SpendScope.of("acme", each);
    SpendScope run = acme.child("run:1", each);

    assertThat(run.limits())
        .extracting(SpendLimit::description)
        .containsExactly(
            "5.00 USD per 24 hours for scope client/acme/run:1",
            "5.00 USD per 24 hours for scope client/acme");
    assertThat(each.scope()).isEqualTo(SpendScope.CLIENT);
    assertThat(SpendScope.of("globex", acme.limits().get(0)).limits().get(0).scope())
        .isEqualTo("client/globex");
  }

  @Test
  void scopeMayHaveNoLimits() {
    assertThat(SpendScope.of("acme").limits()).isEmpty();
  }

  // --- names ---

  @Test
  void pathKeepsLettersAndCaseOfAnId() {
    assertThat(pathOf("acme-7")).isEqualTo("client/acme-7");
    assertThat(pathOf("ACME/7")).isEqualTo("client/ACME+2f7");
    assertThat(pathOf("a+b")).isEqualTo("client/a+2bb");
    assertThat(pathOf("M\u00fcller")).isEqualTo("client/M+c3+bcller");
    assertThat(pathOf("x".repeat(64))).isEqualTo("client/" + "x".repeat(64));
  }

  private static String pathOf(String id) {
    return SpendScope.of(id).path();
  }

  @Test
  void differentIdsHaveDifferentPaths() {
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
    assertThat(ids.stream().map(LimitsFailClosedTest::pathOf))
        .doesNotHaveDuplicates()
        .allMatch(path -> path.matches("client/[A-Za-z0-9._:@+-]{1,64}"));
  }

  @Test
  void descriptionsShowTheIdOfAScope() {
    for (String id : List.of("ACME/7", "ACME 7", "M\u00fcller & Co", "\ud83d\ude9a")) {
      SpendScope scope = SpendScope.of(id, SpendLimit.total("1.00"));
      assertThat(scope.limits().get(0).description())
          .isEqualTo("1.00 USD in total for scope client/" + id);
      LimitUsage use =
          new LimitUsage(
              scope.limits().get(0), new BigDecimal("0.65"), new BigDecimal("0.35"), 0.65);
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
        BigDecimal.ZERO,
        null,
        null);
  }

  @Test
  void controlCharactersStayEncoded() {
    for (String id : List.of("a\nb", "a\u202eb", "\u0000")) {
      SpendScope scope = SpendScope.of(id, SpendLimit.total("1.00"));
      assertThat(scope.limits().get(0).description()).endsWith(scope.path()).contains("+");
    }
  }

  /** Applications read limits from JSON, which has no factories. */
  @Test
  void limitWithoutItsPeriodFails() {
    for (SpendLimit.Kind kind : SpendLimit.Kind.values()) {
      Duration day = kind == SpendLimit.Kind.TOTAL ? Duration.ofDays(1) : null;
      assertThatThrownBy(() -> new SpendLimit("client", kind, day, null, null, ONE))
          .isInstanceOf(InvalidOptionException.class);
    }
    for (Duration period : List.of(Duration.ZERO, Duration.ofDays(34))) {
      assertThatThrownBy(
              () -> new SpendLimit("c", SpendLimit.Kind.ROLLING, period, null, null, ONE))
          .isInstanceOf(InvalidOptionException.class);
    }
    ZoneId chicago = ZoneId.of("America/Chicago");
    assertThatThrownBy(() -> new SpendLimit("c", SpendLimit.Kind.TOTAL, null, chicago, null, ONE))
        .isInstanceOf(InvalidOptionException.class);
  }

  @Test
  void emptyIdIsRejected() {
    assertThatThrownBy(() -> SpendScope.of("")).isInstanceOf(IllegalArgumentException.class);
  }
}
