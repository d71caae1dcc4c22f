package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.internal.engine.AttemptReport;
import io.freightsdk.internal.engine.CallAccount;
import io.freightsdk.internal.engine.CallReport;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.FakeService;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.Money;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever spend control throws, or never says, the call ends and no paid result is lost. */
class SpendControlFaultsTest {
  private final FakeService service = new FakeService();

  @AfterEach
  void stop() {
    service.close();
  }

  private FreightException readFails(FreightClientBuilder builder, CallStyle style) {
    FreightClient client = service.client(builder);
    return catchThrowableOfType(
        FreightException.class, () -> style.getLoadPosition(client, Loads.NUMBER));
  }

  private CreateLoadOutcome createWith(CallAccount account, CallStyle style) {
    service.answers(Answers.success(Operation.CREATE_LOAD));
    return style.createLoad(
        service.client(TestBuilders.withMoney(service.builder(), Money.account(account))),
        Loads.twoStops());
  }

  @ParameterizedTest
  @EnumSource
  void spendControlThatThrowsRefusesTheCall(CallStyle style) {
    FreightException thrown =
        readFails(TestBuilders.withMoney(service.builder(), Money.opening(null)), style);
    FreightException failed =
        readFails(
            TestBuilders.withMoney(
                service.builder(),
                Money.opening(
                    CompletableFuture.failedFuture(new IllegalStateException("store is down")))),
            style);
    assertThat(thrown).isInstanceOf(UnexpectedFailureException.class);
    assertThat(failed).isInstanceOf(UnexpectedFailureException.class);
    assertThat(thrown.charge()).isEqualTo(Charge.NONE);
    assertThat(failed.charge()).isEqualTo(Charge.NONE);
    assertThat(service.tap().requests()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void spendControlThatNeverAnswersEndsAtTheDeadline(CallStyle style) {
    FreightException failure =
        readFails(
            TestBuilders.withMoney(service.builder(), Money.opening(new CompletableFuture<>())),
            style);
    assertThat(failure).isInstanceOf(FreightTimeoutException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.attempts()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void ledgerThatThrowsDoesNotCostThePaidResult(CallStyle style) {
    CallAccount throwing =
        new CallAccount() {
          @Override
          public BigDecimal priceUsd() {
            throw new IllegalStateException("no price");
          }

          @Override
          public void attempted(AttemptReport report) {
            throw new IllegalStateException("disk full");
          }

          @Override
          public CompletableFuture<Void> close(CallReport report) {
            throw new IllegalStateException("disk full");
          }
        };
    CreateLoadOutcome load = createWith(throwing, style);
    assertThat(load.loadNumber()).isEqualTo(Loads.NUMBER);
    assertThat(load.charge()).isEqualTo(Charge.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource
  void ledgerThatFailsLaterDoesNotCostThePaidResult(CallStyle style) {
    CallAccount failing =
        new CallAccount() {
          @Override
          public CompletableFuture<Void> close(CallReport report) {
            return CompletableFuture.supplyAsync(
                () -> {
                  throw new IllegalStateException("disk full");
                });
          }
        };
    assertThat(createWith(failing, style).loadNumber()).isEqualTo(Loads.NUMBER);
  }

  @ParameterizedTest
  @EnumSource
  void topUpHandlerThatThrowsEndsTheCall(CallStyle style) {
    service.answers(Answers.insufficientFunds());
    CallAccount throwing =
        new CallAccount() {
          @Override
          public CompletableFuture<Boolean> insufficientFunds(
              InsufficientFundsException refusal, Duration timeLeft) {
            throw new IllegalStateException("handler");
          }
        };
    FreightException failure =
        readFails(TestBuilders.withMoney(service.builder(), Money.account(throwing)), style);
    assertThat(failure).isInstanceOf(UnexpectedFailureException.class);
    assertThat(failure.attempts()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void topUpGoesOnWithTheSameKey(CallStyle style) {
    service.answers(Answers.insufficientFunds(), Answers.success(Operation.CREATE_LOAD));
    CallAccount toppedUp =
        new CallAccount() {
          @Override
          public CompletableFuture<Boolean> insufficientFunds(
              InsufficientFundsException refusal, Duration timeLeft) {
            assertThat(refusal.priceUsd()).isEqualByComparingTo("0.65");
            return CompletableFuture.supplyAsync(() -> true);
          }
        };
    FreightClient client =
        service.client(TestBuilders.withMoney(service.builder(), Money.account(toppedUp)));
    service.world().holdTime();
    assertThat(style.createLoad(client, Loads.twoStops()).attempts()).isEqualTo(2);
    String first = service.takeRequest().getHeaders().get("Idempotency-Key");
    assertThat(service.takeRequest().getHeaders().get("Idempotency-Key")).isEqualTo(first);
  }

  @ParameterizedTest
  @EnumSource
  void limitsMayVetoARepetition(CallStyle style) {
    service.answers(Answers.billingUnavailable());
    CallAccount vetoing =
        new CallAccount() {
          @Override
          public CompletableFuture<Boolean> mayRepeat() {
            return CompletableFuture.completedFuture(false);
          }
        };
    FreightException failure =
        readFails(TestBuilders.withMoney(service.builder(), Money.account(vetoing)), style);
    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(service.server().getRequestCount()).isEqualTo(1);
  }
}
