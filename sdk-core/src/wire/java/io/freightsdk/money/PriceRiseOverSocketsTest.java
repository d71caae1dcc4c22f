package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.MovableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Repricing: the service's price is not what it was when the client read it. */
class PriceRiseOverSocketsTest extends MoneyOverSocketsTest {
  /** It is no attempt, so its number is none. */
  @ParameterizedTest
  @EnumSource
  void whatARiseMayHaveCostBesidesIsAnEntryOfItsOwn(CallStyle style) {
    MovableClock clock = new MovableClock();
    SpendLimits limits = SpendLimits.builder().perDay("10.00").build();
    FreightClient client = client(builder().clock(clock).spendLimits(limits));
    style.createLoad(client, Loads.twoStops());
    server.price("load_create", "0.95");
    clock.advance(Duration.ofSeconds(11));
    style.createLoad(client, Loads.twoStops());

    assertThat(client.ledger().entries(SpendFilter.all()))
        .extracting(SpendEntry::attempt)
        .containsExactlyInAnyOrder(1, -1, 1);
  }

  /** The line for the wire can be longer than a price is young: that costs nobody his place. */
  @ParameterizedTest
  @CsvSource({"BLOCKING, 0.02", "FUTURE, 0.02", "BLOCKING, 0", "FUTURE, 0"})
  void aReadThatWaitedInLineIsToldThePriceThatWasReadAndWhen(CallStyle style, String before) {
    server.price("position_read", before);
    MovableClock clock = new MovableClock();
    Instant readAt = clock.instant();
    CountDownLatch first = new CountDownLatch(1);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (Gateway gateway = new Gateway(server.baseUrl())) {
      FreightClient client =
          client(
              builder()
                  .baseUrl(gateway.baseUrl())
                  .maxConcurrentRequests(1)
                  .deadline(Duration.ofMinutes(10))
                  // No refresh in the background stands in line in place of the read.
                  .priceLife(Duration.ofMinutes(5))
                  .clock(clock));
      client.quote(Operation.CREATE_LOAD, 1);
      String load = client.createLoad(Loads.twoStops()).loadNumber();
      gateway.next(Operation.GET_BALANCE, Gateway.heldUntil(first));
      CompletableFuture<?> unused = client.async().getBalance();
      Eventually.until(() -> arrived(Operation.GET_BALANCE) == 1, () -> "nothing arrived");
      Future<FreightResponse<LoadPosition>> read =
          threads.submit(() -> withResponse(style, client, load));
      Eventually.until(() -> client.activity().waiting() == 1, () -> "the read is not in line");
      server.price("position_read", "0.03");
      clock.advance(Duration.ofMinutes(6));
      first.countDown();

      Charge told = read.get(30, TimeUnit.SECONDS).charge();
      boolean wasFree = usd(before).signum() == 0;
      assertThat(told).isEqualTo(wasFree ? Charge.UNKNOWN : Charge.charged(usd(before)));
      assertThat(told.pricedAt()).isEqualTo(wasFree ? null : readAt);
      assertThat(client.ledger().totals().unknown()).isEqualTo(wasFree ? 1 : 0);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    } finally {
      first.countDown();
      threads.shutdown();
    }
    assertThat(debited()).isEqualByComparingTo("0.68");
  }

  private static FreightResponse<LoadPosition> withResponse(
      CallStyle style, FreightClient client, String load) {
    return style == CallStyle.BLOCKING
        ? client.withResponse().getLoadPosition(load, CallOptions.DEFAULT)
        : CallStyle.join(client.async().withResponse().getLoadPosition(load, CallOptions.DEFAULT));
  }

  /** A refusal that says that what the balance does not cover costs nothing. */
  @ParameterizedTest
  @EnumSource
  void aRefusalThatStatesNoPriceAtAllMakesNothingFree(CallStyle style) {
    try (Gateway gateway = new Gateway(server.baseUrl());
        FreightClient client =
            builder()
                .baseUrl(gateway.baseUrl())
                .retryPolicy(RetryPolicy.none())
                .spendLimits(SpendLimits.builder().total("1.00").build())
                .build()) {
      client.prices().quote(Operation.CREATE_LOAD, 1);
      gateway.next(
          Operation.CREATE_LOAD,
          Gateway.turnedAway(
              Answers.json(
                  402,
                  "{\"error\":\"no\",\"code\":\"INSUFFICIENT_FUNDS\",\"balanceUsd\":0,\"priceUsd\":0}")),
          Gateway.answerLost());
      gateway.next(Operation.GET_PRICING, Gateway.turnedAway(Gateway.page(404)));
      assertThatExceptionOfType(InsufficientFundsException.class)
          .isThrownBy(() -> style.createLoad(client, Loads.twoStops()));
      FreightException lost =
          catchThrowableOfType(
              FreightException.class, () -> style.createLoad(client, Loads.twoStops()));

      assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
      assertThat(client.ledger().totals().unknownUsd()).isEqualByComparingTo("0.65");
    }
  }

  /** The call brings no limit, and learns from the books only that one binds it. */
  @ParameterizedTest
  @EnumSource
  void aRememberedLimitGoesByNoPriceThatIsOlderThanItsLife(CallStyle style) {
    String load = client(builder()).createLoad(Loads.twoStops()).loadNumber();
    MovableClock clock = new MovableClock();
    FreightClient client = client(builder().clock(clock));
    CallOptions capped =
        CallOptions.builder()
            .scope(SpendScope.of("run:42", SpendLimits.builder().total("0.10").build()))
            .build();
    style.getLoadPosition(client, load, capped);
    CallOptions named =
        CallOptions.builder().scope(SpendScope.of("run:42", SpendLimits.none())).build();

    server.price("position_read", "0.50");
    server.faults().next(Operation.GET_PRICING, Fault.delay(Duration.ofSeconds(1)));
    clock.advance(Duration.ofMinutes(4));
    SpendLimitExceededException refusal =
        catchThrowableOfType(
            SpendLimitExceededException.class, () -> style.getLoadPosition(client, load, named));

    assertThat(debited()).isEqualByComparingTo("0.67");
    assertThat(refusal.priceUsd()).isEqualByComparingTo("0.50");
  }
}
