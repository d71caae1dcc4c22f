package io.freightsdk.internal.jobs.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.error.FailedCall;
import io.freightsdk.error.FieldProblem;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.jobs.WaitReason;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.model.StopInput;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderTest {
  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

  static CreateLoadInput input() {
    StopInput stop =
        StopInput.builder().address("1 Main").city("Corbin").state("KY").zip("40701").build();
    return CreateLoadInput.builder()
        .driverPhone("+13125550142")
        .pickups(stop)
        .deliveries(stop)
        .customerRef("PO-1")
        .build();
  }

  @Test
  void keyIsReplacedUnlessALoadMayExist() {
    Order order = sent();
    String first = order.key;
    order.fail(lost(Charge.NONE), NOW);
    String second = order.key;
    assertThat(second).isNotEqualTo(first);
    assertThat(order.mayHaveLoad).isFalse();

    order.fail(lost(Charge.UNKNOWN), NOW);
    assertThat(order.key).isEqualTo(second);
    assertThat(order.mayHaveLoad).isTrue();

    order.fail(lost(Charge.NONE), NOW);
    assertThat(order.key).as("an earlier one may exist").isEqualTo(second);
    assertThat(order.mayHaveLoad).isTrue();
  }

  @Test
  void crashedAttemptMayHaveALoad() {
    Order died = sent();
    String key = died.key;
    died.startAttempt(NOW);
    assertThat(died.mayHaveLoad).isTrue();
    assertThat(died.key).isEqualTo(key);
    assertThat(died.attempts).isEqualTo(2);
  }

  @Test
  void failureBeforeSendingCreatesNoLoad() {
    Order scope = sent();
    scope.fail(new WaitReasons.NothingSent("the scope", new IllegalStateException()), NOW);
    assertThat(scope.mayHaveLoad).isFalse();
    assertThat(scope.waitingFor).isEqualTo(WaitReason.LIMIT);
    Order unknown = sent();
    unknown.fail(new IllegalArgumentException("an unknown scope"), NOW);
    assertThat(unknown.mayHaveLoad).isFalse();
    Order client = sent();
    client.fail(new WaitReasons.NoClient("there is none", null), NOW);
    assertThat(client.mayHaveLoad).isFalse();
    assertThat(client.waitingFor).isEqualTo(WaitReason.KEY);
    Order fault = sent();
    fault.fail(new OutOfMemoryError(), NOW);
    assertThat(fault.mayHaveLoad).isTrue();
    assertThat(fault.waitingFor).isEqualTo(WaitReason.OUTAGE);
  }

  @ParameterizedTest
  @CsvSource({
    "TOP_UP, BALANCE",
    "RAISE_LIMIT, LIMIT",
    "FIX_KEY, KEY",
    "FIX_CONFIGURATION, OUTAGE",
    "RETRY_LATER, OUTAGE",
    "RETRY_WITH_SAME_KEY, OUTAGE"
  })
  void waitReasonFollowsTheNextStep(NextStep step, WaitReason waitingFor) {
    Order order = sent();
    order.fail(
        new FreightConnectionException(call(Charge.NONE, step), "no", false, new IOException()),
        NOW);
    assertThat(order.state).isEqualTo(State.WAITING);
    assertThat(order.waitingFor).isEqualTo(waitingFor);
    order.startAttempt(NOW);
    assertThat(order.waitingFor).as("until the response").isEqualTo(waitingFor);
    order.succeed(created(Charge.charged("0.65")), "account", NOW);
    assertThat(order.waitingFor).isNull();
    assertThat(order.toDetails().reason()).as("of the last attempt").isNull();
  }

  @Test
  void loadIsCreatedOrFound() {
    Order died = sent();
    died.startAttempt(NOW);
    BookedLoad booked = load(died, created(Charge.charged("0.65")));
    assertThat(booked.origin()).isEqualTo(BookedLoad.Origin.CREATED);
    assertThat(booked.mayBeFromLostAttempt()).isFalse();

    assertThat(load(sent(), found(Charge.NONE)).mayBeFromLostAttempt()).isFalse();
    assertThat(load(sent(), found(Charge.UNKNOWN)).mayBeFromLostAttempt()).isTrue();
    Order lost = sent();
    lost.startAttempt(NOW);
    BookedLoad found = load(lost, found(Charge.NONE));
    assertThat(found.origin()).isEqualTo(BookedLoad.Origin.FOUND);
    assertThat(found.mayBeFromLostAttempt()).isTrue();
  }

  @Test
  void invalidRequestStopsTheOrder() {
    Order order = sent();
    order.fail(invalid(), NOW);
    assertThat(order.state).isEqualTo(State.STOPPED);
    assertThat(order.toStoppedSummary().reason()).contains("createLoad").contains("400");
    assertThat(order.toStoppedSummary().problems())
        .containsExactly(new FieldProblem("driverPhone", "missing"));
    assertThat(order.isChangeable()).isTrue();
    order.replace(null, input(), NOW);
    assertThat(order.state).isEqualTo(State.WAITING);
    assertThat(order.problems).isEmpty();
    assertThat(order.customer).isNull();
  }

  @Test
  void storedTimeIsTheTimeOfTheLastReplacement() {
    Order order = sent();
    Instant replacedAt = NOW.plus(Duration.ofHours(1));
    order.fail(invalid(), NOW);
    order.replace("acme", input(), replacedAt);
    order.startAttempt(replacedAt.plusSeconds(1));
    order.fail(lost(Charge.NONE), replacedAt.plusSeconds(2));
    assertThat(order.toDetails().storedAt()).isEqualTo(replacedAt);
    assertThat(order.toDetails().changedAt()).isEqualTo(replacedAt.plusSeconds(2));
  }

  @Test
  void repeatedGatewayRefusalsStopTheOrder() {
    Order order = sent();
    for (int refusals = 1; refusals < Order.MAX_GATEWAY_REFUSALS; refusals++) {
      order.fail(gateway(413), NOW);
      assertThat(order.state).isEqualTo(State.WAITING);
    }
    order.fail(lost(Charge.NONE), NOW);
    order.fail(gateway(413), NOW);
    assertThat(order.state).as("not in a row").isEqualTo(State.WAITING);
    for (int refusals = 1; refusals < Order.MAX_GATEWAY_REFUSALS; refusals++) {
      order.fail(gateway(413), NOW);
    }
    assertThat(order.state).isEqualTo(State.STOPPED);
    assertThat(order.toStoppedSummary().reason()).contains("413");
    order.restart(NOW);
    for (int refusals = 1; refusals < Order.MAX_GATEWAY_REFUSALS; refusals++) {
      order.fail(gateway(413), NOW);
      assertThat(order.state).as("sent again").isEqualTo(State.WAITING);
    }
    order.fail(gateway(413), NOW);
    assertThat(order.state).as("sent again, and still refused").isEqualTo(State.STOPPED);
  }

  @Test
  void overloadedGatewayStopsNoOrder() {
    Order order = sent();
    for (int refusals = 0; refusals < 100; refusals++) order.fail(gateway(502), NOW);
    assertThat(order.state).isEqualTo(State.WAITING);
  }

  /** It is in work no more, or was used for another body. */
  @ParameterizedTest
  @ValueSource(ints = {409, 422})
  void keyRefusedForADayStopsTheOrderAndIsReplaced(int status) {
    Order order = sent();
    String key = order.key;
    Instant day = NOW.plus(Duration.ofDays(1));
    order.fail(gateway(status), day.minusMillis(1));
    assertThat(order.state).isEqualTo(State.WAITING);
    assertThat(order.key).isEqualTo(key);
    order.startAttempt(day);
    order.fail(gateway(status), day);
    assertThat(order.state).isEqualTo(State.STOPPED);
    order.restart(day);
    assertThat(order.key).isNotEqualTo(key);
    assertThat(order.mayHaveLoad).isTrue();
    order.startAttempt(day);
    order.fail(gateway(status), day);
    assertThat(order.state).as("a new key has its own day").isEqualTo(State.WAITING);
  }

  @Test
  void unknownBrokerNeverStopsTheOrder() {
    Order order = sent();
    order.fail(
        new UnknownBrokerException(
            call(Charge.UNKNOWN, NextStep.FIX_KEY), "unknown", null, Map.of(), null),
        NOW.plus(Duration.ofDays(30)));
    assertThat(order.state).isEqualTo(State.WAITING);
    assertThat(order.waitingFor).isEqualTo(WaitReason.KEY);
  }

  @Test
  void orderThatMayHaveALoadIsReplaceableOnlyOnceStopped() {
    Order order = sent();
    order.fail(lost(Charge.UNKNOWN), NOW);
    assertThat(order.isChangeable()).isFalse();
    order.fail(invalid(), NOW);
    assertThat(order.isChangeable()).isTrue();
    String key = order.key;
    order.replace(null, input(), NOW);
    assertThat(order.mayHaveLoad).isTrue();
    assertThat(order.key).as("one key is for one body").isNotEqualTo(key);
  }

  @Test
  void changedOrderLeavesNoWorkForItsEarlierTask() {
    Order order = sent();
    String taskId = order.taskId;
    order.fail(invalid(), NOW);
    assertThat(order.hasWorkFor(taskId)).isTrue();
    order.restart(NOW);
    assertThat(order.hasWorkFor(taskId)).isFalse();
    taskId = order.taskId;
    order.withdraw(NOW);
    assertThat(order.hasWorkFor(taskId)).isFalse();
    assertThat(order.hasWorkFor(order.taskId)).as("nothing is left").isFalse();
  }

  @Test
  void toStringHasNoPhoneNumber() {
    Order order = sent();
    assertThat(order.toString()).isEqualTo("Order[PO-1, SENDING]");
    assertThat(order.toDetails().toString()).doesNotContain("3125550142");
  }

  /** An order whose first attempt has begun. */
  static Order sent() {
    Order order = new Order("PO-1", "acme", input(), NOW);
    order.startAttempt(NOW);
    return order;
  }

  private static BookedLoad load(Order order, CreateLoadOutcome outcome) {
    order.succeed(outcome, "account", NOW);
    return order.load;
  }

  private static FreightException lost(Charge charge) {
    return new FreightConnectionException(
        call(charge, NextStep.RETRY_WITH_SAME_KEY), "it was lost", false, new IOException());
  }

  static FreightException invalid() {
    return new InvalidRequestException(
        call(Charge.NONE, NextStep.FIX_REQUEST),
        "error",
        null,
        Map.of(),
        List.of(new FieldProblem("driverPhone", "missing")));
  }

  private static FreightException gateway(int status) {
    return new UnexpectedStatusException(
        call(Charge.UNKNOWN, NextStep.FIX_CONFIGURATION), status, null, null, Map.of(), "");
  }

  private static FailedCall call(Charge charge, NextStep next) {
    return FailedCall.of(Operation.CREATE_LOAD).withCharge(charge).withNextStep(next);
  }

  private static CreateLoadOutcome created(Charge charge) {
    return outcome("https://drive/1", "app://drive/1", false, charge);
  }

  private static CreateLoadOutcome found(Charge charge) {
    return outcome(null, null, true, charge);
  }

  private static CreateLoadOutcome outcome(
      @Nullable String webLink, @Nullable String appLink, boolean deduplicated, Charge charge) {
    return new CreateLoadOutcome(
        "id",
        "LD-1",
        "https://track/1",
        webLink,
        appLink,
        null,
        null,
        deduplicated,
        "key",
        1,
        charge);
  }
}
