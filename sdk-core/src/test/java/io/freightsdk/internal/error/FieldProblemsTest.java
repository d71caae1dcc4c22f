package io.freightsdk.internal.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.error.FieldProblem;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.model.StopInput;
import io.freightsdk.testing.SampleLoads;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import okio.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldProblemsTest {
  private static final CreateLoadInput GOOD = SampleLoads.twoStops();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pickups.0.address   | pickups.0.address (missing)
          pickups.0.city      | pickups.0.city
          pickups.0.state     | pickups.0.state (expected a two-letter US state code, got "O?H?")
          pickups.0.lat       | pickups.0.lat (expected -90 to 90, got 391.0)
          pickups.0.lng       | pickups.0.lng
          pickups.0.dock      | pickups.0.dock
          pickups.7.zip       | pickups.7.zip
          pickups.99999.zip   | pickups.99999.zip
          deliveries.0.zip    | deliveries.0.zip (missing)
          deliveries          | deliveries
          miles               | miles (expected 0 to 1000000000, got 1.0E+10)
          weight              | weight
          driverPhone         | driverPhone (expected a phone number such as +1 and ten digits, got no digits)
          carrierName         | carrierName
          '../../etc'         | ../../etc
          """)
  void fieldIsReportedWithItsProblem(String field, String reported) {
    StopInput pickup =
        GOOD.pickups().get(0).toBuilder().address(" ").state("O\nH\u0000").lat(391).build();
    StopInput delivery = GOOD.deliveries().get(0).toBuilder().zip("").build();
    CreateLoadInput order =
        GOOD.toBuilder()
            .driverPhone("FLOWERS")
            .pickups(pickup)
            .deliveries(delivery)
            .miles(1e10)
            .weight(38_500)
            .build();
    assertThat(described(List.of(field), body(order))).containsExactly(reported);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "90 | 180 | pickups.0.lat | pickups.0.lng",
        "-90 | -118.25 | pickups.0.lat | pickups.0.lng",
        "90.5 | -180 | pickups.0.lat (expected -90 to 90, got 90.5) | pickups.0.lng",
        "-91 | 180.5 | pickups.0.lat (expected -90 to 90, got -91.0)"
            + " | pickups.0.lng (expected -180 to 180, got 180.5)"
      })
  void latitudesEndAt90AndLongitudesAt180Degrees(
      double lat, double lng, String ofLat, String ofLng) {
    StopInput pickup = GOOD.pickups().get(0).toBuilder().lat(lat).lng(lng).build();
    byte[] order = body(GOOD.toBuilder().pickups(pickup).build());
    assertThat(described(List.of("pickups.0.lat", "pickups.0.lng"), order))
        .containsExactly(ofLat, ofLng);
  }

  @Test
  void longTextIsTruncated() {
    StopInput stop = GOOD.pickups().get(0).toBuilder().state("x".repeat(10_000)).build();
    assertThat(described(List.of("pickups.0.state"), body(GOOD.toBuilder().pickups(stop).build())))
        .containsExactly(
            String.format(
                Locale.ROOT,
                "pickups.0.state (expected a two-letter US state code, got \"%s...\")",
                "x".repeat(40)));
  }

  @Test
  void phoneIsReportedWithItsNumberOfDigitsOnly() {
    CreateLoadInput order = GOOD.toBuilder().driverPhone("555-0142").build();
    assertThat(described(List.of("driverPhone"), body(order)))
        .containsExactly(
            "driverPhone (expected a phone number such as +1 and ten digits, got 7 digits)");
  }

  @Test
  void refusalOfOneFieldNamesTheField() {
    ErrorBody phoneError = error("{\"error\":\"no\",\"code\":\"INVALID_DRIVER_PHONE\"}");
    ErrorBody plain = error("{\"error\":\"no\"}");
    ErrorBody named =
        error("{\"error\":\"no\",\"fields\":[\"x\"],\"code\":\"INVALID_DRIVER_PHONE\"}");
    byte[] order = body(GOOD);
    byte[] confirmation = "{\"bol_received_at\":\"soon\"}".getBytes(StandardCharsets.UTF_8);

    assertThat(FieldProblems.refusedFields(phoneError, Operation.CREATE_LOAD, order))
        .containsExactly("driverPhone");
    assertThat(FieldProblems.refusedFields(plain, Operation.CONFIRM_DELIVERY, confirmation))
        .containsExactly("bol_received_at");
    assertThat(described(List.of("bol_received_at"), confirmation))
        .containsExactly("bol_received_at (expected a date and time, got \"soon\")");
    assertThat(FieldProblems.refusedFields(named, Operation.CREATE_LOAD, order))
        .containsExactly("x");
    assertThat(FieldProblems.refusedFields(plain, Operation.CREATE_LOAD, order)).isEmpty();
    assertThat(FieldProblems.refusedFields(plain, Operation.CONFIRM_DELIVERY, null)).isEmpty();
  }

  private static ErrorBody error(String json) {
    return ErrorBody.read(new Buffer().writeUtf8(json));
  }

  @Test
  void fieldsAreReportedWithoutTheOrder() {
    List<String> fields = List.of("amountUsd", "rate");
    assertThat(described(fields, null)).isEqualTo(fields);
    byte[] topUp = "{\"amountUsd\":-5,\"cardToken\":\"tok\"}".getBytes(StandardCharsets.UTF_8);
    assertThat(described(fields, topUp)).isEqualTo(fields);
  }

  private static byte[] body(CreateLoadInput order) {
    return FreightJson.adapter(CreateLoadInput.class)
        .toJson(order)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The problems as a message shows them. */
  private static List<String> described(List<String> fields, byte[] body) {
    return FieldProblems.problems(fields, body).stream().map(FieldProblem::toString).toList();
  }
}
