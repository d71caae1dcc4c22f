package io.freightsdk.responses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.model.Operation;
import io.freightsdk.responses.ForeignResponses.ReportedOutcome;
import io.freightsdk.responses.ForeignResponses.RequestKind;
import io.freightsdk.responses.ForeignResponses.Row;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Responses of another server, or to another request. */
class StrangersAnswerTest extends ServerFixture {
  private final Faults faults = server.faults();

  private static FreightException failure(Runnable call) {
    FreightException failure = catchThrowableOfType(FreightException.class, call::run);
    assertThat(failure).as("a failure of the call").isNotNull();
    return failure;
  }

  private static Fault positionOfAnotherLoad() {
    return Fault.statusAfterCommit(200)
        .withBody(
            "{\"loadNumber\":\"LD-1999-0007\",\"status\":\"PLANNED\","
                + "\"createdAt\":\"2026-11-20T10:00:00Z\",\"stops\":[],\"gpsTrack\":[],"
                + "\"pingCount\":0}");
  }

  private FreightClient client() {
    return client(builder());
  }

  /** Plays a row. The reported outcome agrees with the guard and the row. */
  private void play(Row row, CallStyle style) {
    TestGuard guard = guard();
    FreightClient.Builder builder =
        builder()
            .spendGuard(guard)
            .retryPolicy(
                RetryPolicy.builder()
                    .retryUnknownReads(true)
                    .maxAttempts(row.attempts())
                    .initialBackoff(Duration.ofMillis(1))
                    .build());
    FreightClient client = client(builder);
    String load = SampleLoads.NUMBER;
    if (row.requestKind() == RequestKind.READ) {
      assertThat(client.createLoad(SampleLoads.twoStops()).loadNumber()).isEqualTo(load);
    }
    Operation operation = row.requestKind().operation;
    int debits = broker.debits().size();
    long requests = requestCount(operation);
    row.faults().forEach(fault -> server.faults().next(operation, fault));

    Charge charged = null;
    FreightException failure = null;
    try {
      charged = row.requestKind().make(client, style, load);
    } catch (FreightException e) {
      failure = e;
    }

    int paid = broker.debits().size() - debits;
    int sent = (int) (requestCount(operation) - requests);
    Charge.Kind kind = charged == null ? Charge.Kind.NONE : charged.kind();
    ReportedOutcome reported =
        failure == null
            ? new ReportedOutcome(null, kind, null, paid, sent)
            : ReportedOutcome.of(failure, paid, sent);
    assertThat(reported).as("the message for %s", row).isEqualTo(row.reported());
    boolean open = reported.charge() == Charge.Kind.UNKNOWN;
    assertThat(guard.unknownUsd().signum()).as("%s", row).isEqualTo(open ? 1 : 0);
    if (failure == null) return;
    assertThat(failure.attempts()).isEqualTo(sent);
    if (reported.charge() != Charge.Kind.NONE) {
      assertThat(failure.getMessage())
          .doesNotContain("nothing was charged")
          .doesNotContain("nothing was created");
    }
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("io.freightsdk.responses.ForeignResponses#rowsAndStyles")
  void responseOfAnotherServerNeverDecidesTheCharge(Row row, CallStyle style) {
    play(row, style);
  }

  @ParameterizedTest
  @EnumSource
  void gatewayPageIsReportedWithItsStatus(CallStyle style) {
    faults.next(Operation.CREATE_LOAD, ServiceResponses.page(Fault.statusAfterCommit(451)));

    FreightException failure = failure(() -> style.createLoad(client(), SampleLoads.twoStops()));

    assertThat(failure).hasMessageContaining("451");
  }

  @ParameterizedTest
  @EnumSource
  void notFoundPageNamesTheBaseUrlAndNotTheLoad(CallStyle style) {
    FreightClient client = client();
    String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
    faults.next(Operation.GET_LOAD_POSITION, ServiceResponses.page(Fault.status(404)));

    FreightException failure = failure(() -> style.getLoadPosition(client, load));

    assertThat(failure).isNotInstanceOf(LoadNotFoundException.class);
    assertThat(failure)
        .hasMessageContaining("base URL")
        .hasMessageContaining(World.BASE_URL)
        .hasMessageNotContaining("check the load number");
  }

  @ParameterizedTest
  @EnumSource
  void baseUrlEndingInV1IsReportedWithTheRequestedUrl(CallStyle style) {
    FreightClient client = client(builder().baseUrl(World.BASE_URL + "/v1"));

    FreightException failure = failure(() -> style.getBalance(client));

    assertThat(failure).isNotInstanceOf(LoadNotFoundException.class);
    assertThat(failure).hasMessageContaining("base URL").hasMessageContaining("/v1/v1/agent");
  }

  @ParameterizedTest
  @EnumSource
  void refusalAfterALostResponseNamesTheFields(CallStyle style) {
    faults.next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    faults.next(
        Operation.CREATE_LOAD,
        Fault.status(400).withBody("{\"error\":\"Missing\",\"fields\":[\"pickups.0.zip\"]}"));

    FreightException failure = failure(() -> style.createLoad(client(), SampleLoads.twoStops()));

    assertThat(failure)
        .isInstanceOfSatisfying(
            InvalidRequestException.class,
            missing -> assertThat(missing.fields()).containsExactly("pickups.0.zip"));
  }

  @ParameterizedTest
  @EnumSource
  void positionOfAnotherLoadNamesTheRequestedLoad(CallStyle style) {
    FreightClient client = client();
    String mine = client.createLoad(SampleLoads.twoStops()).loadNumber();
    faults.next(Operation.GET_LOAD_POSITION, positionOfAnotherLoad());

    assertThat(failure(() -> style.getLoadPosition(client, mine))).hasMessageContaining(mine);
  }

  @ParameterizedTest
  @EnumSource
  void positionRequestedWithASecretDoesNotNameTheSecret(CallStyle style) {
    FreightClient client = client();
    faults.next(Operation.GET_LOAD_POSITION, positionOfAnotherLoad());

    assertThat(failure(() -> style.getLoadPosition(client, "drv_50f4c2aa00112233445566ff")))
        .hasMessageContaining("a load other than ***")
        .hasMessageNotContaining("drv_");
  }
}
