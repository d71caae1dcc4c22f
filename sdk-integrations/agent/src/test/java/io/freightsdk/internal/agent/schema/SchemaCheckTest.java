package io.freightsdk.internal.agent.schema;

import static io.freightsdk.internal.agent.schema.Schema.optional;
import static io.freightsdk.internal.agent.schema.Schema.required;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.agent.json.ModelJson;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaCheckTest {
  private static final Schema.Struct STOP =
      Schema.arguments(
          required("zip", Schema.text("ZIP.", "40701", "a ZIP code", 10).matching("^[0-9]{5}$")),
          optional("lat", Schema.decimal("Latitude.", "36.9", "-90", "90")));
  private static final Schema.Struct LOAD =
      Schema.arguments(
          required("driverPhone", Schema.text("Mobile.", "+13125550142", "a phone", 16)),
          required("pickups", new Schema.Items("Stops.", STOP, 1, 2)),
          optional("rate", Schema.decimal("Rate.", "1.00", "0", "100")));

  @Test
  void whatFitsIsAcceptedWithoutItsNulls() throws Exception {
    SchemaCheck.Verdict verdict =
        check(
            "{\"driverPhone\":\"+13125550142\",\"pickups\":[{\"zip\":\"40701\",\"lat\":null}],\"rate\":100}");

    assertThat(verdict.problems()).isEmpty();
    assertThat(verdict.accepted().get("pickups")).isEqualTo(List.of(Map.of("zip", "40701")));
    assertThat(verdict.accepted()).containsEntry("rate", new BigDecimal("100"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"driverPhone\":5|driverPhone: expected a phone, got a number",
        "\"driverPhone\":null|driverPhone: required, a phone",
        "\"driverPhone\":\" \"|driverPhone: expected a phone, got 1 characters",
        "\"driverPhone\":\"+131255501421312555\"|driverPhone: expected a phone, got 19 characters of at most 16",
        "\"pickups\":{}|pickups: expected an array, got an object",
        "\"pickups\":[]|pickups: expected 1 to 2 items, got 0",
        "\"pickups\":[{\"zip\":\"1\"}]|pickups.0.zip: expected a ZIP code, got 1 characters",
        "\"pickups\":[null]|pickups.0: expected an object, got null",
        "\"pickups\":[{\"zip\":\"40701\",\"lat\":90.1}]|pickups.0.lat: expected a number from -90 to 90",
        "\"pickups\":[{\"zip\":\"40701\",\"Zip\":\"1\"}]|pickups.0: unknown property \"Zip\"; did you mean \"zip\"?",
        "\"rate\":\"5\"|rate: expected a number, got a string; send it without quotes",
        "\"rate\":false|rate: expected a number, got a boolean",
        "\"driver_phone\":\"1\"|arguments: unknown property \"driver_phone\"; did you mean \"driverPhone\"?",
        "\"pickups\":null|pickups: required, a list of 1 to 2 like {zip}",
        "\"rates\":1,\"status\":1|arguments: unknown properties \"rates\", \"status\"; known are driverPhone, pickups, rate",
        "\"status\":\"X\"|arguments: unknown property \"status\"; known are driverPhone, pickups, rate",
        "\"3125550142\":1|arguments: unknown property (name not shown); known are driverPhone, pickups, rate",
      })
  void oneSentenceSaysWhatToFix(String member, String problem) throws Exception {
    assertThat(check(with(member)).problems()).containsExactly(problem);
  }

  @Test
  void everythingWrongIsSaidAtOnce() throws Exception {
    assertThat(check("{\"rate\":-1,\"pickups\":[{},{}]}").problems())
        .containsExactly(
            "driverPhone: required, a phone",
            "pickups.0.zip: required, a ZIP code",
            "pickups.1.zip: required, a ZIP code",
            "rate: expected a number from 0 to 100");
  }

  @Test
  void aFloodOfUnknownNamesIsOneProblem() throws Exception {
    StringBuilder many = new StringBuilder("{\"aa\":1");
    for (char c = 'b'; c <= 'z'; c++) many.append(",\"a").append(c).append("\":1");

    assertThat(check(many + "}").problems())
        .hasSize(3)
        .first()
        .asString()
        .startsWith("arguments: unknown properties \"aa\", \"ab\"")
        .endsWith(" and 16 more; known are driverPhone, pickups, rate");
  }

  private static SchemaCheck.Verdict check(String json) throws Exception {
    return SchemaCheck.check(LOAD, ModelJson.object(json));
  }

  /** A valid load, in which one member is replaced or added. */
  private static String with(String member) {
    String name = member.substring(0, member.indexOf(':'));
    StringBuilder json = new StringBuilder("{").append(member);
    if (!name.equals("\"driverPhone\"")) json.append(",\"driverPhone\":\"+13125550142\"");
    if (!name.equals("\"pickups\"")) json.append(",\"pickups\":[{\"zip\":\"40701\"}]");
    return json.append('}').toString();
  }
}
