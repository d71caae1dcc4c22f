package io.freightsdk.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.TestGuard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import okhttp3.Request;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Agent keys of attempts whose key supplier returns another key each time. */
class RotatingKeySupplierTest extends ServerFixture {
  private final TestGuard guard = guard();
  private final List<String> given = new ArrayList<>();

  /** The keys of the requests that a call of a test made, in order. */
  private final List<String> sent = new ArrayList<>();

  @BeforeEach
  void recordKeys() {
    world.network().onRequest(this::recordKey);
  }

  private void recordKey(Request request) {
    boolean isFromClient = request.url().encodedPath().endsWith("/balance");
    if (isFromClient) return;
    String bearer = Objects.requireNonNull(request.header("Authorization"));
    sent.add(bearer.substring("Bearer ".length()));
  }

  /** Returns a new key of the broker. */
  private String nextKey() {
    return nextKeyOf(broker);
  }

  private String nextKeyOf(Broker of) {
    String key = of.newKey();
    given.add(key);
    return key;
  }

  private FreightClient.Builder rotatingBuilder() {
    return TestBuilders.withPrices(builder(), FixedPrices.usual())
        .agentKey(this::nextKey)
        .spendGuard(guard)
        .retryPolicy(quickRetries().retryUnknownReads(true).build());
  }

  /** The account of a client that has this key and no other. */
  private String accountOf(String key) {
    return client(builder().agentKey(key)).accountId();
  }

  private List<String> accountsOf(List<String> keys) {
    return keys.stream().map(this::accountOf).toList();
  }

  private List<String> reservedAccounts() {
    return guard.purchases().stream().map(Purchase::accountId).toList();
  }

  /** Queues faults for the next attempts. */
  private void queueFaults(Operation operation, Fault... faults) {
    for (Fault fault : faults) server.faults().next(operation, fault);
  }

  @ParameterizedTest
  @EnumSource
  void attemptsOfAReservationHaveOneKey(CallStyle style) {
    FreightClient client = client(rotatingBuilder());
    queueFaults(Operation.CREATE_LOAD, Fault.closeBeforeProcessing(), Fault.billingUnavailable());

    CreateLoadOutcome load = style.createLoad(client, SampleLoads.twoStops());

    assertThat(load.attempts()).isEqualTo(3);
    assertThat(given).hasSize(1);
    assertThat(sent).hasSize(3).containsOnly(given.get(0));
    assertThat(reservedAccounts()).isEqualTo(accountsOf(given));
  }

  @ParameterizedTest
  @EnumSource
  void reservationAfterALostResponseHasANewKey(CallStyle style) {
    String load = clientWithPrices(builder()).createLoad(SampleLoads.twoStops()).loadNumber();
    FreightClient client = client(rotatingBuilder());
    sent.clear();
    queueFaults(
        Operation.GET_LOAD_POSITION, Fault.closeBeforeProcessing(), Fault.billingUnavailable());

    style.getLoadPosition(client, load);

    String first = given.get(0);
    String second = given.get(1);
    assertThat(given).hasSize(2);
    assertThat(sent).as("lost, refused, answered").containsExactly(first, second, second);
    assertThat(reservedAccounts()).isEqualTo(accountsOf(given));
  }

  @ParameterizedTest
  @EnumSource
  void eachAttemptOfAFreeCallHasANewKey(CallStyle style) {
    FreightClient client = client(rotatingBuilder());
    queueFaults(Operation.GET_PRICING, Fault.status(500));

    style.getPricing(client, CallOptions.DEFAULT);

    assertThat(sent).hasSize(2).isEqualTo(given);
    assertThat(guard.purchases()).isEmpty();
  }

  @Test
  void responseHasTheAccountOfItsKey() {
    FreightClient client = client(rotatingBuilder());
    queueFaults(Operation.GET_BALANCE, Fault.status(500));

    FreightResponse<CreateLoadOutcome> load =
        client.withResponse().createLoad(SampleLoads.twoStops());
    assertThat(load.accountId()).isEqualTo(accountOf(given.get(0)));

    FreightResponse<?> balance = client.withResponse().getBalance();
    assertThat(balance.attempts()).isEqualTo(2);
    assertThat(balance.accountId()).isEqualTo(accountOf(given.get(2)));

    FreightResponse<LoadPosition> read =
        client.withResponse().getLoadPosition(load.value().loadNumber());
    assertThat(read.accountId()).isEqualTo(accountOf(given.get(3)));
  }

  // --- a supplier that gives no key ---

  @ParameterizedTest
  @EnumSource
  void failingKeySupplierReservesNothing(CallStyle style) {
    FreightClient client =
        client(
            rotatingBuilder()
                .agentKey(
                    () -> {
                      throw new IllegalStateException("sealed");
                    }));
    FreightException failure = failureOf(client, style);

    assertThat(failure)
        .hasMessageContaining("the agent key supplier failed")
        .hasMessageEndingWith("nothing was sent, nothing was charged")
        .hasRootCauseMessage("sealed");
    assertThat(guard.purchases()).isEmpty();
    assertThat(sent).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "of\nlines"})
  void invalidKeyReservesNothing(String key) {
    FreightClient client = client(rotatingBuilder().agentKey(() -> key));
    FreightException failure = failureOf(client, CallStyle.BLOCKING);

    assertThat(failure).hasMessageContaining("the agent key supplier failed");
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(guard.purchases()).isEmpty();
    assertThat(sent).isEmpty();
  }

  private static FreightException failureOf(FreightClient client, CallStyle style) {
    return catchThrowableOfType(
        FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops()));
  }

  // --- over a wait for a top-up ---

  /** Not enough for a load. */
  private final Broker poor = server.createBroker("0.30");

  private FreightClient.Builder waitingBuilder() {
    RetryPolicy patient = quickRetries().maxTopUpWait(Duration.ofMinutes(5)).build();
    return rotatingBuilder().agentKey(() -> nextKeyOf(poor)).retryPolicy(patient);
  }

  /**
   * Creates a load with a wait for a top-up.
   *
   * @param before faults of the attempts before the wait
   */
  private void createAcrossATopUp(CallStyle style, FreightClient.Builder builder, Fault... before) {
    FreightClient client = client(builder);
    queueFaults(Operation.CREATE_LOAD, before);
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops()));
    world.advance(Duration.ofSeconds(1));
    assertThat(load).as("it waits").isNotDone();
    poor.credit("1.00");
    CallStyle.join(load);
    assertThat(poor.debits()).hasSize(1);
    assertThat(guard.purchases()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void creationHasANewKeyAfterATopUp(CallStyle style) {
    createAcrossATopUp(style, waitingBuilder());

    assertThat(sent).hasSize(2).doesNotHaveDuplicates();
    assertThat(reservedAccounts()).isEqualTo(accountsOf(sent));
  }

  /** The lost attempt may have created the load in that account. */
  @ParameterizedTest
  @EnumSource
  void creationKeepsItsKeyAfterALostAttemptAndATopUp(CallStyle style) {
    createAcrossATopUp(style, waitingBuilder(), Fault.closeBeforeProcessing());

    assertThat(sent).hasSize(3).containsOnly(sent.get(0));
    assertThat(reservedAccounts()).containsOnly(accountOf(sent.get(0)));
  }

  /** It is the same broker, and the old key may have been revoked. */
  @ParameterizedTest
  @EnumSource
  void namedAccountUsesANewKeyAfterLostAttemptAndTopUp(CallStyle style) {
    createAcrossATopUp(style, waitingBuilder().account("poor"), Fault.closeBeforeProcessing());

    assertThat(sent).hasSize(3);
    assertThat(sent.get(1)).isEqualTo(sent.get(0));
    assertThat(sent.get(2)).isNotEqualTo(sent.get(0));
    assertThat(reservedAccounts())
        .hasSize(2)
        .containsOnly(client(waitingBuilder().account("poor")).accountId());
  }
}
