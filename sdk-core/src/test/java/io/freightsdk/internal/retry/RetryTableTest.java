package io.freightsdk.internal.retry;

import static io.freightsdk.internal.retry.RetryTable.FailureClass.*;
import static io.freightsdk.internal.retry.RetryTable.RepeatCost.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.retry.RetryTable.FailureClass;
import io.freightsdk.internal.retry.RetryTable.RepeatCost;
import io.freightsdk.retry.RetryPolicy;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who is sent again after what: every cell of the table, by the rule that fills it. */
class RetryTableTest {
  private static final Set<RepeatCost> ALL = EnumSet.allOf(RepeatCost.class);
  private static final Set<RepeatCost> ONCE = EnumSet.of(UNREPEATABLE, CARD);
  private static final RetryPolicy UNKNOWN_READS_TOO =
      RetryPolicy.builder().retryUnknownReads(true).build();

  /** The operations that are sent again by themselves. */
  private static Set<RepeatCost> repeated(FailureClass failure, RetryPolicy policy) {
    Set<RepeatCost> repeated = EnumSet.noneOf(RepeatCost.class);
    for (RepeatCost repeat : RepeatCost.values()) {
      if (RetryTable.allows(RetryTable.verdict(failure, repeat), policy)) repeated.add(repeat);
    }
    return repeated;
  }

  private static Set<RepeatCost> repeated(FailureClass failure) {
    return repeated(failure, RetryPolicy.standard());
  }

  @Test
  void whatTheServiceDoesNotHaveIsSentAgainWhateverItIs() {
    assertThat(repeated(NEVER_SENT)).isEqualTo(ALL);
  }

  @Test
  void whatCertainlyCostNothingIsSentAgain() {
    assertThat(repeated(NOT_PROCESSED)).isEqualTo(EnumSet.complementOf(EnumSet.copyOf(ONCE)));
  }

  @Test
  void whatMayHaveCostSomethingIsSentAgainWhereThatCostsNothing() {
    assertThat(repeated(UNKNOWN_OUTCOME)).containsExactly(ONCE_PER_KEY, FREE, CONFIRMATION);
    assertThat(repeated(UNKNOWN_OUTCOME, UNKNOWN_READS_TOO))
        .containsExactly(ONCE_PER_KEY, PAID_READ, FREE, CONFIRMATION);
  }

  @Test
  void afterAnAnswerThatSaysNothingOnlyAKeyMakesItSafe() {
    assertThat(repeated(UNREADABLE, UNKNOWN_READS_TOO)).containsExactly(ONCE_PER_KEY);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"NOT_THE_SERVICE", "INSUFFICIENT_FUNDS", "REFUSED", "UNTRUSTED", "ENDED_LOCALLY"})
  void whatWouldFailAgainIsNotSentAgain(FailureClass failure) {
    assertThat(repeated(failure, UNKNOWN_READS_TOO)).isEmpty();
  }

  @Test
  void whatMovesMoneyInTheCatalogIsSentAgainOnlyIfItWasNeverSent() {
    for (FailureClass failure : FailureClass.values()) {
      for (RepeatCost once : ONCE) {
        assertThat(repeated(failure, UNKNOWN_READS_TOO).contains(once))
            .as("%s of %s", failure, once)
            .isEqualTo(failure == NEVER_SENT);
      }
    }
  }

  /** Free operations cannot be refused for money. */
  @Test
  void onlyWhatCostsMoneyAndMayBeRepeatedWaitsForATopUp() {
    for (FailureClass failure : FailureClass.values()) {
      for (RepeatCost repeat : RepeatCost.values()) {
        boolean costs = EnumSet.of(ONCE_PER_KEY, PAID_READ).contains(repeat);
        assertThat(RetryTable.verdict(failure, repeat) == RetryTable.Verdict.TOP_UP)
            .as("%s of %s", failure, repeat)
            .isEqualTo(failure == INSUFFICIENT_FUNDS && costs);
      }
    }
  }

  /** A creation is sent with the key that the service may know, unless it certainly has none. */
  @ParameterizedTest
  @EnumSource
  void aCreationKeepsItsKey(FailureClass failure) {
    boolean again = repeated(failure).contains(ONCE_PER_KEY);
    assertThat(RetryTable.verdict(failure, ONCE_PER_KEY) == RetryTable.Verdict.SAME_KEY)
        .isEqualTo(again && failure != NEVER_SENT);
  }
}
