package io.freightsdk.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.freightsdk.CallOptions;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.watch.WatchFailurePolicy.Verdict;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The values that the Javadoc promises for options which nobody sets, and their bounds. */
class WatchOptionsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void aWatchWithoutOptions() {
    WatchOptions options = WatchOptions.DEFAULT;

    assertThat(options.plan())
        .isEqualTo(PollPlan.adaptive(Duration.ofMinutes(2), Duration.ofHours(4)));
    assertThat(options.floor()).isEqualTo(Duration.ofSeconds(30));
    assertThat(options.maxReads()).isEqualTo(200);
    assertThat(options.budgetUsd()).isNull();
    assertThat(options.budgetScope("LD-1")).isNull();
    assertThat(options.etaStep()).isEqualTo(Duration.ofMinutes(15));
    assertThat(options.gpsSilentAfter()).isEqualTo(Duration.ofMinutes(30));
    assertThat(options.resumeFrom()).isNull();
    assertThat(options.callOptions().maxAge()).isEqualTo(Duration.ofSeconds(30));
    assertThat(options.deliverOn()).isSameAs(ForkJoinPool.commonPool());
  }

  @Test
  void theLeastThatAWatchTakes() {
    WatchOptions least =
        WatchOptions.builder()
            .floor(SECOND)
            .etaStep(SECOND)
            .gpsSilentAfter(SECOND)
            .maxReads(0)
            .budget("0")
            .build();
    WatchOptions.Builder builder = WatchOptions.builder();
    Duration less = SECOND.minusNanos(1);

    assertThat(least.floor()).isEqualTo(SECOND);
    assertThatIllegalArgumentException().isThrownBy(() -> builder.floor(less));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.etaStep(less));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.gpsSilentAfter(less));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.maxReads(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.budget("-0.01"));
    assertThat(WatchOptions.builder().unlimitedReads().build().maxReads())
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void aFleetWithNothingButABudget() {
    FleetOptions options = FleetOptions.builder().budgetPerDay("12.3456789019").build();

    assertThat(options.name()).isEqualTo("fleet");
    assertThat(options.longestUnread()).isEqualTo(Duration.ofDays(1));
    assertThat(options.watch().floor()).isEqualTo(Duration.ofMinutes(2));
    assertThat(options.watch().maxReads()).isEqualTo(Integer.MAX_VALUE);
    assertThat(options.store()).isNull();
    assertThat(options.scope().limits().get(0).capUsd()).isEqualByComparingTo("12.3456789019");
  }

  @Test
  void theLeastThatAFleetTakes() {
    FleetOptions.Builder builder = FleetOptions.builder().budgetPerDay("1.00");
    Duration less = MINUTE.minusNanos(1);

    assertThat(builder.longestUnread(MINUTE).build().longestUnread()).isEqualTo(MINUTE);
    assertThatIllegalArgumentException().isThrownBy(() -> builder.longestUnread(less));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.budgetPerDay("0.00"));
    assertThatIllegalStateException().isThrownBy(() -> FleetOptions.builder().build());
  }

  @Test
  void aBudgetInsideAScopeThatIsNoSpendScopeIsRefused() {
    SpendGuard.Scope other = () -> "client/other";
    CallOptions calls = CallOptions.builder().scope(other).build();
    WatchOptions.Builder watch = WatchOptions.builder().callOptions(calls);

    assertThat(watch.build().callOptions().scope()).as("without a budget").isSameAs(other);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> watch.budget("1.00").build())
        .withMessageContaining("use a SpendScope");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                FleetOptions.builder()
                    .budgetPerDay("1.00")
                    .watch(WatchOptions.builder().callOptions(calls).build())
                    .build())
        .withMessageContaining("use a SpendScope");
  }

  @Test
  void thePatientPolicyWaitsTwiceAsLongEachTimeUpToHalfAnHour() {
    WatchFailurePolicy policy = WatchFailurePolicy.patient();
    FailureFacts facts =
        FailureFacts.refused(Operation.GET_LOAD_POSITION, NextStep.RETRY_LATER, null);
    FreightException broken =
        FreightException.thrownBy("a test", facts, new IllegalStateException("a test"));
    FreightException poor =
        new InsufficientFundsException(facts, null, null, Map.of(), null, null, null);
    FreightException unknown = new LoadNotFoundException(facts, null, null, Map.of());

    assertThat(IntStream.of(1, 2, 3, 4, 5, 6, 7, 100).mapToObj(n -> policy.judge(broken, n)))
        .containsExactly(
            IntStream.of(1, 2, 4, 8, 16, 30, 30, 30)
                .mapToObj(minutes -> new Verdict.TryAgain(Duration.ofMinutes(minutes)))
                .toArray(Verdict[]::new));
    assertThat(policy.judge(poor, 3)).isEqualTo(new Verdict.AwaitFunds(Duration.ofMinutes(4)));
    assertThat(policy.judge(unknown, 1)).isEqualTo(new Verdict.GiveUp());
    assertThat(WatchFailurePolicy.giveUp().judge(broken, 1)).isEqualTo(new Verdict.GiveUp());
  }
}
