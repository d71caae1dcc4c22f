package io.freightsdk.internal.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FieldProblem;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.jobs.OrderLoad;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import io.freightsdk.model.Operation;
import io.freightsdk.model.StopInput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OrderTest {
  static final Order ORDER = Order.of("PO-1", "acme", input());

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

  static Order hasLoad() {
    return ORDER.created(created(Charge.charged("0.65")));
  }

  @Test
  void aKeyIsKeptWhileALoadMayExistAndElseMadeAnew() {
    Order refused = ORDER.failed(lost(Charge.NONE));
    assertThat(refused.key()).isNotEqualTo(ORDER.key());
    assertThat(refused.mayHaveLoad()).isFalse();

    Order lost = refused.failed(lost(Charge.UNKNOWN));
    assertThat(lost.key()).isEqualTo(refused.key());
    assertThat(lost.mayHaveLoad()).isTrue();

    Order again = lost.failed(lost(Charge.NONE));
    assertThat(again.key()).as("an earlier one may exist").isEqualTo(refused.key());
    assertThat(again.mayHaveLoad()).isTrue();
  }

  @Test
  void anAttemptThatDiedWithItsProcessMayHaveMadeALoad() {
    Order died = ORDER.withUnknownOutcome();
    assertThat(died.mayHaveLoad()).isTrue();
    assertThat(died.key()).isEqualTo(ORDER.key());
    Order told = hasLoad();
    assertThat(told.withUnknownOutcome()).as("its load is known").isEqualTo(told);
  }

  @Test
  void whatThrowsBeforeItSendsIsNoAttempt() {
    JobsContext.NothingSent scope =
        new JobsContext.NothingSent("the scope", new IllegalStateException());
    assertThat(ORDER.failed(scope)).isEqualTo(ORDER);
    assertThat(ORDER.failed(new IllegalArgumentException("an unknown scope"))).isEqualTo(ORDER);
    assertThat(ORDER.failed(new OutOfMemoryError()).mayHaveLoad()).isTrue();
  }

  @Test
  void aListenerThatThrowsChangesNothing() {
    Order told = hasLoad();
    assertThat(told.failed(new IllegalArgumentException())).isEqualTo(told);
    assertThat(told.failed(lost(Charge.UNKNOWN))).isEqualTo(told);
  }

  @Test
  void aLoadIsBookedOrFound() {
    OrderLoad booked = ORDER.withUnknownOutcome().created(created(Charge.charged("0.65"))).load();
    assertThat(booked.kind()).isEqualTo(OrderLoad.Kind.CREATED);
    assertThat(booked.mayBeOurs()).isFalse();

    assertThat(ORDER.created(found(Charge.NONE)).load().mayBeOurs()).isFalse();
    assertThat(ORDER.created(found(Charge.UNKNOWN)).load().mayBeOurs()).isTrue();
    OrderLoad found = ORDER.withUnknownOutcome().created(found(Charge.NONE)).load();
    assertThat(found.kind()).isEqualTo(OrderLoad.Kind.FOUND);
    assertThat(found.mayBeOurs()).isTrue();
  }

  @Test
  void whatWouldOnlyBeRefusedAgainStops() {
    Order stopped = ORDER.failed(invalid());
    assertThat(stopped.stopped().reason()).contains("createLoad").contains("400");
    assertThat(stopped.stopped().problems())
        .containsExactly(new FieldProblem("driverPhone", "missing"));
    assertThat(stopped.isReplaceable()).isTrue();
    Order again = stopped.replacedBy(Order.of("PO-1", null, input()));
    assertThat(again.stopped()).isNull();
    assertThat(again.customer()).isNull();
  }

  @Test
  void aGatewayThatRefusesAgainAndAgainStopsTheOrder() {
    Order order = ORDER;
    for (int refusals = 1; refusals < Order.MAX_GATEWAY_REFUSALS; refusals++) {
      order = order.failed(gateway(413));
      assertThat(order.stopped()).isNull();
    }
    Order interrupted = order.failed(lost(Charge.NONE)).failed(gateway(413));
    assertThat(interrupted.stopped()).as("not in a row").isNull();
    assertThat(order.failed(gateway(413)).stopped().reason()).contains("413");
  }

  @Test
  void aGatewayThatIsOverloadedStopsNothing() {
    Order order = ORDER;
    for (int refusals = 0; refusals < 100; refusals++) {
      order = order.failed(gateway(502));
    }
    assertThat(order.stopped()).isNull();
  }

  @Test
  void whatMayHaveMadeALoadIsNotReplacedUnlessItStopped() {
    Order lost = ORDER.failed(lost(Charge.UNKNOWN));
    assertThat(lost.isReplaceable()).isFalse();
    Order stopped = lost.failed(invalid());
    assertThat(stopped.isReplaceable()).isTrue();
    Order replaced = stopped.replacedBy(Order.of("PO-1", null, input()));
    assertThat(replaced.mayHaveLoad()).isTrue();
    assertThat(replaced.key()).as("one key is for one body").isNotEqualTo(stopped.key());
  }

  @Test
  void noPhoneNumberIsInItsText() {
    assertThat(ORDER.toString()).isEqualTo("Order[PO-1]");
  }

  private static FreightException lost(Charge charge) {
    return new FreightConnectionException(
        facts(charge, NextStep.RETRY_WITH_SAME_KEY), "it was lost", false, new IOException());
  }

  static FreightException invalid() {
    return new InvalidRequestException(
        facts(Charge.NONE, NextStep.FIX_REQUEST),
        "error",
        null,
        Map.of(),
        List.of(new FieldProblem("driverPhone", "missing")));
  }

  private static FreightException gateway(int status) {
    return new UnexpectedStatusException(
        facts(Charge.UNKNOWN, NextStep.FIX_SETUP), status, null, null, Map.of(), "");
  }

  private static FailureFacts facts(Charge charge, NextStep next) {
    return FailureFacts.builder(Operation.CREATE_LOAD).charge(charge).nextStep(next).build();
  }

  private static CreateLoadOutcome created(Charge charge) {
    CreateLoadResult result =
        CreateLoadResult.builder()
            .loadId("id")
            .loadNumber("LD-1")
            .trackingLink("https://track/1")
            .driverWebLink("https://drive/1")
            .driverAppLink("app://drive/1")
            .build();
    return CreateLoadOutcome.of(result, "key", 1, charge);
  }

  private static CreateLoadOutcome found(Charge charge) {
    DedupCreateLoadResult result =
        DedupCreateLoadResult.builder()
            .loadId("id")
            .loadNumber("LD-1")
            .trackingLink("https://track/1")
            .ok(true)
            .deduplicated(true)
            .build();
    return CreateLoadOutcome.of(result, "key", 1, charge);
  }
}
