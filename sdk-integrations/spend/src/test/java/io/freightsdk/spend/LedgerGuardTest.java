package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.MemoryStorage;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.MovableClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A guard whose ledger may be unavailable. */
class LedgerGuardTest {
  private static final BigDecimal PRICE = new BigDecimal("0.65");
  private static final Duration CALL = Duration.ofMinutes(2);

  private final MovableClock time = new MovableClock();

  /** The timeout of each change. */
  private final List<Duration> timeouts = new ArrayList<>();

  /** The timeouts of changes that store an outcome. */
  private final List<Duration> outcomeTimeouts = new ArrayList<>();

  private boolean isUnavailable;
  private boolean isResponseLost;

  /** The results of outcomes that were not stored in time. */
  private final List<Consumer<Throwable>> lateOutcomes = new ArrayList<>();

  private final LedgerStorage storage =
      new LedgerStorage() {
        private final LedgerStorage kept = new MemoryStorage(time, 100);

        @Override
        public <T> T change(Function<LedgerRows, T> work, Duration atMost) {
          timeouts.add(atMost);
          if (isUnavailable) throw new SpendLedgerException("the database is away", null, true);
          T result = kept.change(work, atMost);
          if (isResponseLost) throw new SpendLedgerException("cannot commit", null, true);
          return result;
        }

        @Override
        public <T> T storeOutcome(
            Function<LedgerRows, T> work, Duration atMost, Consumer<Throwable> lost) {
          outcomeTimeouts.add(atMost);
          lateOutcomes.add(lost);
          return change(work, atMost);
        }

        @Override
        public <T> T read(Function<LedgerRows, T> work) {
          return kept.read(work);
        }

        @Override
        public void close() {}
      };

  private final SpendLedger ledger = new SpendLedger(storage);
  private final LedgerGuard guard = ledger.guard(SpendLimit.total("1.30"));

  private Purchase purchase(SpendGuard.@Nullable CostCenter scope, @Nullable BigDecimal price) {
    return new Purchase(
        "r1",
        "call-1",
        1,
        Operation.GET_LOAD_POSITION,
        TestLedger.ACCOUNT,
        null,
        null,
        "LD-7",
        scope,
        price == null ? null : new Quote(price, time.instant()),
        CALL);
  }

  private Purchase held() {
    return ((Reservation) guard.reserve(purchase(null, PRICE))).purchase();
  }

  @Test
  void reservationWaitsUntilTheDeadlineAndOutcomeTwoSeconds() {
    Purchase held = held();
    assertThat(guard.complete(held, new Outcome(Charge.Kind.CHARGED, null, null, null, null)))
        .isEqualTo(Charge.charged(PRICE, time.instant()));
    assertThat(timeouts).containsExactly(CALL.plusSeconds(3), Duration.ofSeconds(2));
    assertThat(outcomeTimeouts).as("only the end").containsExactly(Duration.ofSeconds(2));
  }

  @Test
  void limitUsageHasTheTwoHundredScopesUsedLast() {
    for (int i = 0; i < 200; i++) guard.reserve(inScope(i));
    guard.reserve(inScope(0));
    guard.reserve(inScope(200));
    assertThat(guard.limitUsage().stream().map(usage -> usage.limit().scope()))
        .hasSize(201)
        .contains("client", "client/customer-0", "client/customer-200")
        .doesNotContain("client/customer-1");
  }

  private Purchase inScope(int customer) {
    SpendScope scope = SpendScope.of("customer-" + customer, SpendLimit.total("1.00"));
    return new Purchase(
        "r" + customer,
        "call-" + customer,
        1,
        Operation.GET_LOAD_POSITION,
        TestLedger.ACCOUNT,
        null,
        null,
        "LD-7",
        scope,
        new Quote(new BigDecimal("0.001"), time.instant()),
        CALL);
  }

  @Test
  void nothingIsReservedWhileTheLedgerIsUnavailable() {
    isUnavailable = true;
    assertThatExceptionOfType(SpendLedgerException.class).isThrownBy(this::held);
  }

  /** It is unknown whether the reservation was stored, and its call sends nothing. */
  @Test
  void lostReservationIsReleasedByTheOutcomeOfItsCall() {
    isResponseLost = true;
    assertThatExceptionOfType(SpendLedgerException.class).isThrownBy(this::held);
    isResponseLost = false;
    assertThat(ledger.totals().reservedUsd()).isEqualByComparingTo(PRICE);
    assertThat(guard.complete(purchase(null, PRICE), Outcome.NONE)).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().reservedUsd()).isZero();
  }

  @Test
  void unstoredOutcomeBecomesUnknownAndIsLogged() {
    try (LogLines log = new LogLines()) {
      Purchase held = held();
      isUnavailable = true;
      assertThat(
              guard
                  .complete(held, new Outcome(Charge.Kind.CHARGED, null, null, null, "req-1"))
                  .kind())
          .isEqualTo(Charge.Kind.CHARGED);
      assertThat(log.warnings()).as("it may still be stored").isEmpty();
      lateOutcomes.get(0).accept(new SpendLedgerException("the database is away", null, true));
      assertThat(log.warnings())
          .anyMatch(
              line ->
                  line.contains(
                      "the outcome of getLoadPosition, attempt 1 of call call-1 (CHARGED, 0.65 USD, load LD-7) could not be stored"));
      isUnavailable = false;
      assertThat(ledger.totals().reservedUsd()).isEqualByComparingTo(PRICE);
      time.advance(CALL.plusMinutes(1));
      assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
    }
  }

  @Test
  void warningOfAnUnstoredOutcomeShowsNoSecret() {
    try (LogLines log = new LogLines()) {
      Purchase held = held();
      Outcome end = new Outcome(Charge.Kind.UNKNOWN, "+13125550142", null, null, null);
      guard.complete(held, end);
      lateOutcomes.get(0).accept(new SpendLedgerException("the database is away", null, true));
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("load ***", "could not be stored")
          .doesNotContain("0142");
    }
  }

  private static Outcome outcome(Charge.Kind kind) {
    return new Outcome(kind, "LD-2026-0001", "L1", "https://t/secret", "req-1");
  }

  private Purchase creation(String id) {
    return new Purchase(
        id,
        "call-1",
        1,
        Operation.CREATE_LOAD,
        "account",
        "key",
        "PO-7",
        null,
        null,
        new Quote(PRICE, time.instant()),
        CALL);
  }

  /** The charge that a caller sees if the outcome of a creation is not stored in time. */
  private Charge.Kind chargeOfUnstored(String id, Charge.Kind kind) {
    isUnavailable = false;
    assertThat(guard.reserve(creation(id))).isInstanceOf(Reservation.class);
    isUnavailable = true;
    return guard.complete(creation(id), outcome(kind)).kind();
  }

  @Test
  void unstoredOutcomeOfAKeyIsUnknownUnlessNothingWasCharged() {
    assertThat(chargeOfUnstored("r1", Charge.Kind.CHARGED))
        .as("a call at the same moment may have been charged for the key")
        .isEqualTo(Charge.Kind.UNKNOWN);
    isUnavailable = false;
    guard.complete(creation("r1"), outcome(Charge.Kind.CHARGED));

    assertThat(chargeOfUnstored("r2", Charge.Kind.CHARGED)).isEqualTo(Charge.Kind.UNKNOWN);
    assertThat(chargeOfUnstored("r3", Charge.Kind.NONE))
        .as("deduplicated")
        .isEqualTo(Charge.Kind.NONE);
    assertThat(chargeOfUnstored("r4", Charge.Kind.UNKNOWN)).isEqualTo(Charge.Kind.UNKNOWN);
  }

  @Test
  void scopeOfAnotherGuardIsRejected() {
    SpendGuard.CostCenter foreign = () -> "client/acme";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> guard.reserve(purchase(foreign, PRICE)))
        .withMessageContaining("scope: client/acme is not a SpendScope");
  }

  @Test
  void callInAScopeKeepsTheLimitsOfItsClient() {
    SpendScope roomy = SpendScope.of("acme", SpendLimit.total("99"));
    assertThat(guard.reserve(purchase(roomy, new BigDecimal("1.31"))))
        .isInstanceOfSatisfying(
            SpendGuard.LimitExceeded.class,
            full -> assertThat(full.limit()).isEqualTo("1.30 USD in total for scope client"));
  }

  @Test
  void callKeepsTheLimitsOfItsScopeAndEnclosingScopes() {
    SpendScope tight = SpendScope.of("acme", SpendLimit.total("0.64"));
    assertThat(limitMet(tight.child("run:1", SpendLimit.total("99"))))
        .isEqualTo("0.64 USD in total for scope client/acme");
    assertThat(limitMet(SpendScope.of("acme", SpendLimit.perDay("99"), SpendLimit.total("0.64"))))
        .isEqualTo("0.64 USD in total for scope client/acme");
  }

  private String limitMet(SpendScope scope) {
    return ((SpendGuard.LimitExceeded) guard.reserve(purchase(scope, PRICE))).limit();
  }

  @Test
  void callWithoutAPriceIsRefusedByItsLimit() {
    assertThat(guard.reserve(purchase(null, null)))
        .isInstanceOfSatisfying(
            SpendGuard.PriceUnknown.class, unknown -> assertThat(unknown.limit()).contains("1.30"));
  }

  @Test
  void limitOfAnOperationAboveItsPeriodIsAWarning() {
    SpendLimit ofAll = SpendLimit.perDay("50.00");
    try (LogLines log = new LogLines()) {
      guard.replaceLimits(
          ofAll,
          SpendLimit.perDay("50.00").onlyFor(Operation.CREATE_LOAD),
          SpendLimit.total("60.00").onlyFor(Operation.CREATE_LOAD));
      assertThat(log.warnings()).as("another period, or as high").isEmpty();
      guard.replaceLimits(ofAll, SpendLimit.perDay("60.00").onlyFor(Operation.CREATE_LOAD));
      assertThat(log.warnings())
          .containsExactly(
              "limit has no effect: 60.00 USD per 24 hours of createLoad for scope client is above"
                  + " 50.00 USD per 24 hours for scope client; lower or remove it");
    }
  }

  /** For example, the scope of a customer who makes calls all day. */
  @Test
  void limitsOfTheTwoHundredNewestScopesAreReported() {
    for (int i = 0; i <= 200; i++) {
      pay(SpendScope.of("steady", SpendLimit.total("9.00")));
      pay(SpendScope.of("customer-" + i, SpendLimit.total("1.00")));
    }
    assertThat(guard.limitUsage())
        .hasSize(201)
        .extracting(use -> use.limit().scope())
        .contains("client", "client/steady", "client/customer-200", "client/customer-2")
        .doesNotContain("client/customer-1");
  }

  private void pay(SpendScope scope) {
    guard.reserve(purchase(scope, BigDecimal.ZERO));
  }
}
