package io.freightsdk.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.agent.HeldPrices.Held;
import io.freightsdk.internal.agent.HeldPrices.Room;
import io.freightsdk.spend.LimitRoom;
import io.freightsdk.spend.LimitUse;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HeldPricesTest {
  private static final BigDecimal PRICE = new BigDecimal("0.65");
  private static final SpendScope AGENTS = SpendScope.of("agent", SpendLimit.total("2.00"));
  private static final SpendScope ANN = AGENTS.child("ann", SpendLimit.total("1.00"));
  private static final SpendScope ANNA = AGENTS.child("anna", SpendLimit.total("1.00"));

  private final HeldPrices held = new HeldPrices(new WaitingCalls());

  private static List<LimitRoom> leaving(SpendScope scope, String usd) {
    return leaving(scope, usd, PRICE);
  }

  private static List<LimitRoom> leaving(SpendScope scope, String usd, BigDecimal neededUsd) {
    return scope.limits().stream()
        .map(limit -> new LimitUse(limit, BigDecimal.ZERO, new BigDecimal(usd), 0))
        .map(use -> new LimitRoom(use, neededUsd))
        .toList();
  }

  private Room asked(SpendScope scope, String leftUsd) {
    return held.hold(scope, PRICE, true, () -> leaving(scope, leftUsd));
  }

  private static Held got(Room room) {
    return Objects.requireNonNull(room.held());
  }

  @Test
  void aPriceCountsInItsScopeAndInThoseAroundItOnly() {
    got(asked(ANN, "1.00"));

    assertThat(asked(ANN, "1.00")).isEqualTo(new Room(null, null));
    assertThat(asked(AGENTS, "1.00")).isEqualTo(new Room(null, null));
    assertThat(asked(ANNA, "2.00").held()).as("its name begins alike").isNotNull();
  }

  @Test
  void whatALimitRefusesByItselfIsToldApartFromWhatOthersHold() {
    got(asked(ANN, "1.00"));

    assertThat(asked(ANN, "0.64").usedUp()).isNotNull();
    assertThat(asked(ANN, "0.65")).isEqualTo(new Room(null, null));
  }

  @Test
  void aRepeatHoldsWhatItsLimitsDoNotCountYet() {
    BigDecimal more = new BigDecimal("0.10");
    got(held.hold(ANN, PRICE, true, () -> leaving(ANN, "0.75", more)));

    got(asked(ANN, "0.75"));
    assertThat(held.hold(ANN, PRICE, true, () -> leaving(ANN, "0.75", more)))
        .isEqualTo(new Room(null, null));
    got(held.hold(ANN, PRICE, true, () -> leaving(ANN, "0.00", BigDecimal.ZERO)));
  }

  @Test
  void withoutAQuestionOnlyTheLedgerDecides() {
    for (int i = 0; i < 3; i++) {
      Room room =
          held.hold(
              ANN,
              PRICE,
              false,
              () -> {
                throw new AssertionError("read for nothing");
              });
      assertThat(room.held()).isNotNull();
    }
    assertThat(asked(ANN, "1.00").held()).as("they may be about to be reserved").isNull();
  }

  /** The ledger has counted it since it was read. */
  @Test
  void aPriceThatIsReleasedWhileTheLedgerIsReadIsLookedForThere() {
    Held first = got(asked(ANN, "1.00"));
    AtomicInteger reads = new AtomicInteger();

    Room room =
        held.hold(
            ANN,
            PRICE,
            true,
            () -> {
              boolean isFirst = reads.incrementAndGet() == 1;
              if (isFirst) first.end();
              return leaving(ANN, isFirst ? "1.00" : "0.35");
            });

    assertThat(reads).hasValue(2);
    assertThat(room.held()).isNull();
    assertThat(room.usedUp()).isNotNull();
  }

  @Test
  void aPriceIsReleasedOnce() {
    Held first = got(asked(ANN, "1.00"));
    first.end();
    Held second = got(asked(ANN, "1.00"));
    first.end();

    assertThat(asked(ANN, "1.00").held()).isNull();
    assertThat(held.releases()).isEqualTo(1);
    second.end();
    assertThat(asked(ANN, "1.00").held()).isNotNull();
  }
}
