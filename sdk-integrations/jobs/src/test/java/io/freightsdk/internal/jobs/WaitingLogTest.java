package io.freightsdk.internal.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.SpendGuard;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.jobs.JobsContext.ListenerFailed;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WaitingLogTest {
  private static final FailureFacts CREATION = FailureFacts.builder(Operation.CREATE_LOAD).build();

  private final Warnings warnings = new Warnings();
  private final AtomicLong nanos = new AtomicLong();
  private final WaitingLog log = new WaitingLog(nanos::get);

  @AfterEach
  void stop() {
    warnings.close();
  }

  @Test
  void manyThatWaitForOneLimitAreOneLine() {
    for (int order = 0; order < 42; order++) waits("PO-" + order, limited("acme", "0.10"));
    for (int order = 0; order < 42; order++) waits("PO-" + order, limited("acme", "0.05"));
    assertThat(warnings.all).hasSize(1);
    assertThat(warnings.all.get(0))
        .startsWith("order PO-0: ")
        .contains("limit of acme", "retrying");
  }

  @Test
  void eachReasonIsALineOfItsOwn() {
    waits("PO-1", limited("acme", "0.10"));
    waits("PO-2", limited("bolt", "0.10"));
    waits("PO-3", new FreightConnectionException(CREATION, "refused", true, null));
    waits("PO-4", new IllegalStateException());
    assertThat(warnings.all).hasSize(4);
  }

  @Test
  void whatStillWaitsAfterAnHourIsSaidAgainWithHowManyWaited() {
    for (int order = 0; order < 42; order++) waits("PO-" + order, limited("acme", "0.10"));
    nanos.addAndGet(Duration.ofMinutes(61).toNanos());
    for (int order = 0; order < 42; order++) waits("PO-" + order, limited("acme", "0.10"));
    assertThat(warnings.all).hasSize(2);
    assertThat(warnings.all.get(1)).startsWith("order PO-0 and 41 more in the last hour: ");
  }

  @Test
  void whatHasNoPlaceAmongAHundredReasonsSharesALineWithItsKind() {
    for (int run = 0; run < 3; run++) waitAtTheLimitsOf(250);
    assertThat(warnings.all).hasSize(101);
    nanos.addAndGet(Duration.ofMinutes(61).toNanos());
    waitAtTheLimitsOf(250);
    assertThat(warnings.all).hasSize(202);
    assertThat(warnings.all.get(201)).startsWith("order PO-100 and 149 more in the last hour: ");
  }

  @Test
  void aReasonThatIsOverMakesPlaceForAnother() {
    waitAtTheLimitsOf(100);
    nanos.addAndGet(Duration.ofMinutes(61).toNanos());
    waits("PO-1", limited("acme", "0.1"));
    waits("PO-2", limited("bolt", "0.1"));
    assertThat(warnings.all).hasSize(102);
  }

  private void waitAtTheLimitsOf(int customers) {
    for (int i = 0; i < customers; i++) waits("PO-" + i, limited("customer" + i, "0.1"));
  }

  /** A bug is found by its first line. */
  @Test
  void whatAListenerThrewIsLoggedWithItsTraceOnceForEachBug() {
    NullPointerException bug = new NullPointerException("no mail address");
    NullPointerException other = new NullPointerException("no price");
    for (int order = 0; order < 42; order++) {
      waits("PO-" + order, new ListenerFailed("onLoad", bug));
      waits("PO-" + order, new ListenerFailed("onLoad", other));
    }
    assertThat(warnings.thrown).containsExactly(bug, other);
    assertThat(warnings.all.get(0))
        .isEqualTo(
            "order PO-0: onLoad failed with java.lang.NullPointerException: no mail address; retrying");
  }

  @Test
  void whatTheServiceRefusedHasNoTrace() {
    waits("PO-1", limited("acme", "0.10"));
    assertThat(warnings.thrown).isEmpty();
  }

  private void waits(String order, Throwable cause) {
    log.waits("order " + order, cause, "retrying");
  }

  private static FreightException limited(String limit, String left) {
    return new SpendLimitExceededException(
        CREATION,
        new SpendGuard.LimitReached(limit, new BigDecimal("0.65"), new BigDecimal(left), null));
  }
}
