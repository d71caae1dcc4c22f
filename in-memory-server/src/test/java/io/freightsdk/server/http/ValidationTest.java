package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Every field of a creation: absent, valid and invalid. */
class ValidationTest {
  private static final JsonMapper JSON = new JsonMapper();

  /** A field, whether a creation is valid without it, and its invalid values. */
  private static final String TABLE =
      """
      driverPhone              | required | 13125550142
      pickups                  | required | {}
      deliveries               | required | "2 B St"
      shipperName              | optional | 7
      carrierName              | optional | []
      equipmentType            | optional | {}
      customerRef              | optional | 4711
      rate                     | optional | "1800" or -1 or 1e31 or 1e-31 or 1e999999999
      miles                    | optional | -0.1
      weight                   | optional | true
      truckNumber              | optional | 100
      pickups.0.address        | required | 100
      pickups.0.city           | required | ""
      pickups.0.state          | required | "Ohio"
      pickups.0.zip            | required | 45202 or "45202-12" or "45202-12x4"
      pickups.0.facilityName   | optional | {}
      pickups.0.date           | optional | "2026-11-20" or " "
      pickups.0.lat            | optional | 90.1
      pickups.0.lng            | optional | "-84.5"
      deliveries.0.address     | required | " "
      deliveries.0.city        | required | null
      deliveries.0.state       | required | "XX" or "AE" or "FM" or "MH" or "PW" or "UM" or "\u0131l" or "\u017fd"
      deliveries.0.zip         | required | "3786"
      deliveries.0.facilityName| optional | 4
      deliveries.0.date        | optional | 1795000000
      deliveries.0.lat         | optional | {}
      deliveries.0.lng         | optional | -180.1
      """;

  private static final String STOP =
      """
      {"address":"100 Main St","city":"Cincinnati","state":"OH","zip":"45202",
       "facilityName":"Dock 4","date":"2026-11-20T12:00:00Z","lat":39.1031,"lng":-84.5120}\
      """;

  private static final String ADDRESS = "\"address\":\"1 A St\",\"city\":\"X\"";

  @AutoClose private final Service service = Service.start();

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = TABLE)
  void everyFieldIsValidated(String field, String need, String wrong) {
    boolean required = need.equals("required");
    for (String absent : List.of("", "null")) {
      Http.Reply reply = createWith(field, absent);
      assertThat(reply.status())
          .as("%s %s: %s", field, absent, reply)
          .isEqualTo(required ? 400 : 201);
      if (required) expectInvalid(reply, field);
    }
    for (String value : wrong.split(" or ")) expectInvalid(createWith(field, value), field);
  }

  @Test
  void tableHasEveryFieldOfTheDescription() {
    JsonNode schemas =
        new YAMLMapper().readTree(FreightApiDescription.yaml()).at("/components/schemas");
    Stream<String> ofLoads = names(schemas, "CreateLoadInput", "");
    Stream<String> ofPickups = names(schemas, "StopInput", "pickups.0.");
    Stream<String> ofDeliveries = names(schemas, "StopInput", "deliveries.0.");
    assertThat(TABLE.lines().map(row -> row.substring(0, row.indexOf('|')).trim()))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(ofLoads, ofPickups, ofDeliveries).flatMap(names -> names).toList());
  }

  private static Stream<String> names(JsonNode schemas, String schema, String prefix) {
    return schemas.get(schema).get("properties").propertyNames().stream().map(prefix::concat);
  }

  private static void expectInvalid(Http.Reply reply, String field) {
    assertThat(reply.status()).as(reply.toString()).isEqualTo(400);
    assertThat(reply.json().text("error")).isEqualTo("Missing or invalid fields");
    assertThat(reply.json().list("fields")).isEqualTo(List.of(field));
  }

  /** A creation with every field, of which one has another value; empty for none. */
  private Http.Reply createWith(String field, String value) {
    ObjectNode order =
        (ObjectNode)
            JSON.readTree(
                String.format(
                    Locale.ROOT,
                    """
                {"driverPhone":"+13125550142","pickups":[%1$s],"deliveries":[%1$s],
                 "shipperName":"S","carrierName":"C","equipmentType":"VAN","rate":1800.50,
                 "miles":320.5,"weight":42000,"truckNumber":"T-100","customerRef":"%2$s"}\
                """,
                    STOP,
                    field + value.length()));
    int dot = field.lastIndexOf('.');
    String parent = dot < 0 ? "" : "/" + field.substring(0, dot).replace('.', '/');
    ObjectNode owner = (ObjectNode) order.at(parent);
    String name = field.substring(dot + 1);
    if (value.isEmpty()) {
      owner.remove(name);
    } else {
      owner.putRawValue(name, new RawValue(value));
    }
    return service.client().post("/v1/agent/loads", JSON.writeValueAsString(order));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"state\":\"OH\",\"zip\":\"45202\"",
        "\"state\":\"oh\",\"zip\":\"45202-1234\"",
        "\"state\":\"DC\",\"zip\":\"20001\"",
        "\"state\":\"PR\",\"zip\":\"00901\"",
        "\"state\":\" OH \",\"zip\":\" 45202 \"",
        "\"state\":\"OH\",\"zip\":\"45202\",\"lat\":39.1,\"lng\":-84.5",
        "\"state\":\"OH\",\"zip\":\"45202\",\"lat\":null,\"lng\":null",
        "\"state\":\"OH\",\"zip\":\"45202\",\"date\":\"2026-11-20T08:00:00-05:00\"",
        "\"state\":\"OH\",\"zip\":\"45202\",\"facilityName\":\" \"",
        "\"state\":\"OH\",\"zip\":\"45202\",\"facilityName\":\"Dock 4\",\"dockHours\":\"8-17\""
      })
  void stopIsAccepted(String members) {
    Http.Reply reply = create("{" + ADDRESS + "," + members + "}", "");
    assertThat(reply.status()).as(reply.toString()).isEqualTo(201);
  }

  @Test
  void fiftyStopsAreTheMaximum() {
    String stop = "{" + Orders.pickupMembers() + "}";
    String fortyNine = String.join(",", Collections.nCopies(49, stop));
    assertThat(create(fortyNine, "").status()).isEqualTo(201);
    Http.Reply reply = create(fortyNine + "," + stop, "");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().text("fields.0")).isEqualTo("deliveries");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1e30", "1e-30"})
  void amountMayHaveThirtyZerosOrDecimals(String rate) {
    Http.Reply reply = create("{" + Orders.pickupMembers() + "}", ",\"rate\":" + rate);
    assertThat(reply.status()).as(reply.toString()).isEqualTo(201);
  }

  @Test
  void brokerInTheBodyIsIgnored() {
    Http.Reply reply =
        create(
            "{" + Orders.pickupMembers() + "}",
            ",\"brokerId\":\"brk_other\",\"brokerEmail\":\"x@y.example\"");
    String loadNumber = reply.json().text("loadNumber");
    assertThat(service.server().load(loadNumber).view().brokerId())
        .isEqualTo(service.broker().brokerId());
  }

  @Test
  void invalidFieldIsReportedBeforeAnInvalidPhone() {
    Http.Reply reply =
        service.client().post("/v1/agent/loads", "{\"driverPhone\":\"555\",\"pickups\":[]}");
    assertThat(reply.json().list("fields").toString()).isEqualTo("[pickups, deliveries]");
  }

  private Http.Reply create(String pickups, String more) {
    String body =
        "{\"driverPhone\":\"+13125550142\",\"pickups\":["
            + pickups
            + "],\"deliveries\":[{"
            + Orders.deliveryMembers()
            + "}]"
            + more
            + "}";
    return service.client().post("/v1/agent/loads", body);
  }
}
