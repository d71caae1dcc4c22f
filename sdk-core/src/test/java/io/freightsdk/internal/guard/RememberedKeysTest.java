package io.freightsdk.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Earlier;
import io.freightsdk.SpendGuard.KeyRefused;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.MovableClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client without a guard of its own remembers of its keys. */
class RememberedKeysTest {
  private static final String LOAD = "LD-2026-0001";
  private static final String OTHER_LOAD = "LD-2026-0002";

  private final MovableClock clock = new MovableClock();
  private final RememberedKeys keys = new RememberedKeys(clock);
  private final Charge price = Charge.charged(new BigDecimal("0.65"), clock.instant());
  private int reservations;

  // --- what a repeat is told ---

  @Test
  void theFirstUseOfAKeyIsChargedItsPriceAndARepeatIsFree() {
    assertThat(charged(reserved("a", null))).isEqualTo(price);
    Reservation repeat = reserved("a", null);
    assertThat(repeat.earlier()).isEqualTo(new Earlier(price, LOAD));
    assertThat(charged(repeat)).isEqualTo(Charge.NONE);
    assertThat(end(reserved("a", null), Charge.Kind.UNKNOWN, null)).isEqualTo(Charge.NONE);
  }

  @Test
  void ofTwoCallsOfAKeyAtOnceOneIsToldItsCharge() {
    Reservation one = reserved("a", null);
    Reservation two = reserved("a", null);
    assertThat(charged(one)).isEqualTo(price);
    assertThat(charged(two)).isEqualTo(Charge.NONE);
  }

  @Test
  void aKeyThatWasLostIsChargedToItsRepeat() {
    assertThat(end(reserved("a", null), Charge.Kind.UNKNOWN, null)).isEqualTo(Charge.UNKNOWN);
    Reservation repeat = reserved("a", null);
    assertThat(repeat.earlier()).isNull();
    assertThat(charged(repeat)).isEqualTo(price);
  }

  @Test
  void aChargeWithoutAPriceIsUnknownAndSoIsTheEarlierCharge() {
    Purchase unpriced = purchase("acme", "a", null, null);
    assertThat(charged((Reservation) decide(unpriced))).isEqualTo(Charge.UNKNOWN);
    assertThat(reserved("a", null).earlier()).isEqualTo(new Earlier(Charge.UNKNOWN, LOAD));
  }

  @Test
  void aPriceOfZeroIsCharged() {
    Purchase free = purchase("acme", "a", null, new Quote(BigDecimal.ZERO, clock.instant()));
    assertThat(charged((Reservation) decide(free))).isEqualTo(Charge.charged(BigDecimal.ZERO));
  }

  @ParameterizedTest
  @EnumSource
  void withoutAKeyThatIsChargedOnceEachAttemptCountsByItself(Charge.Kind kind) {
    Charge expected =
        switch (kind) {
          case NONE -> Charge.NONE;
          case CHARGED -> price;
          case UNKNOWN -> Charge.UNKNOWN;
        };
    for (int i = 0; i < 2; i++) {
      assertThat(end(reserved(null, null), kind, null)).isEqualTo(expected);
    }
  }

  @Test
  void theSameKeyOfAnotherAccountIsAnotherKey() {
    charged(reserved("a", "one"));
    Reservation others = (Reservation) decide(purchase("best", "a", "two", quote()));
    assertThat(others.earlier()).isNull();
    assertThat(charged(others)).isEqualTo(price);
  }

  // --- which keys are refused ---

  @Test
  void anotherBodyIsRefusedWhileTheFirstIsOnItsWayAndAfterItMayBePaid() {
    Reservation first = reserved("a", "one");
    assertThat(decide("a", "two")).isEqualTo(KeyRefused.OTHER_BODY);
    end(first, Charge.Kind.UNKNOWN, null);
    assertThat(decide("a", "two")).isEqualTo(KeyRefused.OTHER_BODY);
    charged(reserved("a", "one"));
    assertThat(decide("a", "two")).isEqualTo(KeyRefused.OTHER_BODY);
    assertThat(reserved("a", "one").earlier()).isNotNull();
  }

  /** What the service refused is corrected and sent again with its key. */
  @Test
  void aKeyThatSurelyCostNothingIsAsGoodAsNew() {
    end(reserved("a", "one"), Charge.Kind.NONE, null);
    clock.advance(Duration.ofDays(2));
    assertThat(charged(reserved("a", "two"))).isEqualTo(price);
    assertThat(decide("a", "one")).isEqualTo(KeyRefused.OTHER_BODY);
  }

  @Test
  void aKeyIsNotNewWhileAnotherCallMaySendIt() {
    Reservation refused = reserved("a", "one");
    Reservation onItsWay = reserved("a", "one");
    end(refused, Charge.Kind.NONE, null);
    assertThat(decide("a", "two")).isEqualTo(KeyRefused.OTHER_BODY);
    end(onItsWay, Charge.Kind.NONE, null);
    assertThat(decide("a", "two")).isInstanceOf(Reservation.class);
  }

  @Test
  void aRandomKeyThatIsRepeatedByHandHasAnyBody() {
    charged(reserved("a", null));
    assertThat(reserved("a", "one").earlier()).isNotNull();
    assertThat(decide("a", "two")).isEqualTo(KeyRefused.OTHER_BODY);
  }

  @ParameterizedTest
  @EnumSource(names = {"CHARGED", "UNKNOWN"})
  void aKeyThatTheServiceMayHaveForgottenIsRefused(Charge.Kind kind) {
    end(reserved("a", null), kind, null);
    clock.advance(Duration.ofHours(23).plusMinutes(55).minusMillis(1));
    assertThat(decide("a", null)).isInstanceOf(Reservation.class);
    clock.advance(Duration.ofMillis(1));
    assertThat(decide("a", null)).isEqualTo(KeyRefused.TOO_OLD);
  }

  @Test
  void anAnswerThatNamesAnotherLoadIsUnknownAndItsKeyIsRefusedFromThenOn() {
    charged(reserved("a", null));
    try (LogLines log = new LogLines()) {
      Charge told = end(reserved("a", null), Charge.Kind.CHARGED, OTHER_LOAD);
      assertThat(told).isEqualTo(Charge.UNKNOWN);
      assertThat(log.errors())
          .containsExactly(
              "call-1: an answer names load LD-2026-0002, and its key has bought load"
                  + " LD-2026-0001; the key is refused from now on, compare the balance");
    }
    assertThat(decide("a", null)).isEqualTo(KeyRefused.OTHER_LOAD);
  }

  /** A log may lead anywhere, also back into the client. */
  @Test
  void nobodyWaitsForTheLogOfAnother() {
    charged(reserved("a", null));
    Reservation other = reserved("a", null);
    Logger logger = Logger.getLogger("io.freightsdk.calls");
    CompletableFuture<Decision> meanwhile = new CompletableFuture<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            meanwhile.completeAsync(() -> decide("b", null)).orTimeout(20, TimeUnit.SECONDS).join();
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    try (LogLines quiet = new LogLines()) {
      logger.addHandler(handler);
      end(other, Charge.Kind.CHARGED, OTHER_LOAD);
      assertThat(quiet.errors()).hasSize(1);
    } finally {
      logger.removeHandler(handler);
    }
    assertThat(meanwhile.join()).isInstanceOf(Reservation.class);
  }

  @Test
  void theNewestTenThousandKeysAreRemembered() {
    for (int i = 0; i <= RememberedKeys.MOST_KEYS; i++) charged(reserved("key-" + i, null));
    assertThat(reserved("key-0", null).earlier()).as("the oldest is forgotten").isNull();
    assertThat(reserved("key-2", null).earlier()).isNotNull();
    assertThat(reserved("key-" + RememberedKeys.MOST_KEYS, null).earlier()).isNotNull();
  }

  @Test
  void whatIsForgottenWhileItIsOnItsWayIsToldByItsOwnOutcome() {
    Reservation first = reserved("a", null);
    for (int i = 0; i < RememberedKeys.MOST_KEYS; i++) charged(reserved("key-" + i, null));
    assertThat(charged(first)).isEqualTo(price);
  }

  // --- what it does not know ---

  @Test
  void itKnowsNoScopeAndNeedsNoPrice() {
    assertThat(keys.needsPrice(null)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> keys.needsPrice(() -> "client/acme"))
        .withMessageStartingWith("scope client/acme: this client has no limits and knows no scope");
  }

  @Test
  void thereIsNothingToStore() {
    assertThat(keys.flush(Duration.ZERO).toCompletableFuture()).isCompleted();
  }

  // --- asking and telling ---

  private Quote quote() {
    return new Quote(new BigDecimal("0.65"), clock.instant());
  }

  private Purchase purchase(
      String account, @Nullable String key, @Nullable String digest, @Nullable Quote quote) {
    return new Purchase(
        "reservation-" + ++reservations,
        account,
        "call-1",
        1,
        key == null ? Operation.GET_LOAD_POSITION : Operation.CREATE_LOAD,
        key,
        digest,
        null,
        null,
        null,
        quote,
        Duration.ofMinutes(2));
  }

  private Decision decide(Purchase purchase) {
    return keys.reserve(purchase).toCompletableFuture().join();
  }

  private Decision decide(@Nullable String key, @Nullable String digest) {
    return decide(purchase("acme", key, digest, quote()));
  }

  private Reservation reserved(@Nullable String key, @Nullable String digest) {
    return (Reservation) decide(key, digest);
  }

  private Charge charged(Reservation reservation) {
    return end(reservation, Charge.Kind.CHARGED, LOAD);
  }

  private Charge end(Reservation reservation, Charge.Kind kind, @Nullable String load) {
    Outcome outcome = new Outcome(kind, load, null);
    return keys.complete(reservation, outcome).toCompletableFuture().join();
  }
}
