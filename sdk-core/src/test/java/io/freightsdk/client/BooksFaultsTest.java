package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.internal.spend.PriceReading;
import io.freightsdk.internal.spend.SpendBooks;
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
import io.freightsdk.testing.KnownPrices;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever the books throw, the call ends and no paid result is lost. */
@ExpectedWarnings("could not be booked")
class BooksFaultsTest {
  private final ScriptedService service = new ScriptedService();

  @AfterEach
  void stop() {
    service.close();
  }

  /** A client of books that answer this when money is set aside, set aside again, or settled. */
  private FreightClientBuilder books(
      Supplier<SpendDecision> reserve,
      Supplier<SpendDecision> renew,
      Supplier<List<SpendEntry>> settle) {
    return TestBuilders.withBooks(
        service.builder(),
        (settings, environment, threads, reads) ->
            new SpendBooks(settings, environment, threads, reads) {
              @Override
              public PriceReading newest() {
                return KnownPrices.usual().newest(environment.clock(), environment.nanoTime());
              }

              @Override
              public SpendDecision reserve(Purchase purchase, BigDecimal amountUsd) {
                return reserve == null ? super.reserve(purchase, amountUsd) : reserve.get();
              }

              @Override
              public SpendDecision renew(
                  SpendHold hold,
                  List<SpendEntry> attempts,
                  Purchase purchase,
                  BigDecimal amountUsd) {
                return renew == null
                    ? super.renew(hold, attempts, purchase, amountUsd)
                    : renew.get();
              }

              @Override
              public List<SpendEntry> settle(SpendHold hold, List<SpendEntry> attempts) {
                return settle == null ? super.settle(hold, attempts) : settle.get();
              }
            });
  }

  @ParameterizedTest
  @EnumSource
  void booksThatThrowRefuseTheCall(CallStyle style) {
    FreightException thrown =
        service.readFails(
            books(
                () -> {
                  throw new StackOverflowError("thrown by a store");
                },
                null,
                null),
            style);
    assertThat(thrown).isInstanceOf(UnexpectedFailureException.class);
    assertThat(thrown.charge()).isEqualTo(Charge.NONE);
    assertThat(service.world().network().sent()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void storeThatIsAwayIsAskedAgainLater(CallStyle style) {
    FreightException thrown =
        service.readFails(
            books(
                () -> {
                  throw new SpendStoreException("no connection", new SQLException("pool"), true);
                },
                null,
                null),
            style);
    assertThat(thrown.charge()).isEqualTo(Charge.NONE);
    assertThat(thrown.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(thrown.retryable()).isTrue();
    assertThat(service.world().network().sent()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void ledgerThatThrowsDoesNotCostThePaidResult(CallStyle style) {
    service.answers(Answers.success(Operation.CREATE_LOAD));
    FreightClientBuilder builder =
        books(
            null,
            null,
            () -> {
              throw new IllegalStateException("disk full");
            });
    CreateLoadOutcome load = style.createLoad(service.client(builder), Loads.twoStops());
    assertThat(load.loadNumber()).isEqualTo(Loads.NUMBER);
    assertThat(load.charge()).hasToString("0.65 USD");
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
            books(null, () -> new SpendDecision.Refused(refusal), null)
                .retryPolicy(RetryPolicy.builder().retryUnknownReads(true).build()),
            style);
    assertThat(failure).isInstanceOf(FreightConnectionException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.getSuppressed()[0]).isInstanceOf(SpendLimitExceededException.class);
    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(service.requestCount()).isEqualTo(1);
  }

  /** It is not known whether they have booked it; to book it again has no effect. */
  @ParameterizedTest
  @EnumSource
  void aLostAttemptIsBookedThoughTheBooksThrowWhenItIsToBeRepeated(CallStyle style) {
    service.answers(
        Answers.success(Operation.GET_LOAD_POSITION)
            .onResponseStart(new SocketEffect.CloseSocket()));
    FreightClient client =
        service.client(
            books(
                    null,
                    () -> {
                      throw new IllegalStateException("disk full");
                    },
                    null)
                .retryPolicy(RetryPolicy.builder().retryUnknownReads(true).build()));
    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.getLoadPosition(client, Loads.NUMBER));
    assertThat(failure).isInstanceOf(UnexpectedFailureException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(client.ledger().totals().unknownUsd()).isEqualByComparingTo("0.02");
  }
}
