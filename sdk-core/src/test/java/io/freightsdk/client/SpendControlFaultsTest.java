package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.internal.call.Spending;
import io.freightsdk.internal.spend.SpendBooks.Purchase;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendRefusal;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.FakeService;
import io.freightsdk.testing.FakeSpending;
import io.freightsdk.testing.Loads;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever spend control throws, or never says, the call ends and no paid result is lost. */
@ExpectedWarnings("could not be booked")
class SpendControlFaultsTest {
  private final FakeService service = new FakeService();

  @AfterEach
  void stop() {
    service.close();
  }

  private CreateLoadOutcome createWith(Spending spending, CallStyle style) {
    service.answers(Answers.success(Operation.CREATE_LOAD));
    return style.createLoad(
        service.client(TestBuilders.withMoney(service.builder(), spending)), Loads.twoStops());
  }

  @ParameterizedTest
  @EnumSource
  void spendControlThatThrowsRefusesTheCall(CallStyle style) {
    FreightException thrown =
        service.readFails(
            TestBuilders.withMoney(
                service.builder(),
                new FakeSpending() {
                  @Override
                  public SpendDecision reserve(Purchase purchase, BigDecimal amountUsd) {
                    throw new StackOverflowError("thrown by a store");
                  }
                }),
            style);
    assertThat(thrown).isInstanceOf(UnexpectedFailureException.class);
    assertThat(thrown.charge()).isEqualTo(Charge.NONE);
    assertThat(service.tap().requests()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void storeThatIsAwayIsAskedAgainLater(CallStyle style) {
    FreightException thrown =
        service.readFails(
            TestBuilders.withMoney(
                service.builder(),
                new FakeSpending() {
                  @Override
                  public SpendDecision reserve(Purchase purchase, BigDecimal amountUsd) {
                    throw new SpendStoreException("no connection", new SQLException("pool"), true);
                  }
                }),
            style);
    assertThat(thrown.charge()).isEqualTo(Charge.NONE);
    assertThat(thrown.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(thrown.retryable()).isTrue();
    assertThat(service.tap().requests()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void priceThatNeverComesEndsAtTheDeadline(CallStyle style) {
    FreightException failure =
        service.readFails(
            TestBuilders.withMoney(
                service.builder(),
                new FakeSpending() {
                  @Override
                  public boolean isLimited(SpendScope scope) {
                    return true;
                  }

                  @Override
                  public Price knownPrice(Operation operation, boolean needed) {
                    return null;
                  }

                  @Override
                  public CompletableFuture<Price> learnPrice(Operation operation, boolean needed) {
                    return new CompletableFuture<>();
                  }
                }),
            style);
    assertThat(failure).isInstanceOf(PriceUnavailableException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(failure.attempts()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void ledgerThatThrowsDoesNotCostThePaidResult(CallStyle style) {
    CreateLoadOutcome load =
        createWith(
            new FakeSpending() {
              @Override
              public List<SpendEntry> settle(SpendHold hold, List<SpendEntry> attempts) {
                throw new IllegalStateException("disk full");
              }
            },
            style);
    assertThat(load.loadNumber()).isEqualTo(Loads.NUMBER);
    assertThat(load.charge()).hasToString("0.65 USD");
  }

  @ParameterizedTest
  @EnumSource
  void topUpPolicyThatThrowsEndsTheCall(CallStyle style) {
    service.answers(Answers.insufficientFunds());
    FreightException failure =
        service.readFails(
            TestBuilders.withMoney(
                service.builder(),
                waiting(
                    refusal -> {
                      throw new IllegalStateException("handler");
                    })),
            style);
    assertThat(failure).isInstanceOf(UnexpectedFailureException.class);
    assertThat(failure.attempts()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void topUpGoesOnWithTheSameKey(CallStyle style) {
    service.answers(Answers.insufficientFunds(), Answers.success(Operation.CREATE_LOAD));
    service.world().holdTime();
    FreightClient client =
        service.client(
            TestBuilders.withMoney(
                service.builder(),
                waiting(
                    refusal -> {
                      assertThat(refusal.priceUsd()).isEqualByComparingTo("0.65");
                      return CompletableFuture.supplyAsync(() -> true);
                    })));
    assertThat(style.createLoad(client, Loads.twoStops()).attempts()).isEqualTo(2);
    String first = service.takeRequest().getHeaders().get("Idempotency-Key");
    assertThat(service.takeRequest().getHeaders().get("Idempotency-Key")).isEqualTo(first);
  }

  private static Spending waiting(
      Function<InsufficientFundsException, CompletableFuture<Boolean>> wait) {
    return new FakeSpending() {
      @Override
      public Duration maxTopUpWait() {
        return Duration.ofMinutes(1);
      }

      @Override
      protected CompletableFuture<Boolean> toppedUp(InsufficientFundsException refusal) {
        return wait.apply(refusal);
      }
    };
  }

  /** A lost read needs its price a second time; the limits have it no more. */
  @ParameterizedTest
  @EnumSource
  void limitsMayVetoARepetition(CallStyle style) {
    service.answers(
        Answers.success(Operation.GET_LOAD_POSITION)
            .onResponseStart(new SocketEffect.CloseSocket()));
    SpendRefusal refusal =
        new SpendRefusal(
            SpendScope.client(SpendLimits.builder().total("0.02").build()).limits().get(0),
            new BigDecimal("0.02"),
            BigDecimal.ZERO,
            null);
    FreightException failure =
        service.readFails(
            TestBuilders.withMoney(
                    service.builder(),
                    new FakeSpending() {
                      @Override
                      public SpendDecision renew(
                          SpendHold hold,
                          List<SpendEntry> attempts,
                          Purchase purchase,
                          BigDecimal amountUsd) {
                        return new SpendDecision.Refused(refusal);
                      }
                    })
                .retryPolicy(RetryPolicy.builder().retryUnknownReads(true).build()),
            style);
    assertThat(failure).isInstanceOf(FreightConnectionException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.getSuppressed()[0]).isInstanceOf(SpendLimitExceededException.class);
    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(service.server().getRequestCount()).isEqualTo(1);
  }
}
