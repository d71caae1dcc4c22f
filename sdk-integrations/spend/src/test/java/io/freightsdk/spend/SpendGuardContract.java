package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.LimitReached;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.PriceNeeded;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.SpendGuard.Scope;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the client relies on of a {@link SpendGuard}. Each test makes a guard of its own. */
abstract class SpendGuardContract {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** So many ask at once. */
  static final int CALLERS = 8;

  private final List<SpendGuard> made = new ArrayList<>();

  /**
   * Makes a guard that has spent nothing.
   *
   * @param totalUsd the most that may be spent through it
   */
  protected abstract SpendGuard create(BigDecimal totalUsd) throws Exception;

  /**
   * Makes a scope of a guard, with a limit of its own.
   *
   * @param guard made by {@link #create}
   * @param totalUsd the most that may be spent in this scope
   */
  protected abstract Scope scope(SpendGuard guard, String name, BigDecimal totalUsd)
      throws Exception;

  /** Ends a guard after its test. Default: nothing. */
  protected void close(SpendGuard guard) throws Exception {}

  /** Ends the guards of a test. */
  @AfterEach
  public final void closeAll() throws Exception {
    for (SpendGuard guard : made) close(guard);
  }

  // --- the total ---

  @Test
  public final void aCallWithoutAPriceIsRefused() throws Exception {
    assertThat(guard("1.00").reserve(unpriced(null)))
        .as("without a price there is nothing to compare with a limit")
        .isInstanceOf(PriceNeeded.class);
  }

  @Test
  public final void nothingAboveTheTotalIsReserved() throws Exception {
    SpendGuard guard = guard("1.00");
    for (int i = 0; i < 3; i++) reserved(guard, read("0.30"));
    LimitReached refused = refused(guard, read("0.30"));
    assertThat(refused.priceUsd()).as("priceUsd").isEqualByComparingTo("0.30");
    assertThat(refused.remainingUsd()).as("remainingUsd").isEqualByComparingTo("0.10");
    assertThat(refused.limit()).as("the limit in words").isNotBlank();
    reserved(guard, read("0.10"));
    refused(guard, read("0.01"));
  }

  @Test
  public final void whatIsRefusedHoldsNothing() throws Exception {
    SpendGuard guard = guard("1.00");
    for (int i = 0; i < 5; i++) refused(guard, read("1.01"));
    reserved(guard, read("1.00"));
  }

  @Test
  public final void nothingAboveTheTotalIsReservedByCallersAtOnce() throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      for (int round = 0; round < 20; round++) {
        SpendGuard guard = guard("1.00");
        CyclicBarrier start = new CyclicBarrier(CALLERS);
        Callable<Decision> caller =
            () -> {
              start.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
              return guard.reserve(read("0.30"));
            };
        List<Future<Decision>> decisions = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) decisions.add(callers.submit(caller));
        int reserved = 0;
        for (Future<Decision> decision : decisions) {
          if (decision.get(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS) instanceof Reservation) {
            reserved++;
          }
        }
        assertThat(reserved)
            .as("of %d callers at once, those with 0.30 of 1.00", CALLERS)
            .isEqualTo(3);
      }
    } finally {
      callers.shutdownNow();
    }
  }

  // --- outcomes ---

  @Test
  public final void whatCostNothingGivesItsRoomBack() throws Exception {
    SpendGuard guard = guard("1.00");
    Reservation first = reserved(guard, read("1.00"));
    refused(guard, read("0.01"));
    assertThat(complete(guard, first, Outcome.NONE)).as("the charge told").isEqualTo(Charge.NONE);
    reserved(guard, read("1.00"));
  }

  @Test
  public final void whatMayHaveBeenChargedCounts() throws Exception {
    SpendGuard guard = guard("1.00");
    Reservation first = reserved(guard, read("0.60"));
    assertThat(complete(guard, first, outcome(Charge.Kind.UNKNOWN)))
        .as("the charge told")
        .isEqualTo(Charge.UNKNOWN);
    assertThat(refused(guard, read("0.41")).remainingUsd()).isEqualByComparingTo("0.40");
    reserved(guard, read("0.40"));
  }

  @Test
  public final void whatWasChargedCountsAndIsToldAtItsPrice() throws Exception {
    SpendGuard guard = guard("1.00");
    Purchase purchase = read("0.60");
    Charge told = complete(guard, reserved(guard, purchase), outcome(Charge.Kind.CHARGED));
    assertThat(told).as("the charge told").isEqualTo(Charge.charged("0.60"));
    assertThat(refused(guard, read("0.41")).remainingUsd()).isEqualByComparingTo("0.40");
    reserved(guard, read("0.40"));
  }

  @Test
  public final void anOutcomeThatIsToldTwiceCountsOnce() throws Exception {
    SpendGuard guard = guard("1.00");
    Reservation free = reserved(guard, read("0.50"));
    Reservation charged = reserved(guard, read("0.20"));
    Reservation unknown = reserved(guard, read("0.20"));
    for (int i = 0; i < 2; i++) {
      complete(guard, free, Outcome.NONE);
      complete(guard, charged, outcome(Charge.Kind.CHARGED));
      complete(guard, unknown, outcome(Charge.Kind.UNKNOWN));
    }
    assertThat(refused(guard, read("0.61")).remainingUsd()).isEqualByComparingTo("0.60");
    reserved(guard, read("0.60"));
    refused(guard, read("0.01"));
  }

  @Test
  public final void theSameReservationIsOneHoweverOftenItIsAskedFor() throws Exception {
    SpendGuard guard = guard("1.00");
    Purchase purchase = read("0.60");
    Reservation first = reserved(guard, purchase);
    reserved(guard, purchase);
    reserved(guard, read("0.40"));
    refused(guard, read("0.01"));
    complete(guard, first, Outcome.NONE);
    reserved(guard, read("0.60"));
  }

  // --- keys ---

  @Test
  public final void theRepeatOfAChargedKeyIsFree() throws Exception {
    SpendGuard guard = guard("1.00");
    Charge first = complete(guard, reserved(guard, creation("key", "0.60")), charged("LD-1"));
    assertThat(first).isEqualTo(Charge.charged("0.60"));
    Reservation repeat = reserved(guard, creation("key", "0.60"));
    reserved(guard, read("0.40"));
    refused(guard, read("0.01"));
    assertThat(complete(guard, repeat, charged("LD-1")))
        .as("the charge told of the repeat")
        .isEqualTo(Charge.NONE);
    refused(guard, read("0.01"));
  }

  // --- scopes ---

  @Test
  public final void aScopeThatItDoesNotKnowIsRefusedAsAMistake() throws Exception {
    SpendGuard guard = guard("1.00");
    assertThatIllegalArgumentException()
        .as("a scope that another guard has made")
        .isThrownBy(() -> guard.reserve(in(() -> "a scope of somebody else", "0.10")));
  }

  @Test
  public final void aScopeHasItsOwnTotal() throws Exception {
    SpendGuard guard = guard("10.00");
    Scope scope = scope(guard, "1.00");
    assertThat(guard.reserve(unpriced(scope))).isInstanceOf(PriceNeeded.class);
    reserved(guard, in(scope, "0.60"));
    assertThat(refused(guard, in(scope, "0.41")).remainingUsd()).isEqualByComparingTo("0.40");
    reserved(guard, read("0.60"));
  }

  @Test
  public final void whatAScopeSpendsCountsInTheTotalOfAll() throws Exception {
    SpendGuard guard = guard("1.00");
    Scope scope = scope(guard, "10.00");
    reserved(guard, in(scope, "0.60"));
    refused(guard, read("0.41"));
    refused(guard, in(scope, "0.41"));
    reserved(guard, in(scope, "0.40"));
  }

  private Scope scope(SpendGuard guard, String totalUsd) throws Exception {
    return scope(guard, "contract", new BigDecimal(totalUsd));
  }

  // --- what is bought ---

  private SpendGuard guard(String totalUsd) throws Exception {
    SpendGuard guard = create(new BigDecimal(totalUsd));
    made.add(guard);
    return guard;
  }

  /** A read of a position, which is charged each time. */
  private static Purchase read(String usd) {
    return in(null, usd);
  }

  private static Purchase in(@Nullable Scope scope, String usd) {
    return purchase(Operation.GET_LOAD_POSITION, null, scope, usd);
  }

  private static Purchase unpriced(@Nullable Scope scope) {
    Purchase priced = in(scope, "0.10");
    return new Purchase(
        priced.id(),
        priced.callId(),
        priced.attempt(),
        priced.operation(),
        priced.idempotencyKey(),
        priced.customerRef(),
        priced.loadNumber(),
        scope,
        null,
        priced.atMost());
  }

  private static Purchase creation(String key, String usd) {
    return purchase(Operation.CREATE_LOAD, key, null, usd);
  }

  private static Purchase purchase(
      Operation operation, @Nullable String key, @Nullable Scope scope, String usd) {
    return new Purchase(
        UUID.randomUUID().toString(),
        "contract",
        1,
        operation,
        key,
        key == null ? null : "PO-1",
        key == null ? "LD-1" : null,
        scope,
        new Quote(new BigDecimal(usd), Instant.now()),
        Duration.ofMinutes(2));
  }

  private static Outcome outcome(Charge.Kind kind) {
    return new Outcome(kind, "LD-1", "request");
  }

  private static Outcome charged(String loadNumber) {
    return new Outcome(Charge.Kind.CHARGED, loadNumber, "request");
  }

  private static Reservation reserved(SpendGuard guard, Purchase purchase) {
    Decision decision = guard.reserve(purchase);
    assertThat(decision).as("what has room is reserved").isInstanceOf(Reservation.class);
    Reservation reservation = (Reservation) decision;
    assertThat(reservation.purchase()).as("purchase of the reservation").isEqualTo(purchase);
    return reservation;
  }

  private static LimitReached refused(SpendGuard guard, Purchase purchase) {
    Decision decision = guard.reserve(purchase);
    assertThat(decision).as("what has no room is refused").isInstanceOf(LimitReached.class);
    return (LimitReached) decision;
  }

  private static Charge complete(SpendGuard guard, Reservation reservation, Outcome outcome) {
    return guard.complete(reservation.purchase(), outcome);
  }
}
