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
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a charge writes: a full window is a row of some kilobytes. */
class WindowRowsTest {
  private static final BigDecimal PRICE = new BigDecimal("0.02");
  private static final SpendScope CLIENT = SpendScope.client(SpendLimits.none());
  private static final List<SpendLimit> LIMITS =
      SpendScope.client(SpendLimits.builder().perHour("1.00").build()).limits();
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

  private SpendDecision reserve() {
    book.begin(false);
    Rules rules = new Rules(book, book.now());
    Operation operation = Operation.GET_LOAD_POSITION;
    Purchase read = new Purchase(operation, null, "", CLIENT, Duration.ofSeconds(30), true, true);
    return rules.reserve(new Rules.Request(read, PRICE, LIMITS, "call-" + calls++, false), false);
  }

  private void charge() {
    SpendDecision held = reserve();
    book.begin(false);
    SpendEntry attempt =
        new SpendEntry(
            0,
            Times.instant(book.now),
            Operation.GET_LOAD_POSITION,
            "LD-2026-0001",
            null,
            null,
            1,
            Kind.CHARGED,
            PRICE,
            SpendScope.CLIENT,
            PRICE);
    new Rules(book, book.now()).settle((SpendHold) held, List.of(attempt));
  }

  private String row() {
    book.begin(false);
    return book.read(Ring.id(SpendScope.CLIENT, "PT1H")).text();
  }

  private String counted() {
    book.begin(false);
    Accounts accounts = new Accounts(book, book.now());
    Ring hour = accounts.ring(accounts.scope(SpendScope.CLIENT), "PT1H");
    return NanoUsd.toUsd(hour.sum(book.now())).toPlainString();
  }
}
