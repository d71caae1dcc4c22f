package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a store in a database promises beyond every other: books outlive the process. */
abstract class JdbcSpendStoreContract extends SpendStoreContract {

  @Test
  void booksAreThereWhenTheyAreOpenedAgain() {
    SpendScope scope = SpendScope.client(SpendLimits.builder().total("1.00").build());
    held(reserve(scope, "0.65", "key"));
    SpendStore again = create();
    assertThat(again.position(now()).holds()).isEqualTo(1);
    assertThat(refused(reserve(scope, "0.36", null)).remainingUsd())
        .isEqualByComparingTo(new BigDecimal("0.35"));
  }

  @Test
  void aCallThatDiedWithItsProcessBecomesUnknownWhenItsTimeIsUp() {
    SpendScope scope = SpendScope.client(SpendLimits.builder().total("0.65").build());
    held(reserve(scope, "0.65", "key"));
    pass(Duration.ofSeconds(59));
    assertThat(store().position(now()).unknown()).isEmpty();
    pass(Duration.ofSeconds(1));

    SpendPosition position = store().position(now());
    assertThat(position.holds()).isZero();
    assertThat(position.unknown()).singleElement().matches(entry -> entry.attempt() == 0);
    assertThat(totals().unknownUsd()).isEqualByComparingTo("0.65");
    refused(reserve(scope, "0.65", "other"));
  }

  @Test
  void theRestartedCallTakesOverTheMoneyOfTheDeadOne() {
    SpendScope scope = SpendScope.client(SpendLimits.builder().total("0.65").build());
    held(reserve(scope, "0.65", "key"));
    settle(held(reserve(scope, "0.65", "key")), SpendOutcome.CHARGED);
    pass(Duration.ofMinutes(2));
    assertThat(store().position(now()).unknown()).isEmpty();
    assertThat(store().position(now()).holds()).isZero();
    assertThat(totals().chargedUsd()).isEqualByComparingTo("0.65");
    assertThat(totals().charged()).isEqualTo(1);
  }

  @Test
  void aLimitAddedLaterCountsWhatItsWindowHoldsAlready() {
    settle(
        held(reserve(SpendScope.of("acme", SpendLimits.none()), "0.65", null)),
        SpendOutcome.CHARGED);
    SpendLimits limits = SpendLimits.builder().perHour("1.00").build();
    assertThat(refused(reserve(SpendScope.of("acme", limits), "0.65", null)).remainingUsd())
        .isEqualByComparingTo("0.35");
  }
}
