package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge.Kind;
import io.freightsdk.internal.spend.SpendBooks.Purchase;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a charge writes: a full window is a row of some kilobytes. */
class WindowRowsTest {
  private static final BigDecimal PRICE = new BigDecimal("0.02");
  private static final SpendScope CLIENT = SpendScope.client(SpendLimits.none());
  private static final String DAYS = "days Z";
  private static final List<SpendLimit> LIMITS =
      SpendScope.client(
              SpendLimits.builder().perHour("1.00").perDay("1.00", ZoneOffset.UTC).build())
          .limits();
  private static final long SLOT = Times.micros(Duration.ofHours(1)) / 256 + 1;

  private final ExploredBook book = new ExploredBook(1000 * SLOT);
  private int calls;

  @Test
  void aChargeWritesTheRowOfAWindowOnceForEachSlot() {
    charge();
    String row = row();
    charge();
    charge();
    assertThat(row()).isEqualTo(row);
    assertThat(counted()).isEqualTo("0.06");

    book.now += SLOT;
    charge();
    assertThat(row()).isNotEqualTo(row).contains(",1:0.06");
    assertThat(counted()).isEqualTo("0.08");
  }

  /** By a clock that went back, which frees nothing. */
  @Test
  void aChargeOfAnOlderSlotIsCounted() {
    charge();
    book.now += 2 * SLOT;
    charge();
    book.now -= 2 * SLOT;
    charge();
    book.now += SLOT;
    charge();
    assertThat(counted()).isEqualTo("0.08");
    assertThat(row()).contains(",1:0.02,1:0.04");
  }

  @Test
  void whatLeftAWindowStaysGone() {
    charge();
    book.now += 300 * SLOT;
    assertThat(counted()).isEqualTo("0.00");
    charge();
    charge();
    assertThat(counted()).isEqualTo("0.04");
  }

  /** The clock of books in memory stands while a machine sleeps. */
  @Test
  void aRefusalSaysByTheTimeOfDayWhenMoneyIsFree() {
    book.ahead = Times.micros(Duration.ofHours(3));
    for (int i = 0; i < 50; i++) charge();
    SpendDecision.Refused refused = (SpendDecision.Refused) reserve();
    Instant anHourOn = Times.instant(book.wall()).plus(Duration.ofHours(1));
    assertThat(refused.refusal().freesAt()).isBetween(anHourOn, anHourOn.plusSeconds(15));
  }

  /** A machine slept, or its clock was set: only the time of day moved. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {"none, 180", "none, -180", "none, 1560", "key, 180", "key, 1560", "key, -1560"})
  void whatWasUnknownLeavesTheSlotWhereItWasCounted(@Nullable String key, int minutes) {
    book.ahead = Times.micros(Duration.ofHours(2));
    charge();
    long unknown = pay(key, Kind.UNKNOWN);
    book.ahead += Times.micros(Duration.ofMinutes(minutes));
    charge();
    book.begin(false);
    new Reconciling(new Rules(book, book.now())).settle(List.of(unknown), null, false);
    assertThat(counted()).isEqualTo("0.04");
    boolean nextDay = minutes > Duration.ofDays(1).toMinutes();
    assertThat(counted(DAYS)).isEqualTo(nextDay ? "0.02" : "0.04");
  }

  private SpendDecision reserve() {
    return reserve(null);
  }

  private SpendDecision reserve(@Nullable String key) {
    book.begin(false);
    Rules rules = new Rules(book, book.now());
    Operation operation = key == null ? Operation.GET_LOAD_POSITION : Operation.CREATE_LOAD;
    Purchase what = new Purchase(operation, key, "", CLIENT, Duration.ofSeconds(30), true, true);
    return rules.reserve(new Rules.Request(what, PRICE, LIMITS, "call-" + calls++, false), false);
  }

  private void charge() {
    pay(null, Kind.CHARGED);
  }

  private long pay(@Nullable String key, Kind outcome) {
    SpendHold held = (SpendHold) reserve(key);
    book.begin(false);
    SpendEntry attempt =
        new SpendEntry(
            0,
            Times.instant(book.now),
            held.operation(),
            key == null ? "LD-2026-0001" : null,
            key,
            null,
            1,
            outcome,
            PRICE,
            SpendScope.CLIENT,
            PRICE);
    return new Rules(book, book.now()).settle(held, List.of(attempt)).get(0).id();
  }

  private String row() {
    book.begin(false);
    return book.read(Ring.id(SpendScope.CLIENT, "PT1H")).text();
  }

  private String counted() {
    return counted("PT1H");
  }

  private String counted(String window) {
    book.begin(false);
    Accounts accounts = new Accounts(book, book.now());
    Ring ring = accounts.ring(accounts.scope(SpendScope.CLIENT), window);
    return NanoUsd.toUsd(ring.sum(window.equals(DAYS) ? book.wall() : book.now())).toPlainString();
  }
}
