package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.schemacheck.SchemaCheck;
import org.junit.jupiter.api.Test;

class SchemaCheckTest {
  private static final String BALANCE = "{\"currency\":\"USD\",\"balanceUsd\":24.35}";

  @Test
  void passesADescribedBody() {
    assertThat(SchemaCheck.of(Operation.GET_BALANCE, 200, BALANCE)).isEmpty();
  }

  @Test
  void namesAMissingFieldAWrongTypeAndAnUnknownField() {
    assertThat(SchemaCheck.of(Operation.GET_BALANCE, 200, "{\"currency\":\"USD\"}"))
        .singleElement()
        .asString()
        .contains("balanceUsd");
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
  void refusesAnInstantThatIsNone() {
    String point = "{\"lat\":1,\"lng\":2,\"speed\":null,\"heading\":null,\"ts\":\"yesterday\"}";
    assertThat(SchemaCheck.schema("GpsPoint", point)).singleElement().asString().contains("/ts");
  }

  @Test
  void knowsTheShapesOfErrorsByStatus() {
    String missing = "{\"error\":\"Missing or invalid fields\",\"fields\":[\"pickups.0.zip\"]}";
    assertThat(SchemaCheck.of(Operation.CREATE_LOAD, 400, missing)).isEmpty();
    assertThat(SchemaCheck.of(Operation.CREATE_LOAD, 402, missing)).isNotEmpty();
    assertThat(SchemaCheck.of(Operation.CREATE_LOAD, 413, "{\"error\":\"too large\"}")).isEmpty();
  }

  @Test
  void refusesWhatIsNotOneJsonValue() {
    assertThat(SchemaCheck.of(Operation.GET_BALANCE, 200, "")).isNotEmpty();
    assertThat(SchemaCheck.of(Operation.GET_BALANCE, 200, BALANCE + BALANCE)).isNotEmpty();
    assertThat(SchemaCheck.of(Operation.GET_BALANCE, 200, "{\"currency\":\"USD\",")).isNotEmpty();
    assertThat(
            SchemaCheck.of(
                Operation.GET_BALANCE, 200, BALANCE.replace("}", ",\"currency\":\"USD\"}")))
        .isNotEmpty();
  }

  @Test
  void anOperationWithoutABodyHasNoneToCheck() {
    assertThatThrownBy(() -> SchemaCheck.request(Operation.GET_BALANCE, "{}"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
