package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.schemacheck.SchemaCheck;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class SchemaCheckTest {
  private static final String BALANCE = "{\"currency\":\"USD\",\"balanceUsd\":24.35}";

  @Test
  void describedBodyPasses() {
    assertThat(SchemaCheck.of(Operation.GET_BALANCE, 200, BALANCE)).isEmpty();
  }

  @Test
  void bodyFailsForMissingWrongAndUnknownFields() {
    assertThat(SchemaCheck.of(Operation.GET_BALANCE, 200, "{\"currency\":\"EUR\"}"))
        .singleElement()
        .asString()
        .contains("/currency");
    assertThat(SchemaCheck.of(Operation.CONFIRM_DELIVERY, 200, "{}"))
        .singleElement()
        .asString()
        .contains("ok");
    assertThat(
            SchemaCheck.of(
                Operation.GET_BALANCE, 200, "{\"currency\":\"USD\",\"balanceUsd\":\"24.35\"}"))
        .singleElement()
        .asString()
        .contains("/balanceUsd");
    assertThat(
            SchemaCheck.of(Operation.GET_BALANCE, 200, BALANCE.replace("}", ",\"owner\":\"me\"}")))
        .singleElement()
        .asString()
        .contains("owner");
  }

  @Test
  void invalidInstantFails() {
    String point = "{\"lat\":1,\"lng\":2,\"speed\":null,\"heading\":null,\"ts\":\"yesterday\"}";
    assertThat(SchemaCheck.schema("GpsPoint", point)).singleElement().asString().contains("/ts");
  }

  @Test
  void invalidRequestFieldFails() {
    String stop = "{\"address\":\"a\",\"city\":\"c\",\"state\":\"OH\",\"zip\":\"45202\"}";
    assertThat(SchemaCheck.schema("StopInput", stop)).isEmpty();
    assertThat(SchemaCheck.schema("StopInput", stop.replace("OH", "oh"))).isEmpty();
    assertThat(SchemaCheck.schema("StopInput", stop.replace("OH", "ZZ"))).hasSize(1);
    assertThat(SchemaCheck.schema("StopInput", stop.replace("45202", "4520"))).hasSize(1);
    assertThat(SchemaCheck.schema("StopInput", stop.replace("}", ",\"lat\":39.1}"))).hasSize(1);
    assertThat(SchemaCheck.schema("StopInput", stop.replace("}", ",\"lat\":39,\"lng\":-184}")))
        .hasSize(1);
    String load =
        "{\"driverPhone\":\"%s\",\"pickups\":[" + stop + "],\"deliveries\":[" + stop + "]}";
    for (String phone :
        List.of(
            "+13125550142",
            "+4915112345678",
            "+49 151 12345678",
            "(312) 555-0142",
            "312-555-0142",
            "1 312.555.0142")) {
      assertThat(SchemaCheck.schema("CreateLoadInput", String.format(Locale.ROOT, load, phone)))
          .isEmpty();
    }
    for (String phone :
        new String[] {"+11125550142", "555-0142", "+1312555014", "+0123456789", "FLOWERS"}) {
      assertThat(SchemaCheck.schema("CreateLoadInput", String.format(Locale.ROOT, load, phone)))
          .hasSize(1);
    }
  }

  @Test
  void errorBodiesAreCheckedByStatus() {
    String missing = "{\"error\":\"Missing or invalid fields\",\"fields\":[\"pickups.0.zip\"]}";
    assertThat(SchemaCheck.of(Operation.CREATE_LOAD, 400, missing)).isEmpty();
    assertThat(SchemaCheck.of(Operation.CREATE_LOAD, 402, missing)).isNotEmpty();
    assertThat(SchemaCheck.of(Operation.CREATE_LOAD, 413, "{\"error\":\"too large\"}")).isEmpty();
  }

  @Test
  void textThatIsNotOneJsonValueFails() {
    assertThat(SchemaCheck.of(Operation.GET_BALANCE, 200, "")).isNotEmpty();
    assertThat(SchemaCheck.of(Operation.GET_BALANCE, 200, BALANCE + BALANCE)).isNotEmpty();
    assertThat(SchemaCheck.of(Operation.GET_BALANCE, 200, "{\"currency\":\"USD\",")).isNotEmpty();
    assertThat(
            SchemaCheck.of(
                Operation.GET_BALANCE, 200, BALANCE.replace("}", ",\"currency\":\"USD\"}")))
        .isNotEmpty();
  }

  @Test
  void operationWithoutARequestBodyFails() {
    assertThatThrownBy(() -> SchemaCheck.request(Operation.GET_BALANCE, "{}"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
