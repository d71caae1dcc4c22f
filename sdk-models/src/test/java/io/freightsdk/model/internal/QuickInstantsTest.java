package io.freightsdk.model.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The quick way to read an instant agrees with the JDK, or leaves it to the JDK. */
class QuickInstantsTest {
  @Property(tries = 1_250)
  void anInstantIsTheSameOrLeftAlone(@ForAll("texts") String text) {
    Instant quick = Instants.usual(text);
    // Fails with the JDK's own exception where only the quick way takes the text.
    if (quick != null) assertThat(quick).as(text).isEqualTo(OffsetDateTime.parse(text).toInstant());
  }

  @Property(tries = 625)
  void everyInstantInItsUsualFormIsReadQuickly(@ForAll("instants") Instant instant) {
    for (ChronoUnit unit : List.of(ChronoUnit.SECONDS, ChronoUnit.MILLIS)) {
      Instant whole = instant.truncatedTo(unit);
      assertThat(Instants.usual(whole.toString())).isEqualTo(whole);
    }
  }

  @Property(tries = 625)
  void everyInstantIsReadWithAnyOffset(
      @ForAll("instants") Instant instant, @ForAll @IntRange(min = -1079, max = 1079) int minutes) {
    assertThat(Instants.parse(instant.toString())).isEqualTo(instant);
    OffsetDateTime there = instant.atOffset(ZoneOffset.ofTotalSeconds(minutes * 60));
    boolean fourDigitYear = there.getYear() > 0 && there.getYear() < 10_000;
    if (fourDigitYear) {
      assertThat(Instants.parse(DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(there.withSecond(7))))
          .isEqualTo(there.withSecond(7).toInstant());
    }
  }

  @Property
  void everyDayOfEveryYearIsTheSame(@ForAll @IntRange(min = -700_000, max = 2_900_000) int day) {
    Instant noon = Instant.ofEpochSecond(day * 86_400L + 43_200);
    if (noon.isAfter(Instant.parse("0001-01-01T00:00:00Z"))) {
      assertThat(Instants.usual(noon.toString())).isEqualTo(noon);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-02-29T10:00:00Z",
        "1900-02-29T10:00:00Z",
        "2026-04-31T10:00:00Z",
        "2026-13-01T10:00:00Z",
        "2026-00-01T10:00:00Z",
        "2026-01-00T10:00:00Z",
        "2026-01-01T24:00:00Z",
        "2026-12-31T23:59:60Z",
        "2026-01-01T10:60:00Z",
        "2026-01-01t10:00:00z",
        "2026-01-01 10:00:00Z",
        "2026-01-01T10:00:00",
        "2026-01-01T10:00Z",
        "2026-01-01T10:00:00.Z",
        "2026-01-01T10:00:00.1234567890Z",
        "2026-01-01T10:00:00+18:01",
        "2026-01-01T10:00:00+5:00",
        "2026-01-01T10:00:00+0500",
        "2026-01-01T10:00:00+05",
        "2026-01-01T10:00:00+05:00:00",
        "2026-01-01T10:00:00Z ",
        "+10000-01-01T00:00:00Z",
        "-0001-01-01T00:00:00Z",
        "2026-01-01T10:00:00+00:00",
        "2026-01-01T10:00:00.1Z",
        "2026-01-01T10:00:00,123Z",
        "2026-01-01T10:00:00.12xZ",
        "2026-01-01T10:00:00.-12Z",
        "2026-01-01T10:00:00.123456Z",
        "-026-01-01T10:00:00Z",
        "+026-01-01T10:00:00Z",
        "２０２６-01-01T10:00:00Z",
        "2026-1-1T10:00:00.000Z",
        "2026-01-01T1:00:00.000Z",
        "20x6-01-01T10:00:00Z",
        "2026-01-01T10:00:0xZ",
        "2026-01-01T-1:00:00Z",
        "yesterday",
        ""
      })
  void anyOtherFormIsLeftAlone(String text) {
    assertThat(Instants.usual(text)).isNull();
  }

  /** Other programs write them so, among them older ones of Java. */
  @ParameterizedTest
  @CsvSource({
    "2026-11-28T08:00:00-0500, 2026-11-28T13:00:00Z",
    "2026-11-28T08:00:00-05, 2026-11-28T13:00:00Z",
    "2026-11-28T08:00+0545, 2026-11-28T02:15:00Z",
    "2026-11-28T08:00:00.25-0500, 2026-11-28T13:00:00.250Z",
    "'2026-11-28T08:00:00,25Z', 2026-11-28T08:00:00.250Z",
    "20261128T080000Z, 2026-11-28T08:00:00Z",
    "20261128T0800Z, 2026-11-28T08:00:00Z",
    "20261128T080000.5Z, 2026-11-28T08:00:00.500Z",
    "20261128T080000+0100, 2026-11-28T07:00:00Z",
    "20240229T235959-11, 2024-03-01T10:59:59Z"
  })
  void offsetsWithoutColonAndTheBasicFormatAreReadToo(String text, Instant instant) {
    assertThat(Instants.parse(text)).isEqualTo(instant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "20260229T080000Z",
        "20261128T080000",
        "20261128080000Z",
        "20261128T240000Z",
        "20261128T08Z",
        "2026-11-28T080000Z",
        "20261128T08:00:00Z",
        "020261128T080000Z",
        "2026-11-28T08:00:00-050",
        "2026-11-28T08:00:00-9900",
        "00000101T000000Z"
      })
  void whatIsInNeitherFormatIsNone(String text) {
    assertThat(Instants.parse(text)).isNull();
  }

  @Provide
  Arbitrary<Instant> instants() {
    long first = Instant.parse("0001-01-02T00:00:00Z").getEpochSecond();
    long last = Instant.parse("9999-12-30T23:59:59Z").getEpochSecond();
    return Combinators.combine(
            Arbitraries.longs().between(first, last),
            Arbitraries.oneOf(
                Arbitraries.of(0, 110_000_000, 1_000, 1, 999_999_999),
                Arbitraries.integers().between(0, 999_999_999)))
        .as(Instant::ofEpochSecond);
  }

  /** Texts near instants: each field in and out of its range, and any offset. */
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> date =
        Combinators.combine(
                Arbitraries.of(0, 1, 1600, 1900, 1969, 1970, 2000, 2024, 2026, 2100, 9999),
                Arbitraries.integers().between(0, 13),
                Arbitraries.integers().between(0, 32))
            .as(
                (year, month, day) ->
                    String.format(Locale.ROOT, "%04d-%02d-%02d", year, month, day));
    Arbitrary<String> time =
        Combinators.combine(
                Arbitraries.integers().between(0, 24),
                Arbitraries.integers().between(0, 60),
                Arbitraries.integers().between(0, 60))
            .as(
                (hour, minute, second) ->
                    String.format(Locale.ROOT, "T%02d:%02d:%02d", hour, minute, second));
    Arbitrary<String> fraction =
        Arbitraries.strings().numeric().ofMaxLength(10).map(digits -> "." + digits);
    Arbitrary<String> offset =
        Arbitraries.of(
            "Z", "z", "", "+00:00", "-00:00", "+05:30", "-17:59", "+18:00", "-24:00", "+0100",
            "+05:60");
    return Combinators.combine(
            date, time, Arbitraries.oneOf(Arbitraries.just(""), fraction), offset)
        .as((d, t, f, o) -> d + t + f + o);
  }
}
