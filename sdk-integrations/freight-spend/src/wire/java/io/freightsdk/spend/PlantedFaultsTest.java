package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Guards with one fault each, which the contract finds by the test that says so. */
class PlantedFaultsTest {
  /** The fault that the guards of {@link Planted} have; JUnit makes that class itself. */
  private static final ThreadLocal<Fault> PLANTED = new ThreadLocal<>();

  enum Fault {
    NO_LIMIT(
        "nothingAboveTheTotalIsReserved",
        total ->
            new SmallGuard(total) {
              @Override
              BigDecimal left(@Nullable Part part, BigDecimal totalUsd) {
                return super.left(part, totalUsd).add(BigDecimal.TEN);
              }
            }),
    A_CENT_TOO_MUCH(
        "nothingAboveTheTotalIsReserved",
        total ->
            new SmallGuard(total) {
              @Override
              BigDecimal left(@Nullable Part part, BigDecimal totalUsd) {
                return super.left(part, totalUsd).add(new BigDecimal("0.01"));
              }
            }),
    ALL_LOOK_BEFORE_ONE_RESERVES("nothingAboveTheTotalIsReservedByCallersAtOnce", LookFirst::new),
    NEEDS_NO_PRICE(
        "aCallUnderALimitNeedsAPrice",
        total ->
            new SmallGuard(total) {
              @Override
              public boolean needsPrice(@Nullable Scope scope) {
                return !super.needsPrice(scope);
              }
            }),
    A_REFUSAL_HOLDS(
        "whatIsRefusedHoldsNothing",
        total ->
            new SmallGuard(total) {
              @Override
              synchronized Decision decide(Purchase purchase) {
                Decision decision = super.decide(purchase);
                counts.putIfAbsent(purchase.id(), purchase);
                return decision;
              }
            }),
    NOTHING_IS_GIVEN_BACK(
        "whatCostNothingGivesItsRoomBack",
        total ->
            new SmallGuard(total) {
              @Override
              void free(Purchase purchase) {}
            }),
    AN_UNKNOWN_CHARGE_IS_FREE(
        "whatMayHaveBeenChargedCounts", total -> new Forgets(total, Charge.Kind.UNKNOWN)),
    A_CHARGE_IS_FORGOTTEN(
        "whatWasChargedCountsAndIsToldAtItsPrice",
        total -> new Forgets(total, Charge.Kind.CHARGED)),
    EACH_NONE_GIVES_BACK(
        "anOutcomeThatIsToldTwiceCountsOnce",
        total ->
            new SmallGuard(total) {
              private BigDecimal back = BigDecimal.ZERO;

              @Override
              void free(Purchase purchase) {
                if (counts.remove(purchase.id()) == null) back = back.add(price(purchase));
              }

              @Override
              BigDecimal left(@Nullable Part part, BigDecimal totalUsd) {
                return super.left(part, totalUsd).add(back);
              }
            }),
    THE_SECOND_OUTCOME_FAILS(
        "anOutcomeThatIsToldTwiceCountsOnce",
        total ->
            new SmallGuard(total) {
              @Override
              void free(Purchase purchase) {
                if (counts.remove(purchase.id()) == null) throw new IllegalStateException("gone");
              }
            }),
    ASKING_AGAIN_RESERVES_AGAIN(
        "theSameReservationIsOneHoweverOftenItIsAskedFor",
        total ->
            new SmallGuard(total) {
              private BigDecimal again = BigDecimal.ZERO;

              @Override
              boolean isKnown(Purchase purchase) {
                if (super.isKnown(purchase)) again = again.add(price(purchase));
                return super.isKnown(purchase);
              }

              @Override
              BigDecimal left(@Nullable Part part, BigDecimal totalUsd) {
                return super.left(part, totalUsd).subtract(again);
              }
            }),
    A_REPEAT_HOLDS(
        "theRepeatOfAChargedKeyIsFree",
        total ->
            new SmallGuard(total) {
              @Override
              synchronized Decision decide(Purchase purchase) {
                Decision decision = super.decide(purchase);
                if (decision instanceof Reservation) counts.put(purchase.id(), purchase);
                return decision;
              }
            }),
    A_REPEAT_IS_TOLD_AS_CHARGED(
        "theRepeatOfAChargedKeyIsFree",
        total ->
            new SmallGuard(total) {
              @Override
              Charge repeated(Purchase purchase, Outcome outcome) {
                Charge told = super.repeated(purchase, outcome);
                return told.equals(Charge.NONE) ? Charge.charged(price(purchase)) : told;
              }
            }),
    KEYS_ARE_NOT_REMEMBERED(
        "theRepeatOfAChargedKeyIsFree",
        total ->
            new SmallGuard(total) {
              @Override
              synchronized Charge tell(Reservation reservation, Outcome outcome) {
                Charge told = super.tell(reservation, outcome);
                keys.clear();
                return told;
              }
            }),
    ANY_BODY_WILL_DO(
        "aKeyWithAnotherBodyIsRefused",
        total ->
            new SmallGuard(total) {
              @Override
              boolean isOtherBody(Bought bought, Purchase purchase) {
                return false;
              }
            }),
    NO_DIGEST_IS_ANOTHER_BODY(
        "aRandomKeyThatItsCallerRepeatsIsTheSameCall",
        total ->
            new SmallGuard(total) {
              @Override
              boolean isOtherBody(Bought bought, Purchase purchase) {
                return !Objects.equals(bought.digest(), purchase.digest());
              }
            }),
    ANY_LOAD_WILL_DO(
        "aKeyWhoseAnswersNameTwoLoadsIsUnknownAndRefusedFromThenOn",
        total ->
            new SmallGuard(total) {
              @Override
              Charge repeated(Purchase purchase, Outcome outcome) {
                return Charge.NONE;
              }
            }),
    EVERY_SCOPE_IS_TAKEN(
        "aScopeThatItDoesNotKnowIsRefusedAsAMistake",
        total ->
            new SmallGuard(total) {
              @Override
              public boolean needsPrice(@Nullable Scope scope) {
                return true;
              }
            }),
    A_SCOPE_HAS_NO_LIMIT(
        "aScopeHasItsOwnTotal",
        total ->
            new SmallGuard(total) {
              @Override
              BigDecimal left(@Nullable Part part, BigDecimal totalUsd) {
                return super.left(null, part == null ? totalUsd : BigDecimal.TEN);
              }
            }),
    A_SCOPE_IS_NOT_IN_THE_TOTAL(
        "whatAScopeSpendsCountsInTheTotalOfAll",
        total ->
            new SmallGuard(total) {
              @Override
              BigDecimal left(@Nullable Part part, BigDecimal totalUsd) {
                if (part != null) return super.left(part, totalUsd);
                return counts.values().stream()
                    .filter(purchase -> purchase.scope() == null)
                    .map(SmallGuard::price)
                    .reduce(totalUsd, BigDecimal::subtract);
              }
            }),
    FLUSH_NEVER_ENDS(
        "noMethodBlocksItsCaller",
        total ->
            new SmallGuard(total) {
              @Override
              public CompletionStage<Void> flush(Duration atMost) {
                return new CompletableFuture<>();
              }
            }),
    FLUSH_FORGETS(
        "whatIsKeptIsStoredInTime",
        total ->
            new SmallGuard(total) {
              @Override
              public synchronized CompletionStage<Void> flush(Duration atMost) {
                counts.clear();
                return super.flush(atMost);
              }
            }),
    RESERVE_WAITS("noMethodBlocksItsCaller", Waits::new);

    private final String foundBy;
    private final Function<BigDecimal, SpendGuard> guard;

    Fault(String foundBy, Function<BigDecimal, SpendGuard> guard) {
      this.foundBy = foundBy;
      this.guard = guard;
    }
  }

  /** What ended so counts no more. */
  private static final class Forgets extends SmallGuard {
    private final Charge.Kind kind;

    Forgets(BigDecimal totalUsd, Charge.Kind kind) {
      super(totalUsd);
      this.kind = kind;
    }

    @Override
    synchronized Charge tell(Reservation reservation, Outcome outcome) {
      Charge told = super.tell(reservation, outcome);
      if (outcome.kind() == kind) free(reservation.purchase());
      return told;
    }
  }

  /** Looks, waits until all others have looked too, and reserves. */
  private static final class LookFirst extends SmallGuard {
    private final CyclicBarrier all = new CyclicBarrier(SpendGuardContract.CALLERS);

    LookFirst(BigDecimal totalUsd) {
      super(totalUsd);
    }

    @Override
    Decision decide(Purchase purchase) {
      BigDecimal left;
      synchronized (this) {
        left = left(null, totalUsd);
      }
      try {
        all.await(30, TimeUnit.SECONDS);
      } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
        throw new IllegalStateException("not all have looked", e);
      }
      if (price(purchase).compareTo(left) > 0) return super.decide(purchase);
      synchronized (this) {
        counts.put(purchase.id(), purchase);
      }
      return new Reservation(purchase, null);
    }
  }

  /** As one does whose service does not answer. */
  private static final class Waits extends SmallGuard {
    Waits(BigDecimal totalUsd) {
      super(totalUsd);
    }

    @Override
    public CompletionStage<Decision> reserve(Purchase purchase) {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return super.reserve(purchase);
    }
  }

  /** Run by the launcher alone. */
  static final class Planted extends SpendGuardContract {
    private final Fault fault = PLANTED.get();

    @Override
    protected SpendGuard create(BigDecimal totalUsd) {
      return fault.guard.apply(totalUsd);
    }

    @Override
    protected SpendGuard.Scope scope(SpendGuard guard, String name, BigDecimal totalUsd) {
      return new SmallGuard.Part("client/" + name, totalUsd);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theContractFindsIt(Fault fault) {
    assertThat(failed(fault, fault.foundBy)).containsExactly(fault.foundBy + "()");
  }

  @Test
  void everyTestOfTheContractFindsSomething() {
    List<String> tests = new ArrayList<>();
    for (var method : SpendGuardContract.class.getDeclaredMethods()) {
      if (method.isAnnotationPresent(Test.class)) tests.add(method.getName());
    }
    List<String> finding = new ArrayList<>();
    for (Fault fault : Fault.values()) finding.add(fault.foundBy);
    assertThat(finding).containsAll(tests);
  }

  /** The tests of the contract that fail with a fault, of those named. */
  private static List<String> failed(Fault fault, String test) {
    List<String> failed = new ArrayList<>();
    PLANTED.set(fault);
    try {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(DiscoverySelectors.selectMethod(Planted.class, test))
                  .build(),
              new TestExecutionListener() {
                @Override
                public void executionFinished(TestIdentifier one, TestExecutionResult result) {
                  boolean found = one.isTest() && result.getStatus() == Status.FAILED;
                  if (found) failed.add(one.getDisplayName());
                }
              });
    } finally {
      PLANTED.remove();
    }
    return failed;
  }
}
