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

/** Every cell of the retry table, by the rule that fills it. */
class RetryTableTest {
  private static final Set<RepeatCost> ALL = EnumSet.allOf(RepeatCost.class);
  private static final Set<RepeatCost> SENT_ONCE = EnumSet.of(UNREPEATABLE, CARD);
  private static final RetryPolicy WITH_UNKNOWN_READS =
      RetryPolicy.builder().retryUnknownReads(true).build();

  /** The operations that the client retries. */
  private static Set<RepeatCost> retried(FailureClass failure, RetryPolicy policy) {
    Set<RepeatCost> retried = EnumSet.noneOf(RepeatCost.class);
    for (RepeatCost repeatCost : RepeatCost.values()) {
      if (RetryTable.allows(RetryTable.rule(failure, repeatCost), policy)) retried.add(repeatCost);
    }
    return retried;
  }

  private static Set<RepeatCost> retried(FailureClass failure) {
    return retried(failure, RetryPolicy.standard());
  }

  @Test
  void everyOperationIsRetriedIfItWasNeverSent() {
    assertThat(retried(NEVER_SENT)).isEqualTo(ALL);
  }

  @Test
  void unprocessedRequestIsRetried() {
    assertThat(retried(NOT_PROCESSED)).isEqualTo(EnumSet.complementOf(EnumSet.copyOf(SENT_ONCE)));
  }

  @Test
  void unknownOutcomeIsRetriedIfTheRepeatIsFree() {
    assertThat(retried(UNKNOWN_OUTCOME)).containsExactly(ONCE_PER_KEY, FREE, CONFIRMATION);
    assertThat(retried(UNKNOWN_OUTCOME, WITH_UNKNOWN_READS))
        .containsExactly(ONCE_PER_KEY, PAID_READ, FREE, CONFIRMATION);
  }

  @Test
  void unreadableResponseIsRetriedOnlyUnderAKey() {
    assertThat(retried(UNREADABLE, WITH_UNKNOWN_READS)).containsExactly(ONCE_PER_KEY);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"NOT_THE_SERVICE", "INSUFFICIENT_FUNDS", "REFUSED", "UNSENDABLE", "ENDED_LOCALLY"})
  void permanentFailureIsNotRetried(FailureClass failure) {
    assertThat(retried(failure, WITH_UNKNOWN_READS)).isEmpty();
  }

  @Test
  void paidCatalogOperationIsRetriedOnlyIfNeverSent() {
    for (FailureClass failure : FailureClass.values()) {
      for (RepeatCost once : SENT_ONCE) {
        assertThat(retried(failure, WITH_UNKNOWN_READS).contains(once))
            .as("%s of %s", failure, once)
            .isEqualTo(failure == NEVER_SENT);
      }
    }
  }

  /** Free operations cannot be refused for money. */
  @Test
  void onlyRepeatablePaidOperationsWaitForATopUp() {
    for (FailureClass failure : FailureClass.values()) {
      for (RepeatCost repeatCost : RepeatCost.values()) {
        boolean isPaid = EnumSet.of(ONCE_PER_KEY, PAID_READ).contains(repeatCost);
        assertThat(RetryTable.rule(failure, repeatCost) == RetryTable.RetryRule.TOP_UP)
            .as("%s of %s", failure, repeatCost)
            .isEqualTo(failure == INSUFFICIENT_FUNDS && isPaid);
      }
    }
  }

  /** A creation is resent with the key that the service may know, unless it was never sent. */
  @ParameterizedTest
  @EnumSource
  void retriedCreationKeepsItsKey(FailureClass failure) {
    boolean isRetried = retried(failure).contains(ONCE_PER_KEY);
    assertThat(RetryTable.rule(failure, ONCE_PER_KEY) == RetryTable.RetryRule.SAME_KEY)
        .isEqualTo(isRetried && failure != NEVER_SENT);
  }
}
