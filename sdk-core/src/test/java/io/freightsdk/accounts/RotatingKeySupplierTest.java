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
import io.freightsdk.testing.KnownPrices;
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

/**
 * A key supplier that gives another key whenever it is asked, and what each attempt is sent with.
 */
class AgentKeysOfACallTest extends ServerFixture {
  private final TestGuard guard = guard();
  private final List<String> given = new ArrayList<>();

  /** The keys of the requests that a call of a test made, in order. */
  private final List<String> sent = new ArrayList<>();

  @BeforeEach
  void hear() {
    world.network().onRequest(this::heard);
  }

  private void heard(Request request) {
    boolean isOfTheClient = request.url().encodedPath().endsWith("/balance");
    if (isOfTheClient) return;
    String bearer = Objects.requireNonNull(request.header("Authorization"));
    sent.add(bearer.substring("Bearer ".length()));
  }

  /** Another key of the broker each time. */
  private String anotherKey() {
    return another(broker);
  }

  private String another(Broker of) {
    String key = of.newKey();
    given.add(key);
    return key;
  }

  private FreightClient.Builder rotating() {
    return TestBuilders.withPrices(builder(), KnownPrices.usual())
        .agentKey(this::anotherKey)
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

  private List<String> accountsAsked() {
    return guard.asked().stream().map(Purchase::accountId).toList();
  }

  /** What becomes of the next attempts. */
  private void meets(Operation operation, Fault... faults) {
    for (Fault fault : faults) server.faults().next(operation, fault);
  }

  @ParameterizedTest
  @EnumSource
  void everyAttemptOfAReservationIsSentWithItsKey(CallStyle style) {
    FreightClient client = client(rotating());
    meets(Operation.CREATE_LOAD, Fault.closeBeforeProcessing(), Fault.billingUnavailable());

    CreateLoadOutcome load = style.createLoad(client, SampleLoads.twoStops());

    assertThat(load.attempts()).isEqualTo(3);
    assertThat(given).hasSize(1);
    assertThat(sent).hasSize(3).containsOnly(given.get(0));
    assertThat(accountsAsked()).isEqualTo(accountsOf(given));
  }

  @ParameterizedTest
  @EnumSource
  void aReadThatReservesAgainAfterALostAnswerTakesTheKeyOfThatMoment(CallStyle style) {
    String load = clientWithPrices(builder()).createLoad(SampleLoads.twoStops()).loadNumber();
    FreightClient client = client(rotating());
    sent.clear();
    meets(Operation.GET_LOAD_POSITION, Fault.closeBeforeProcessing(), Fault.billingUnavailable());

    style.getLoadPosition(client, load);

    String first = given.get(0);
    String second = given.get(1);
    assertThat(given).hasSize(2);
    assertThat(sent).as("lost, refused, answered").containsExactly(first, second, second);
    assertThat(accountsAsked()).isEqualTo(accountsOf(given));
  }

  @ParameterizedTest
  @EnumSource
  void aFreeCallTakesAKeyForEachAttempt(CallStyle style) {
    FreightClient client = client(rotating());
    meets(Operation.GET_PRICING, Fault.status(500));

    style.getPricing(client, CallOptions.DEFAULT);

    assertThat(sent).hasSize(2).isEqualTo(given);
    assertThat(guard.asked()).isEmpty();
  }

  @Test
  void anAnswerHasTheAccountOfTheKeyThatItWasAskedWith() {
    FreightClient client = client(rotating());
    meets(Operation.GET_BALANCE, Fault.status(500));

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
  void withoutAKeyNothingIsReserved(CallStyle style) {
    FreightClient client =
        client(
            rotating()
                .agentKey(
                    () -> {
                      throw new IllegalStateException("sealed");
                    }));
    FreightException failure = failureOf(client, style);

    assertThat(failure)
        .hasMessageContaining("the agent key supplier failed")
        .hasMessageEndingWith("nothing was sent, nothing was charged")
        .hasRootCauseMessage("sealed");
    assertThat(guard.asked()).isEmpty();
    assertThat(sent).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "of\nlines"})
  void withAKeyThatCannotBeSentNothingIsReserved(String key) {
    FreightClient client = client(rotating().agentKey(() -> key));
    FreightException failure = failureOf(client, CallStyle.BLOCKING);

    assertThat(failure).hasMessageContaining("the agent key supplier failed");
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(guard.asked()).isEmpty();
    assertThat(sent).isEmpty();
  }

  private static FreightException failureOf(FreightClient client, CallStyle style) {
    return catchThrowableOfType(
        FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops()));
  }

  // --- over a wait for a top-up ---

  /** Not enough for a load. */
  private final Broker poor = server.createBroker("0.30");

  private FreightClient.Builder waiting() {
    RetryPolicy patient = quickRetries().maxTopUpWait(Duration.ofMinutes(5)).build();
    return rotating().agentKey(() -> another(poor)).retryPolicy(patient);
  }

  /**
   * A creation that waits for a top-up, and goes on.
   *
   * @param before what becomes of the attempts before it
   */
  private void overATopUp(CallStyle style, FreightClient.Builder builder, Fault... before) {
    FreightClient client = client(builder);
    meets(Operation.CREATE_LOAD, before);
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops()));
    world.advance(Duration.ofSeconds(1));
    assertThat(load).as("it waits").isNotDone();
    poor.credit("1.00");
    CallStyle.join(load);
    assertThat(poor.debits()).hasSize(1);
    assertThat(guard.asked()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void afterATopUpACreationTakesTheKeyOfThatMoment(CallStyle style) {
    overATopUp(style, waiting());

    assertThat(sent).hasSize(2).doesNotHaveDuplicates();
    assertThat(accountsAsked()).isEqualTo(accountsOf(sent));
  }

  /** The load that it may have made is in that account. */
  @ParameterizedTest
  @EnumSource
  void afterALostAttemptACreationKeepsItsKeyOverATopUp(CallStyle style) {
    overATopUp(style, waiting(), Fault.closeBeforeProcessing());

    assertThat(sent).hasSize(3).containsOnly(sent.get(0));
    assertThat(accountsAsked()).containsOnly(accountOf(sent.get(0)));
  }

  /** It is the same broker, and the old key may have been revoked. */
  @ParameterizedTest
  @EnumSource
  void afterALostAttemptACreationOfAnAccountWithANameTakesTheNewKey(CallStyle style) {
    overATopUp(style, waiting().account("poor"), Fault.closeBeforeProcessing());

    assertThat(sent).hasSize(3);
    assertThat(sent.get(1)).isEqualTo(sent.get(0));
    assertThat(sent.get(2)).isNotEqualTo(sent.get(0));
    assertThat(accountsAsked())
        .hasSize(2)
        .containsOnly(client(waiting().account("poor")).accountId());
  }
}
