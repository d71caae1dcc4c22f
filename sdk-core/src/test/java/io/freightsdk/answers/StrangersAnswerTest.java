package io.freightsdk.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.FreightClient;
import io.freightsdk.answers.StrangersAnswers.Row;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceAnswers;
import io.freightsdk.testing.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An answer that is not the service's own, or not the answer to this request. */
class StrangersAnswerTest {
  private final Stage stage = Stage.inWorld();
  private final Faults faults = stage.server().faults();

  @AfterEach
  void close() {
    stage.close();
  }

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
    return stage.client(stage.builder());
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("io.freightsdk.answers.StrangersAnswers#played")
  void isNeverTakenForTheServicesWordOnACharge(Row row, CallStyle style) {
    StrangersAnswers.play(row, style, stage);
  }

  @ParameterizedTest
  @EnumSource
  void aPageOfAGatewayIsNamedByItsStatus(CallStyle style) {
    faults.next(Operation.CREATE_LOAD, ServiceAnswers.page(Fault.statusAfterCommit(451)));

    FreightException failure = failure(() -> style.createLoad(client(), SampleLoads.twoStops()));

    assertThat(failure).hasMessageContaining("451");
  }

  @ParameterizedTest
  @EnumSource
  void aPageThatIsNotFoundSpeaksOfTheBaseUrlAndNotOfTheLoad(CallStyle style) {
    FreightClient client = client();
    String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
    faults.next(Operation.GET_LOAD_POSITION, ServiceAnswers.page(Fault.status(404)));

    FreightException failure = failure(() -> style.getLoadPosition(client, load));

    assertThat(failure).isNotInstanceOf(LoadNotFoundException.class);
    assertThat(failure)
        .hasMessageContaining("base URL")
        .hasMessageContaining(stage.serviceUrl())
        .hasMessageNotContaining("check the load number");
  }

  @ParameterizedTest
  @EnumSource
  void aBaseUrlThatEndsInV1IsNamedWithTheUrlThatWasAsked(CallStyle style) {
    FreightClient client = stage.client(stage.builder().baseUrl(stage.serviceUrl() + "/v1"));

    FreightException failure = failure(() -> style.getBalance(client));

    assertThat(failure).isNotInstanceOf(LoadNotFoundException.class);
    assertThat(failure).hasMessageContaining("base URL").hasMessageContaining("/v1/v1/agent");
  }

  @ParameterizedTest
  @EnumSource
  void aRefusalAfterALostAnswerNamesTheFieldsAllTheSame(CallStyle style) {
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
  void aPositionOfAnotherLoadNamesTheOneThatWasAskedFor(CallStyle style) {
    FreightClient client = client();
    String mine = client.createLoad(SampleLoads.twoStops()).loadNumber();
    faults.next(Operation.GET_LOAD_POSITION, positionOfAnotherLoad());

    assertThat(failure(() -> style.getLoadPosition(client, mine))).hasMessageContaining(mine);
  }

  @ParameterizedTest
  @EnumSource
  void aPositionForASecretThatWasAskedForByMistakeDoesNotNameIt(CallStyle style) {
    FreightClient client = client();
    faults.next(Operation.GET_LOAD_POSITION, positionOfAnotherLoad());

    assertThat(failure(() -> style.getLoadPosition(client, "drv_50f4c2aa00112233445566ff")))
        .hasMessageContaining("a load other than ***")
        .hasMessageNotContaining("drv_");
  }
}
