package io.freightsdk.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.TestGuard;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Warnings and debug lines about calls. */
class CallLogTest extends ServerFixture {
  @AutoClose private final LogLines log = new LogLines();
  private final FreightClient client = client(builder());

  /** The ledger has an entry, which an operator or the next attempt settles. */
  @ParameterizedTest
  @EnumSource
  void unknownChargeOfAGuardedCallLogsNoWarning(CallStyle style) {
    FreightClient limited = client(builder().spendGuard(TestGuard.unlimited()));
    CallOptions options = CallOptions.builder().retryPolicy(RetryPolicy.none()).build();
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

    FreightException lost =
        catchThrowableOfType(
            FreightException.class,
            () -> style.createLoad(limited, SampleLoads.twoStops(), options));

    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(log.warnings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"vert.x-eventloop-thread-0", "nioEventLoopGroup-2-1", "reactor-http-nio-3"})
  void blockingCallsOnAnEventLoopLogOneWarning(String loop) {
    String before = Thread.currentThread().getName();
    Thread.currentThread().setName(loop);
    try {
      CallStyle.join(client.async().getBalance());
      assertThat(log.warnings()).isEmpty();
      client.getBalance();
      client.getBalance();
    } finally {
      Thread.currentThread().setName(before);
    }
    assertThat(broker.requests()).hasSize(3);
    assertThat(log.warnings()).hasSize(1).allMatch(line -> line.contains(loop));
  }

  /** A shorter call timeout alone is none: the default of an attempt then has no effect. */
  @Test
  void attemptTimeoutAboveCallTimeoutIsAWarning() {
    FreightClient unused = client(builder().callTimeout(Duration.ofSeconds(10)));
    assertThat(log.warnings()).isEmpty();
    FreightClient never = client(builder().attemptTimeout(Duration.ofMinutes(5)));
    assertThat(log.warnings())
        .containsExactly(
            "attemptTimeout 5 minutes has no effect: callTimeout 2 minutes ends each attempt"
                + " earlier; lower the one or raise the other");
  }

  @ParameterizedTest
  @EnumSource
  void successfulOrRefusedCallLogsNoWarning(CallStyle style) {
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    style.createLoad(client, SampleLoads.twoStops());
    catchThrowableOfType(
        FreightException.class, () -> style.getLoadPosition(client, "LD-1999-0001"));

    assertThat(log.warnings()).isEmpty();
    assertThat(log.errors()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void debugLinesNameOperationLoadAndAttempt(CallStyle style) {
    server.faults().next(Operation.CREATE_LOAD, Fault.billingUnavailable());
    String load = style.createLoad(client, SampleLoads.twoStops()).loadNumber();
    style.getLoadPosition(client, load);

    List<String> creations =
        log.debug().stream().filter(line -> line.contains("createLoad")).toList();
    assertThat(creations).anyMatch(line -> line.contains("attempt 1"));
    assertThat(creations).anyMatch(line -> line.contains("attempt 2"));
    assertThat(log.debug().stream().filter(line -> line.contains("getLoadPosition")))
        .isNotEmpty()
        .allMatch(line -> line.contains(load));
  }

  /** Listeners get the events of the client's own calls later; the log does not. */
  @Test
  void failedAttemptIsLoggedBeforeThePauseAfterIt() {
    server.faults().next(Operation.GET_PRICING, Fault.status(500));
    client.price(Operation.CREATE_LOAD);

    assertThat(log.debug().stream().filter(line -> line.contains("getPricing")))
        .satisfiesExactly(
            failed -> assertThat(failed).contains("attempt 1: HTTP 500"),
            pause -> assertThat(pause).contains("attempt 2 in "),
            succeeded -> assertThat(succeeded).contains("attempt 2: HTTP 200"));
  }
}
