package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestEvent;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.MissingFieldsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.Loads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An answer that is not the service's own, or not the answer to this request. */
class StrangersAnswerTest {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final Gateway gateway = new Gateway(server.baseUrl());
  private final List<FreightClient> clients = new ArrayList<>();

  @AfterEach
  void stop() {
    clients.forEach(FreightClient::close);
    gateway.close();
    server.close();
  }

  private FreightClient client() {
    return client(builder());
  }

  private FreightClient client(FreightClientBuilder builder) {
    FreightClient client = builder.build();
    clients.add(client);
    return client;
  }

  private FreightClientBuilder builder() {
    return FreightClient.builder()
        .baseUrl(gateway.baseUrl())
        .agentKey(broker.agentKey())
        .retryPolicy(
            RetryPolicy.builder()
                .initialBackoff(Duration.ofMillis(1))
                .maxBackoff(Duration.ofMillis(2))
                .build());
  }

  private static FreightException failure(Runnable call) {
    FreightException failure = catchThrowableOfType(FreightException.class, call::run);
    assertThat(failure).as("a failure of the call").isNotNull();
    return failure;
  }

  private static Stream<Arguments> withStyles(List<?> rows) {
    return rows.stream()
        .flatMap(row -> Stream.of(CallStyle.values()).map(style -> Arguments.of(row, style)));
  }

  static Stream<Arguments> pagesOfAGateway() {
    return withStyles(List.of(400, 401, 402, 403, 404, 405, 410, 413, 422, 431, 451));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("pagesOfAGateway")
  void aGatewaysPageAfterACreationLeavesTheChargeOpen(int status, CallStyle style) {
    gateway.next(Operation.CREATE_LOAD, Gateway.insteadOfTheAnswer(Gateway.page(status)));
    FreightClient client = client();

    FreightException failure = failure(() -> style.createLoad(client, Loads.twoStops()));

    assertThat(broker.debits()).hasSize(1);
    assertThat(gateway.arrived(Operation.CREATE_LOAD)).isEqualTo(1);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_SETUP);
    assertThat(failure.retryable()).isFalse();
    assertThat(failure).hasMessageContaining(String.valueOf(status));
    assertThat(failure).hasMessageNotContaining("nothing was charged");
    assertThat(client.ledger().totals().unknown()).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("pagesOfAGateway")
  void aGatewaysPageAfterAReadLeavesTheChargeOpen(int status, CallStyle style) {
    FreightClient client = client();
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    gateway.next(Operation.GET_LOAD_POSITION, Gateway.insteadOfTheAnswer(Gateway.page(status)));

    FreightException failure = failure(() -> style.getLoadPosition(client, load));

    assertThat(broker.debitsFor(load)).hasSize(2);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure).hasMessageNotContaining("nothing was charged");
  }

  /** JSON alone does not make it the service's word. */
  static Stream<Arguments> jsonOfAGateway() {
    return withStyles(
        List.of("{\"message\":\"Forbidden\"}", "{}", "[]", "{\"error\":{\"code\":403}}", "\"no\""));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("jsonOfAGateway")
  void aGatewaysJsonAfterACreationLeavesTheChargeOpen(String body, CallStyle style) {
    gateway.next(Operation.CREATE_LOAD, Gateway.insteadOfTheAnswer(Answers.json(403, body)));
    FreightClient client = client(builder().retryPolicy(RetryPolicy.none()));

    FreightException failure = failure(() -> style.createLoad(client, Loads.twoStops()));

    assertThat(broker.debits()).hasSize(1);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
  }

  /** What gateways, filters and frameworks write: the service has no such code, or status. */
  static Stream<Arguments> errorsOfOthers() {
    String spring =
        "{\"timestamp\":\"2026-11-20T10:00:00Z\",\"status\":403,\"error\":\"Forbidden\",\"path\":\"/v1\"}";
    return withStyles(
        List.of(
            Answers.json(403, spring),
            Answers.json(403, "{\"error\":\"Forbidden\",\"status\":403}"),
            Answers.json(403, "{\"error\":403,\"message\":\"Forbidden\"}"),
            Answers.json(403, "{\"error\":\"blocked\",\"code\":\"POLICY_7\"}"),
            Answers.json(402, "{\"error\":\"no\",\"code\":\"QUOTA\"}"),
            Answers.json(402, "{\"error\":\"Payment Required\"}"),
            Answers.json(404, "{\"error\":\"no\",\"code\":\"NO_ROUTE\"}"),
            Answers.json(422, "{\"error\":\"no\",\"code\":\"SCHEMA\"}"),
            Answers.json(413, "{\"error\":\"too large\"}"),
            Answers.json(409, "{\"error\":\"conflict\"}"),
            Answers.json(403, "{\"error\":\"no\"} and more"),
            Answers.json(402, "{\"error\":\"no\",\"code\":\"INSUFFICIENT_FUNDS\""),
            Answers.json(503, "{\"error\":\"no\",\"code\":\"BACKEND_DOWN\"}")));
  }

  @ParameterizedTest(name = "{index}, {1}")
  @MethodSource("errorsOfOthers")
  void anErrorWithWhatTheServiceNeverSaysLeavesTheChargeOpen(
      MockResponse.Builder said, CallStyle style) {
    gateway.next(Operation.CREATE_LOAD, Gateway.insteadOfTheAnswer(said));
    FreightClient client = client(builder().retryPolicy(RetryPolicy.none()));

    FreightException failure = failure(() -> style.createLoad(client, Loads.twoStops()));

    assertThat(broker.debits()).hasSize(1);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure).hasMessageNotContaining("nothing was charged");
  }

  /** A success that names no load, or another one, is nobody's word on a charge. */
  static Stream<Arguments> successesOfOthers() {
    return withStyles(
        List.of(
            "{}",
            "[]",
            "null",
            "\"ok\"",
            "{\"error\":\"upstream timeout\"}",
            "{\"message\":\"scheduled maintenance\"}",
            "{\"loadNumber\":\"LD-1999-0001\"}"));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("successesOfOthers")
  void aReadThatNamesNoLoadOfOursIsNotCalledCharged(String body, CallStyle style) {
    FreightClient client = client(builder().retryPolicy(RetryPolicy.none()));
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    gateway.next(Operation.GET_LOAD_POSITION, Gateway.turnedAway(Answers.json(200, body)));

    FreightException failure = failure(() -> style.getLoadPosition(client, load));

    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(client.ledger().totals().unknown()).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("successesOfOthers")
  void aCreationThatNamesNoLoadIsNotCalledCharged(String body, CallStyle style) {
    if (body.contains("LD-1999")) return; // It may be the load that was created.
    FreightClient client = client(builder().retryPolicy(RetryPolicy.none()));
    gateway.next(Operation.CREATE_LOAD, Gateway.turnedAway(Answers.json(201, body)));

    FreightException failure = failure(() -> style.createLoad(client, Loads.twoStops()));

    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
  }

  @ParameterizedTest
  @EnumSource
  void aPositionWithMoreAfterItIsRefused(CallStyle style) {
    FreightClient client = client(builder().retryPolicy(RetryPolicy.none()));
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    String twice =
        "{\"loadNumber\":\"%s\",\"status\":\"PLANNED\",\"createdAt\":\"2026-11-20T10:00:00Z\","
            + "\"stops\":[],\"gpsTrack\":[],\"pingCount\":0}{\"loadNumber\":\"LD-2\"}";
    gateway.next(
        Operation.GET_LOAD_POSITION, Gateway.turnedAway(Answers.json(200, twice.formatted(load))));

    FreightException failure = failure(() -> style.getLoadPosition(client, load));

    assertThat(failure).isInstanceOf(FreightDecodingException.class);
  }

  /** Balances that nobody can count with. */
  static Stream<Arguments> noBalances() {
    return withStyles(
        List.of(
            "{}",
            "{\"balanceUsd\":null}",
            "{\"balanceUsd\":1e400}",
            "{\"balanceUsd\":99999999999999}",
            "{\"currency\":\"EUR\",\"balanceUsd\":12.50}"));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("noBalances")
  void aBalanceThatIsNoAmountOfUsdIsRefused(String body, CallStyle style) {
    FreightClient client = client(builder().retryPolicy(RetryPolicy.none()));
    gateway.next(
        Operation.GET_BALANCE,
        Gateway.turnedAway(Answers.json(200, body)),
        Gateway.turnedAway(Answers.json(200, body)));

    assertThat(failure(() -> style.getBalance(client)))
        .isInstanceOf(FreightDecodingException.class);
    assertThat(failure(() -> client.ledger().reconcile()))
        .isInstanceOf(FreightDecodingException.class);
  }

  static Stream<Arguments> otherCurrencies() {
    return withStyles(List.of("\"EUR\"", "\"USDC\"", "\"\"", "840", "{\"code\":\"USD\"}", "[]"));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("otherCurrencies")
  void aPriceListInAnotherCurrencyIsRefused(String currency, CallStyle style) {
    FreightClient client = client(builder().retryPolicy(RetryPolicy.none()));
    gateway.next(
        Operation.GET_PRICING,
        Gateway.turnedAway(
            Answers.json(
                200, "{\"currency\":%s,\"prices\":{\"load_create\":0.65}}".formatted(currency))));

    assertThat(failure(() -> style.getPricing(client, CallOptions.DEFAULT)))
        .isInstanceOf(FreightDecodingException.class);
  }

  static Stream<Arguments> notYet() {
    return withStyles(List.of(408, 425));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("notYet")
  void aCreationThatAProxyGaveUpIsSentAgainUnderItsKey(int status, CallStyle style) {
    gateway.next(Operation.CREATE_LOAD, Gateway.insteadOfTheAnswer(Gateway.page(status)));

    CreateLoadOutcome load = style.createLoad(client(), Loads.twoStops());

    assertThat(load.attempts()).isEqualTo(2);
    assertThat(load.charge()).isEqualTo(Charge.charged(broker.debits().get(0).amountUsd()));
    assertThat(broker.debits()).as("one key, one debit").hasSize(1);
    assertThat(gateway.arrived(Operation.CREATE_LOAD)).isEqualTo(2);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("notYet")
  void aCreationThatAProxyGaveUpForGoodIsToBeRepeatedWithItsKey(int status, CallStyle style) {
    gateway.next(Operation.CREATE_LOAD, Gateway.insteadOfTheAnswer(Gateway.page(status)));
    FreightClient client = client(builder().retryPolicy(RetryPolicy.none()));

    FreightException failure = failure(() -> style.createLoad(client, Loads.twoStops()));

    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    assertThat(failure.retryable()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void aPageThatIsNotFoundSpeaksOfTheBaseUrlAndNotOfTheLoad(CallStyle style) {
    FreightClient client = client();
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    gateway.next(Operation.GET_LOAD_POSITION, Gateway.turnedAway(Gateway.page(404)));

    FreightException failure = failure(() -> style.getLoadPosition(client, load));

    assertThat(failure).isNotInstanceOf(LoadNotFoundException.class);
    assertThat(failure)
        .hasMessageContaining("base URL")
        .hasMessageContaining(gateway.baseUrl())
        .hasMessageNotContaining("check the load number");
  }

  @ParameterizedTest
  @EnumSource
  void aBaseUrlThatEndsInV1IsNamedWithTheUrlThatWasAsked(CallStyle style) {
    FreightClient client = client(builder().baseUrl(gateway.baseUrl() + "/v1"));

    FreightException failure = failure(() -> style.getBalance(client));

    assertThat(failure).isNotInstanceOf(LoadNotFoundException.class);
    assertThat(failure).hasMessageContaining("base URL").hasMessageContaining("/v1/v1/agent");
  }

  /** Refusals in the service's own words, after an attempt whose answer was lost. */
  static Stream<Arguments> refusals() {
    return withStyles(
        List.of(
            Answers.json(400, "{\"error\":\"Missing\",\"fields\":[\"pickups.0.zip\"]}"),
            Answers.json(400, "{\"error\":\"No phone\",\"code\":\"INVALID_DRIVER_PHONE\"}"),
            Answers.json(401, "{\"error\":\"No key\",\"code\":\"MISSING_KEY\"}"),
            Answers.insufficientFunds(),
            Answers.json(403, "{\"error\":\"Another broker's\"}"),
            Answers.json(404, "{\"error\":\"No such load\"}"),
            Answers.json(422, "{\"error\":\"Not registered\",\"code\":\"UNKNOWN_BROKER\"}"),
            Answers.billingUnavailable()));
  }

  @ParameterizedTest(name = "{index}, {1}")
  @MethodSource("refusals")
  void aRefusalAfterALostAnswerDoesNotSayThatNothingWasCharged(
      MockResponse.Builder refusal, CallStyle style) {
    RetryPolicy twice =
        RetryPolicy.builder().maxAttempts(2).initialBackoff(Duration.ofMillis(1)).build();
    gateway.next(Operation.CREATE_LOAD, Gateway.answerLost(), Gateway.turnedAway(refusal));
    FreightClient client = client(builder().retryPolicy(twice));

    FreightException failure = failure(() -> style.createLoad(client, Loads.twoStops()));

    assertThat(broker.debits()).hasSize(1);
    assertThat(failure.attempts()).isEqualTo(2);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.getMessage())
        .doesNotContain("nothing was charged")
        .doesNotContain("nothing was created");
    if (failure instanceof MissingFieldsException missing) {
      assertThat(missing.fields()).containsExactly("pickups.0.zip");
    }
  }

  static Stream<Arguments> sameClientOrSameBooks() {
    return withStyles(List.of(true, false));
  }

  /** The client that created the load remembers it; another one finds it in the books. */
  @ParameterizedTest(name = "the same client {0}, {1}")
  @MethodSource("sameClientOrSameBooks")
  void aCreationThatNamesTheLoadOfAnotherKeyLeavesTheChargeOpen(
      boolean sameClient, CallStyle style) {
    SpendStore books = SpendStore.inMemory();
    ConcurrentLinkedQueue<Charge> told = new ConcurrentLinkedQueue<>();
    FreightClientBuilder listening =
        builder()
            .retryPolicy(RetryPolicy.none())
            .spendStore(books)
            .listener(
                event -> {
                  boolean creation =
                      event instanceof RequestEvent.CallEnded
                          && event.operation() == Operation.CREATE_LOAD;
                  if (creation) told.add(((RequestEvent.CallEnded) event).charge());
                });
    FreightClient first = client(listening);
    FreightClient second = sameClient ? first : client(listening);
    String load = first.createLoad(Loads.twoStops()).loadNumber();
    gateway.next(Operation.CREATE_LOAD, Gateway.insteadOfTheAnswer(Answers.createdLoad(load)));

    try {
      style.createLoad(second, Loads.twoStops());
    } catch (FreightException refused) {
      assertThat(refused.charge()).isEqualTo(Charge.UNKNOWN);
    }

    assertThat(broker.debits()).hasSize(2);
    assertThat(told)
        .extracting(Charge::kind)
        .containsExactly(Charge.Kind.CHARGED, Charge.Kind.UNKNOWN);
    assertThat(second.ledger().totals().unknown()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void aPositionOfAnotherLoadIsNotTheAnswer(CallStyle style) {
    FreightClient client = client();
    String mine = client.createLoad(Loads.twoStops()).loadNumber();
    String strange = "{\"loadNumber\":\"LD-1999-0007\",\"status\":\"PLANNED\",";
    gateway.next(
        Operation.GET_LOAD_POSITION,
        Gateway.insteadOfTheAnswer(
            Answers.json(
                200,
                strange
                    + "\"createdAt\":\"2026-11-20T10:00:00Z\",\"stops\":[],\"gpsTrack\":[],"
                    + "\"pingCount\":0}")));

    FreightException failure = failure(() -> style.getLoadPosition(client, mine));

    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure).hasMessageContaining(mine);
  }
}
