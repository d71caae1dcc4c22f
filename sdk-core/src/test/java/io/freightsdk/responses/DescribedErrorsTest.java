package io.freightsdk.responses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.AuthenticationException;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.DeliveryNotReadyException;
import io.freightsdk.error.FreightApiException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.error.StatusReadOnlyException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.StopInput;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.KeyScope;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each row of the error table of the API description, from the in-memory server. */
class DescribedErrorsTest {
  private final World world = new World();
  private final InMemoryFreightServer server = WorldServer.in(world);
  private final Broker broker = server.createBroker("1.00");

  @AfterEach
  void stop() {
    try (world) {
      server.close();
    }
  }

  private FreightClient client(String agentKey) {
    return world.client(world.builder().agentKey(agentKey).retryPolicy(RetryPolicy.none()));
  }

  private FreightClient client() {
    return client(broker.agentKey());
  }

  private <E extends FreightException> E failure(Class<E> type, Runnable call) {
    E failure = catchThrowableOfType(type, call::run);
    assertThat(failure).as("a " + type.getSimpleName()).isNotNull();
    assertThat(failure.attempts()).isEqualTo(1);
    return failure;
  }

  private <E extends FreightApiException> E refusal(Class<E> type, int status, Runnable call) {
    E refusal = failure(type, call);
    assertThat(refusal.status()).isEqualTo(status);
    assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    assertThat(refusal.error()).isNotBlank();
    assertThat(refusal.headers()).containsKey("content-type");
    return refusal;
  }

  @ParameterizedTest
  @EnumSource
  void missingFieldsAreReported(CallStyle style) {
    var input = SampleLoads.twoStops().toBuilder();
    var stop = SampleLoads.twoStops().pickups().get(0).toBuilder().zip(" ").build();
    InvalidRequestException refusal =
        refusal(
            InvalidRequestException.class,
            400,
            () -> style.createLoad(client(), input.pickups(List.of(stop)).build()));
    assertThat(refusal.fields()).containsExactly("pickups.0.zip");
    assertThat(refusal).hasMessageContaining("fix pickups.0.zip (missing), nothing was charged");
    assertThat(refusal.nextStep()).isEqualTo(NextStep.FIX_REQUEST);
    assertThat(broker.balanceUsd()).isEqualByComparingTo("1.00");
  }

  /** The service names the fields, and the API description their constraints. */
  @ParameterizedTest
  @EnumSource
  void invalidFieldsAreReportedWithTheirProblems(CallStyle style) {
    var load = SampleLoads.twoStops();
    var stop = load.pickups().get(0).toBuilder().state("Ohio").zip("4520").build();
    InvalidRequestException refusal =
        refusal(
            InvalidRequestException.class,
            400,
            () ->
                style.createLoad(
                    client(), load.toBuilder().pickups(List.of(stop)).rate("-1").build()));
    assertThat(refusal.fields()).containsExactly("pickups.0.state", "pickups.0.zip", "rate");
    assertThat(refusal)
        .hasMessageContaining(
            "fix pickups.0.state (expected a two-letter US state code, got \"Ohio\"),"
                + " pickups.0.zip (expected a ZIP code such as 45202 or 45202-1234, got \"4520\"),"
                + " rate (expected 0 to 1000000000, got -1), nothing was charged");
    StopInput good = load.pickups().get(0);
    var tooLong = load.toBuilder().pickups(Collections.nCopies(2_000, good)).build();
    assertThat(
            refusal(InvalidRequestException.class, 400, () -> style.createLoad(client(), tooLong)))
        .hasMessageContaining("pickups (expected at most 50 stops in all, got 2001)");
  }

  @ParameterizedTest
  @EnumSource
  void invalidPhoneIsReportedAndNotShown(CallStyle style) {
    InvalidRequestException refusal =
        refusal(
            InvalidRequestException.class,
            400,
            () ->
                style.createLoad(
                    client(), SampleLoads.twoStops().toBuilder().driverPhone("000-0000").build()));
    assertThat(refusal.code()).isEqualTo("INVALID_DRIVER_PHONE");
    assertThat(refusal.fields()).containsExactly("driverPhone");
    assertThat(refusal)
        .hasMessageContaining(
            "fix driverPhone (expected a phone number such as +1 and ten digits, got 7 digits)")
        .hasMessageNotContaining("000-0000");
  }

  @ParameterizedTest
  @EnumSource
  void invalidKeyIsReportedAndNotShown(CallStyle style) {
    AuthenticationException refusal =
        refusal(
            AuthenticationException.class,
            401,
            () -> style.getBalance(client("agentkey-that-nobody-has")));
    assertThat(refusal.nextStep()).isEqualTo(NextStep.FIX_KEY);
    assertThat(refusal).hasMessageNotContaining("agentkey-that-nobody-has");
  }

  @ParameterizedTest
  @EnumSource
  void insufficientFundsReportBalanceAndPrice(CallStyle style) {
    FreightClient client = client();
    style.createLoad(client, SampleLoads.twoStops());
    InsufficientFundsException refusal =
        refusal(
            InsufficientFundsException.class,
            402,
            () -> style.createLoad(client, SampleLoads.twoStops()));
    assertThat(refusal.balanceUsd()).isEqualByComparingTo("0.35");
    assertThat(refusal.priceUsd()).isEqualByComparingTo("0.65");
    assertThat(refusal.billingUrl()).isEqualTo("/billing/topup");
    assertThat(refusal.nextStep()).isEqualTo(NextStep.TOP_UP);
    assertThat(refusal.idempotencyKey()).isNotNull();
    assertThat(refusal)
        .hasMessage(
            "createLoad: balance 0.35 USD does not cover 0.65 USD; top up in the broker console"
                + " (Billing), then repeat with the same idempotency key");
  }

  @ParameterizedTest
  @EnumSource
  void missingPermissionOfTheKeyIsReported(CallStyle style) {
    PermissionDeniedException refusal =
        refusal(
            PermissionDeniedException.class,
            403,
            () ->
                style.createLoad(
                    client(broker.newKey(KeyScope.BILLING_READ)), SampleLoads.twoStops()));
    assertThat(refusal.nextStep()).isEqualTo(NextStep.FIX_KEY);
  }

  @ParameterizedTest
  @EnumSource
  void loadOfAnotherBrokerIsRefused(CallStyle style) {
    String loadNumber = style.createLoad(client(), SampleLoads.twoStops()).loadNumber();
    FreightClient other = client(server.createBroker("5.00").agentKey());
    refusal(PermissionDeniedException.class, 403, () -> style.getLoadPosition(other, loadNumber));
  }

  @ParameterizedTest
  @EnumSource
  void unknownLoadIsReported(CallStyle style) {
    LoadNotFoundException refusal =
        refusal(
            LoadNotFoundException.class,
            404,
            () -> style.getLoadPosition(client(), "LD-1999-0001"));
    assertThat(refusal.nextStep()).isEqualTo(NextStep.FIX_REQUEST);
    assertThat(broker.debits()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void statusUpdateIsRefused(CallStyle style) {
    StatusReadOnlyException refusal =
        refusal(
            StatusReadOnlyException.class,
            410,
            () ->
                style.updateLoadStatus(
                    client(), "LD-1999-0001", LoadStatus.DELIVERED, CallOptions.DEFAULT));
    assertThat(refusal.code()).isEqualTo("STATUS_DOOR_CLOSED");
    assertThat(refusal.nextStep()).isEqualTo(NextStep.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void confirmationBeforeArrivalIsRefused(CallStyle style) {
    FreightClient client = client();
    String loadNumber = style.createLoad(client, SampleLoads.twoStops()).loadNumber();
    DeliveryNotReadyException refusal =
        refusal(
            DeliveryNotReadyException.class,
            422,
            () -> style.confirmDelivery(client, loadNumber, CallOptions.DEFAULT));
    assertThat(refusal.loadStatus()).isEqualTo(LoadStatus.PLANNED);
    assertThat(refusal.nextStep()).isEqualTo(NextStep.WAIT_FOR_DRIVER);
  }

  @ParameterizedTest
  @EnumSource
  void unregisteredBrokerIsReported(CallStyle style) {
    Broker unknown =
        server.createBroker(
            BrokerSettings.DEFAULT.withRegistered(false).withEmail("dispatch@example.com"));
    UnknownBrokerException refusal =
        refusal(
            UnknownBrokerException.class,
            422,
            () -> style.createLoad(client(unknown.agentKey()), SampleLoads.twoStops()));
    assertThat(refusal.brokerEmail()).isEqualTo("dispatch@example.com");
    assertThat(refusal).hasMessageNotContaining("dispatch@");
  }

  @ParameterizedTest
  @EnumSource
  void unavailableBillingIsReported(CallStyle style) {
    server.faults().next(Operation.CREATE_LOAD, Fault.billingUnavailable());
    BillingUnavailableException refusal =
        refusal(
            BillingUnavailableException.class,
            503,
            () -> style.createLoad(client(), SampleLoads.twoStops()));
    assertThat(refusal.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(broker.debits()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void serverErrorAfterTheDebitHasAnUnknownCharge(CallStyle style) {
    server.faults().next(Operation.CREATE_LOAD, Fault.statusAfterCommit(500));
    UnexpectedStatusException failure =
        failure(
            UnexpectedStatusException.class,
            () -> style.createLoad(client(), SampleLoads.twoStops()));
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    assertThat(broker.debits()).hasSize(1);

    CallOptions sameKey = CallOptions.builder().idempotencyKey(failure.idempotencyKey()).build();
    style.createLoad(client(), SampleLoads.twoStops(), sameKey);
    assertThat(broker.debits()).as("one debit for one key").hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void readLostAfterTheDebitHasAnUnknownCharge(CallStyle style) {
    FreightClient client = client();
    String loadNumber = style.createLoad(client, SampleLoads.twoStops()).loadNumber();
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    FreightConnectionException failure =
        failure(FreightConnectionException.class, () -> style.getLoadPosition(client, loadNumber));
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(broker.balanceUsd()).as("it was charged").isEqualByComparingTo("0.33");
  }

  @ParameterizedTest
  @EnumSource
  void existingReferenceReturnsItsLoadFreeOfCharge(CallStyle style) {
    FreightClient client = client();
    var input = SampleLoads.twoStops().toBuilder().customerRef("PO-1").build();
    var first = style.createLoad(client, input);
    var second = style.createLoad(client, input);
    assertThat(second.deduplicated()).isTrue();
    assertThat(second.loadNumber()).isEqualTo(first.loadNumber());
    assertThat(second.charge()).isEqualTo(Charge.NONE);
    assertThat(broker.debits()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void deliveredLoadIsConfirmedIdempotently(CallStyle style) {
    FreightClient client = client();
    String loadNumber = style.createLoad(client, SampleLoads.twoStops()).loadNumber();
    server.driver(loadNumber).driveUntil(LoadStatus.DELIVERED);
    ConfirmDeliveryResult result =
        style.confirmDelivery(client, loadNumber, server.clock().now(), CallOptions.DEFAULT);
    assertThat(result.ok()).isTrue();
    assertThat(result.idempotent()).isTrue();
  }
}
