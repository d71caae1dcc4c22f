package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.PaidService;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of money for every operation that can cost some, from many threads. */
class PaidOperationsRaceTest {
  private static final int THREADS = 8;
  private static final int CALLS_EACH = 5;

  private final PaidService service = PaidService.overSockets();

  @AfterEach
  void close() {
    service.close();
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.PaidService#operations")
  void callersThatRaceNeverPassALimitByACent(Operation operation) throws Exception {
    BigDecimal cap = PaidService.price(operation).multiply(new BigDecimal("7.5"));
    SpendLedger ledger = SpendLedger.builder().clock(service.clock()).inMemory();
    SpendLimits limits = SpendLimits.builder().perDay(cap).total("99").build();
    FreightClient client = service.client(service.builder().spendGuard(ledger.guard(limits)));
    ExecutorService callers = Executors.newFixedThreadPool(THREADS);
    List<Future<Integer>> sent = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) sent.add(callers.submit(() -> sent(client, operation)));
    int all = 0;
    for (Future<Integer> one : sent) all += one.get(60, TimeUnit.SECONDS);
    callers.shutdown();

    assertThat(all).isEqualTo(7);
    assertThat(service.debited()).isPositive();
    assertThat(ledger.totals(SpendFilter.all().operation(operation)).chargedUsd())
        .isEqualByComparingTo(service.debited());
    assertThat(ledger.totals().unknownUsd()).isZero();
  }

  private int sent(FreightClient client, Operation operation) {
    int sent = 0;
    for (int i = 0; i < CALLS_EACH; i++) {
      try {
        CallStyle.BLOCKING.call(client, operation, service.options(operation).build());
        sent++;
      } catch (SpendLimitExceededException refused) {
        assertThat(refused.attempts()).isZero();
      }
    }
    return sent;
  }
}
