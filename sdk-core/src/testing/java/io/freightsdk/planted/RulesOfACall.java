package io.freightsdk.planted;

import io.freightsdk.testsupport.PlantedFault;
import java.util.ArrayList;
import java.util.List;

/**
 * Each rule that somebody who rewrites the call may lose, as the fault that it is when it is gone,
 * and the test that finds it. Whoever writes a rule elsewhere plants its fault there; a rule that
 * is not promised any more takes its row along.
 */
public final class RulesOfACall {
  /**
   * @param fault named by the rule that it breaks
   * @param test of sdk-core which finds it, by an assertion of its own, such as {@code
   *     money.RepeatedKeyTest#aMethod}
   */
  public record Rule(PlantedFault fault, String test) {
    @Override
    public String toString() {
      return fault.name();
    }
  }

  private static final String INTERNAL = "sdk-core/src/main/java/io/freightsdk/internal/";
  private static final String CALL = "call/Call.java";
  private static final String TALLY = "call/Tally.java";
  private static final String BOOKING = "call/Booking.java";
  private static final String PRICES = "money/PriceCache.java";
  private static final String RUNNER = "call/CallRunner.java";
  private static final String TABLE = "retry/RetryTable.java";
  private static final String RETRIES = "retry/Retries.java";
  private static final String ERRORS = "json/ApiError.java";
  private static final String KEYS = "guard/RememberedKeys.java";
  private static final String GUARDS = "transport/WireGuards.java";

  private static final String LOST =
      "UNKNOWN_OUTCOME(SAME_KEY, MAY_COST_AGAIN, RETRY, RETRY, NEVER)";
  private static final String CARD =
      "case CARD -> failure == FailureClass.NEVER_SENT ? RETRY : NEVER;";
  private static final String COSTS_NOTHING =
      "case NEVER_SENT, UNTRUSTED, NOT_PROCESSED, INSUFFICIENT_FUNDS, REFUSED -> Charge.NONE;\n"
          + "      case UNKNOWN_OUTCOME, STRANGER, UNREADABLE, ABANDONED -> Charge.UNKNOWN;";

  private RulesOfACall() {}

  public static List<Rule> all() {
    List<Rule> all = new ArrayList<>();
    all.addAll(whatIsRepeated());
    all.addAll(whatIsTold());
    all.addAll(whatIsReserved());
    all.addAll(howItEnds());
    return all;
  }

  private static List<Rule> whatIsRepeated() {
    return List.of(
        rule(
            "OkHttp acts on no status by itself",
            GUARDS,
            "boolean followUpPossible = status >= 300 && status != 304;",
            "boolean followUpPossible = false;",
            "client.WireDisciplineTest#oneAttemptIsOneRequest"),
        rule(
            "what was never sent is sent again",
            TABLE,
            "NEVER_SENT(RETRY, RETRY, RETRY, RETRY, RETRY)",
            "NEVER_SENT(NEVER, NEVER, NEVER, NEVER, NEVER)",
            "client.RetryEngineTest#whatWasNeverSentIsSentAgain"),
        rule(
            "a lost creation is sent again with its key",
            TABLE,
            LOST,
            "UNKNOWN_OUTCOME(NEVER, MAY_COST_AGAIN, RETRY, RETRY, NEVER)",
            "client.RetryEngineTest#refusalAfterALostAttemptLeavesTheChargeOpen"),
        rule(
            "a paid read is not repeated after a lost answer",
            TABLE,
            LOST,
            "UNKNOWN_OUTCOME(SAME_KEY, RETRY, RETRY, RETRY, NEVER)",
            "money.PaidOperationsTest#aLostAnswerIsAskedForAgainOnlyWhereThatCostsNothing"),
        rule(
            "a creation through the catalog is not repeated after a lost answer",
            TABLE,
            LOST,
            "UNKNOWN_OUTCOME(SAME_KEY, MAY_COST_AGAIN, RETRY, RETRY, SAME_KEY)",
            "money.PaidOperationsTest#aLostAnswerIsAskedForAgainOnlyWhereThatCostsNothing"),
        rule(
            "a top-up by card is not repeated after a lost answer",
            TABLE,
            CARD,
            "case CARD -> failure.free;",
            "money.PaidOperationsTest#aTopUpByCardNeedsNoRoomAndIsNeverSentTwice"),
        rule(
            "nothing is sent earlier than the service asks",
            RETRIES,
            "asked != null && asked.compareTo(LONGEST_RETRY_AFTER) > 0;",
            "false;",
            "client.RetryEngineTest#nothingIsSentEarlierThanALongRetryAfterAsks"),
        rule(
            "a pause beyond the deadline is not begun",
            RETRIES,
            "boolean inTime = delay.compareTo(left) < 0;",
            "boolean inTime = true;",
            "client.RetryEngineTest#waitBeyondTheDeadlineIsNotBegun"),
        rule(
            "a wait that the service asks for is kept",
            RETRIES,
            "if (asked != null) return asked;",
            "",
            "client.RetryEngineTest#retryAfterInSecondsIsObeyed"),
        rule(
            "what the client does not repeat by itself is not repeated",
            CALL,
            "failed.retryable() && RetryTable.allows(verdict, policy);",
            "failed.retryable();",
            "client.RetryEngineTest#whatAStrangerAnsweredIsNotRepeatedThoughTheLoadIsPaidFor"),
        rule(
            "a success is told to the retry that counts",
            RETRIES,
            "context.onComplete();",
            "",
            "client.RetryRegistryTest#countsWhatSucceedsAtOnceAndWhatSucceedsLater"));
  }

  private static List<Rule> whatIsTold() {
    return List.of(
        rule(
            "a charge is told once, though two calls of its key succeed",
            TALLY,
            "doubtful ? Charge.UNKNOWN : replay ? Charge.NONE : total;",
            "doubtful ? Charge.UNKNOWN : total;",
            "money.ReplayContractTest#twoCallsOfAKeyThatSucceedAtOnceTellItsChargeOnce"),
        rule(
            "a charge is told once, though a call of its key fails",
            TALLY,
            "if (known == null || failure.charge().equals(Charge.NONE)) return failure;",
            "if (failure != null) return failure;",
            "money.ReplayContractTest#aCallThatFailsDoesNotTellTheChargeThatAnotherCallOfItsKeyHasTold"),
        rule(
            "a repeat of what is known as charged costs nothing",
            TALLY,
            "return another ? Charge.UNKNOWN : Charge.NONE;",
            "if (another) return Charge.UNKNOWN;",
            "money.ReplayContractTest#aReplayInAnotherClientWithTheSameGuardNamesItToo"),
        rule(
            "an answer that names another load than the key's leaves the charge open",
            TALLY,
            "return another ? Charge.UNKNOWN : Charge.NONE;",
            "return Charge.NONE;",
            "money.RepeatedKeyTest#aDamagedAnswerThatNamesAnotherLoadThanTheKeysLeavesTheChargeOpen"),
        rule(
            "what the guard knows better is told",
            BOOKING,
            "return isNews ? Charge.UNKNOWN : null;",
            "return null;",
            "internal.call.BookingTest#whatTheGuardSaysOfAnotherLoadIsTold"),
        rule(
            "an answer that is complete counts, though its call was ended",
            CALL,
            "if (why != null && heard instanceof Heard.Nothing<T> cut) {\n"
                + "      if (cut.failure().neverSent()) return stopped(why);\n",
            "if (why != null) {\n",
            "client.CancellationTest#anAnswerThatIsCompleteWhenItsCallIsEndedSaysWhatItCost"),
        rule(
            "a refusal does not hide the failure before it, which may have cost",
            TALLY,
            "if (before == null || total.kind() != Charge.Kind.UNKNOWN) return refusal;",
            "if (refusal != null) return refusal;",
            "client.SpendGuardFaultsTest#aLimitMayVetoARepetition"),
        rule(
            "a lost answer may have been charged",
            TALLY,
            COSTS_NOTHING,
            COSTS_NOTHING
                .replace("UNKNOWN_OUTCOME, ", "")
                .replace("NEVER_SENT,", "UNKNOWN_OUTCOME, NEVER_SENT,"),
            "money.PaidOperationsTest#aLostAnswerIsAskedForAgainOnlyWhereThatCostsNothing"),
        rule(
            "who is not the service cannot say that nothing was charged",
            TALLY,
            COSTS_NOTHING,
            COSTS_NOTHING.replace("STRANGER, ", "").replace("NEVER_SENT,", "STRANGER, NEVER_SENT,"),
            "client.StrangersAnswerTest#isNeverTakenForTheServicesWordOnACharge"),
        rule(
            "an answer is the service's only by its status and its code",
            ERRORS,
            "if (judgedByBody && !isTheServices(status, refusal)) return STRANGER;",
            "",
            "client.StrangersAnswerTest#isNeverTakenForTheServicesWordOnACharge"),
        rule(
            "a refusal for want of money costs nothing",
            TALLY,
            COSTS_NOTHING,
            COSTS_NOTHING
                .replace("INSUFFICIENT_FUNDS, ", "")
                .replace("case UNKNOWN_OUTCOME", "case INSUFFICIENT_FUNDS, UNKNOWN_OUTCOME"),
            "client.ErrorTableTest#insufficientFunds"),
        rule(
            "a read that was repeated after a lost one costs an unknown amount",
            TALLY,
            "if (!keyed) return total.plus(charge);",
            "if (!keyed) return charge;",
            "client.RetryEngineTest#readRepeatedOnRequestIsNotCalledExactlyCharged"),
        rule(
            "a refusal does not settle what an earlier attempt may have cost",
            TALLY,
            "case NONE -> isSettled && total.kind() == Charge.Kind.UNKNOWN ? Charge.NONE : total;",
            "case NONE -> charge;",
            "client.RetryEngineTest#refusalAfterALostAttemptLeavesTheChargeOpen"),
        rule(
            "what was charged stays so, though a later answer is lost",
            TALLY,
            "case UNKNOWN -> total.kind() == Charge.Kind.CHARGED ? total : charge;",
            "case UNKNOWN -> charge;",
            "money.RepeatedKeyTest#aCallThatFailsTellsWhatItsOwnEarlierAttemptWasCharged"),
        rule(
            "a call that ends between two attempts says what the lost one may have cost",
            TALLY,
            "return facts(total)\n        .retryable(fetch",
            "return facts(Charge.NONE)\n        .retryable(fetch",
            "client.CancellationTest#aCallThatIsEndedInItsPauseSaysWhatItsLostAttemptMayHaveCost"),
        rule(
            "a confirmation that has a price is charged",
            TALLY,
            "reading.paid() || (repeat == RepeatClass.CONFIRMATION && canCost());",
            "reading.paid();",
            "money.PaidOperationsTest#noneOfThemIsSentWithoutRoom"),
        rule(
            "a creation that may be paid for is repeated with its key",
            TALLY,
            "if (keyed && (!sum.equals(Charge.NONE) || failure == FailureClass.UNREADABLE)) {",
            "if (failure == FailureClass.UNREADABLE && !keyed) {",
            "client.CancellationTest#interruptedCreationNamesTheKeyToRepeatItWith"));
  }

  private static List<Rule> whatIsReserved() {
    return List.of(
        rule(
            "a lost read needs a reservation of its own for its repeat",
            CALL,
            "if (again) booking.end();",
            "",
            "client.SpendGuardFaultsTest#aLimitMayVetoARepetition"),
        rule(
            "all attempts of a creation have one reservation",
            CALL,
            "boolean again = spec.chargedKey() == null && attempt",
            "boolean again = attempt",
            "money.RepeatedKeyTest#allAttemptsOfACreationHaveOneKeyAndOneReservation"),
        rule(
            "a reservation ends at a 402",
            CALL,
            "    booking.end();\n    Duration policys",
            "    Duration policys",
            "money.TopUpTest#aRefusalWith402EndsTheReservationAndTheCallReservesAgain"),
        rule(
            "a call whose top-up came reserves again",
            CALL,
            "return mayCost && !booking.isOpen() ? this::askPrice : this::queue;",
            "return this::queue;",
            "money.TopUpTest#aRefusalWith402EndsTheReservationAndTheCallReservesAgain"),
        rule(
            "a reservation is completed once",
            BOOKING,
            "    reservation = null;\n    completed = complete(ended, outcome);",
            "    completed = complete(ended, outcome);",
            "money.HoweverCallsEndTest#eachReservationEndsOnce"),
        rule(
            "a reservation that comes too late is given back",
            BOOKING,
            "      CompletableFuture<?> unused = complete(late, Outcome.NONE);\n",
            "",
            "client.LateReservationTest#moneyThatIsSetAsideTooLateIsGivenBack"),
        rule(
            "a reservation that came as its call was given up is given back",
            BOOKING,
            "    hear();\n    end();\n",
            "    end();\n",
            "client.LateReservationTest#moneyThatIsSetAsideAsItsCallIsGivenUpIsGivenBackOnce"),
        rule(
            "what a lost attempt may have cost is told with the reservation",
            BOOKING,
            "kind.compareTo(before) > 0 ? kind : before",
            "kind",
            "money.TopUpTest#aRefusalWith402EndsTheReservationAndTheCallReservesAgain"),
        rule(
            "a key is sent no more when the service may have forgotten it",
            KEYS,
            "Duration.ofHours(24).minusMinutes(5)",
            "Duration.ofHours(24)",
            "money.RepeatedKeyTest#aKeyIsSentForTwentyThreeHoursAndFiftyFiveMinutes"),
        rule(
            "a key has one body",
            KEYS,
            "return before != null && now != null && !before.equals(now);",
            "return false;",
            "money.RepeatedKeyTest#oneKeyWithAnotherBodyIsRefused"),
        rule(
            "a key that cost nothing may have another body",
            KEYS,
            "return running == 0 && !mayBePaid && charged == null && loadNumber == null;",
            "return false;",
            "internal.guard.RememberedKeysTest#aKeyIsNotNewWhileAnotherCallMaySendIt"),
        rule(
            "a key whose answers named two loads is refused",
            KEYS,
            "if (known.ofAnotherLoad) return KeyRefused.OTHER_LOAD;",
            "",
            "money.RepeatedKeyTest#anAnswerThatNamesAnotherLoadThanTheKeysIsUnknownAndTheKeyIsRefused"),
        rule(
            "the newest ten thousand keys are remembered",
            KEYS,
            "MOST_KEYS = 10_000;",
            "MOST_KEYS = 9_999;",
            "internal.guard.RememberedKeysTest#theNewestTenThousandKeysAreRemembered"),
        rule(
            "a call in a scope that the guard does not know is refused, also a free one",
            RUNNER,
            "if (spec.options().scope() == null) return;",
            "if (spec.options().scope() == null || !spec.mayCost()) return;",
            "client.ForeignScopesTest#aCallInAForeignScopeIsNotSent"),
        rule(
            "a call with a maxPrice is not sent without a price",
            RUNNER,
            "spec.options().maxPrice() != null || limits.maxPrice() != null;",
            "limits.maxPrice() != null;",
            "money.PriceUnavailableContractTest#underAMaxPriceIsRefusedOnceThePriceIsTooOld"),
        rule(
            "a client with a maxPrice sends nothing without a price",
            RUNNER,
            "spec.options().maxPrice() != null || limits.maxPrice() != null;",
            "spec.options().maxPrice() != null;",
            "money.PriceUnavailableContractTest#underAMaxPriceACallWaitsForItsPrice"),
        rule(
            "a call whose price is above its maxPrice is not sent",
            CALL,
            "usd != null && maxPrice != null && usd.compareTo(maxPrice) > 0",
            "usd != null && maxPrice != null && usd.compareTo(maxPrice) > 1",
            "money.PaidOperationsTest#aPriceAboveWhatACallMayCostIsNeverSent"),
        rule(
            "a maxPrice of the call stands before that of the client",
            CALL,
            "own != null ? own : runner.limits.maxPrice();",
            "runner.limits.maxPrice() != null ? runner.limits.maxPrice() : own;",
            "money.PaidOperationsTest#aPriceAboveWhatACallMayCostIsNeverSent"),
        rule(
            "a call that needs no price waits half a second for it",
            PRICES,
            "PATIENCE = Duration.ofMillis(500);",
            "PATIENCE = Duration.ofMillis(600);",
            "money.PriceUnavailableContractTest#withoutALimitACallWaitsHalfASecondForItsPrice"),
        rule(
            "a price is too old after its life",
            PRICES,
            "PriceReading last = youngerThan(LIFE);",
            "PriceReading last = known;",
            "money.PriceUnavailableContractTest#underALimitIsRefusedOnceThePriceIsTooOld"),
        rule(
            "an old price is used no longer than its greatest age",
            PRICES,
            "PriceReading last = youngerThan(MAX_AGE);",
            "PriceReading last = known;",
            "money.PriceUnavailableContractTest#underALimitIsRefusedOnceThePriceIsTooOld"),
        rule(
            "what the balance covers goes, whoever came before",
            "money/TopUps.java",
            "if (needUsd.compareTo(left) > 0) continue;",
            "if (needUsd.compareTo(left) > 0) break;",
            "money.TopUpTest#aReadGoesBeforeACreationThatTheBalanceDoesNotCover"),
        rule(
            "no more go than the balance covers",
            "money/TopUps.java",
            "left = left.subtract(needUsd);",
            "",
            "money.TopUpTest#asManyGoAsTheBalanceCoversAndOneAsksForAll"),
        rule(
            "a lost attempt is told, though the guard fails when it is to be repeated",
            BOOKING,
            "    completed = complete(ended, outcome);",
            "",
            "client.SpendGuardFaultsTest#aLostAttemptIsToldThoughTheGuardFailsWhenItIsToBeRepeated"));
  }

  private static List<Rule> howItEnds() {
    return List.of(
        rule(
            "a top-up extends the deadline of the client",
            CALL,
            "ownDeadline ? endNanos : endNanos + forMoney.at(now);",
            "endNanos;",
            "money.TopUpDeadlineTest#aTopUpExtendsTheDeadlineOfTheClient"),
        rule(
            "a top-up does not extend a deadline of the call's own",
            CALL,
            "ownDeadline ? endNanos : endNanos + forMoney.at(now);",
            "endNanos + forMoney.at(now);",
            "money.TopUpDeadlineTest#aTopUpDoesNotExtendADeadlineOfTheCallsOwn"),
        rule(
            "a client that is closed sends nothing",
            RUNNER,
            "    if (closed) {\n      ended(call);",
            "    if (false) {\n      ended(call);",
            "client.CancellationTest#closedClientRefusesCalls"),
        rule(
            "who closes a client waits for what its calls have paid",
            RUNNER,
            "return !othersRun();",
            "return true;",
            "client.ClosingTest#whoClosesWaitsUntilWhatWasPaidIsBooked"),
        rule(
            "who was interrupted in a call is so after it",
            "call/CallersThread.java",
            "if (interrupted) thread.interrupt();",
            "",
            "client.CancellationTest#interruptEndsTheCallAndKeepsTheFlag"),
        rule(
            "nothing is sent once the deadline has passed",
            CALL,
            "if (!ticket.isAdmitted() || left.isZero()) return"
                + " timeUp(FreightTimeoutException.QUEUE);",
            "if (!ticket.isAdmitted()) return timeUp(FreightTimeoutException.QUEUE);",
            "client.RetryEngineTest#nothingIsSentOnceTheDeadlineHasPassed"),
        rule(
            "a call that runs out of time tells the failure before",
            TALLY,
            "    if (lastFailure != null) return lastFailure;\n",
            "",
            "money.TopUpTest#failsFastByDefault"),
        rule(
            "the longest wait for a top-up begins with the first refusal",
            "money/TopUps.java",
            "Duration left = maxWait.minusNanos(nanoTime.getAsLong() - since);",
            "Duration left = maxWait;",
            "internal.money.TopUpsTest#theLongestWaitBeginsWithTheFirstRefusal"));
  }

  private static Rule rule(
      String rule, String source, String place, String instead, String foundBy) {
    return new Rule(new PlantedFault(rule, INTERNAL + source, place, instead), foundBy);
  }
}
