package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.json.FreightJson;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
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

/** Instants as they are read from the wire, and from what people type into tools. */
class InstantsTest {
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  /** The JDK reads years that nobody means, and no offset without a colon. */
  @Property(tries = 1_250, seed = "38041782")
  void textsThatTheJdkParsesGiveTheSameInstant(@ForAll("texts") String text) {
    Instant expected;
    try {
      expected = OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException another) {
      return;
    }
    boolean isUsable = !expected.isBefore(FIRST) && !expected.isAfter(LAST);
    assertThat(FreightJson.parseInstant(text)).as(text).isEqualTo(isUsable ? expected : null);
  }

  @Property(tries = 625, seed = "-1035484332")
  void instantsAreReadWithAnyOffset(
      @ForAll("instants") Instant instant, @ForAll @IntRange(min = -1079, max = 1079) int minutes) {
    assertThat(FreightJson.parseInstant(instant.toString())).isEqualTo(instant);
    OffsetDateTime there = instant.atOffset(ZoneOffset.ofTotalSeconds(minutes * 60));
    boolean fourDigitYear = there.getYear() > 0 && there.getYear() < 10_000;
    if (fourDigitYear) {
      String text = DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(there.withSecond(7));
      assertThat(FreightJson.parseInstant(text)).isEqualTo(there.withSecond(7).toInstant());
    }
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
  void offsetsWithoutColonAndBasicFormatAreRead(String text, Instant instant) {
    assertThat(FreightJson.parseInstant(text)).isEqualTo(instant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-02-29T10:00:00Z",
        "2026-04-31T10:00:00Z",
        "2026-13-01T10:00:00Z",
        "2026-01-00T10:00:00.000Z",
        "2026-01-01T10:60:00Z",
        "2026-01-01 10:00:00Z",
        "2026-01-01T10:00:00",
        "2026-01-01T10:00:0xZ",
        "2026-01-01T-1:00:00Z",
        "2026-01-01T10:00:00.-12Z",
        "yesterday",
        "",
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
  void invalidInstantIsReadAsNull(String text) {
    assertThat(FreightJson.parseInstant(text)).isNull();
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
