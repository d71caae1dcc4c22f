package io.freightsdk.server.http;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Service;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Every field of a load creation (API description, sections 2.1 and 2.2), absent and wrong. */
class FieldTableTest {
  private static final JsonMapper JSON = new JsonMapper();

  /** The field, whether a creation passes without it, and a value that it cannot have. */
  private static final String TABLE =
      """
      driverPhone              | required | 13125550142
      pickups                  | required | {}
      deliveries               | required | "2 B St"
      shipperName              | optional | 7
      carrierName              | optional | []
      equipmentType            | optional | {}
      customerRef              | optional | 4711
      rate                     | optional | "1800"
      miles                    | optional | -1
      weight                   | optional | true
      truckNumber              | optional | 100
      pickups.0.address        | required | 100
      pickups.0.city           | required | ""
      pickups.0.state          | required | "Ohio"
      pickups.0.zip            | required | 45202
      pickups.0.facilityName   | optional | {}
      pickups.0.date           | optional | "2026-11-20"
      pickups.0.lat            | optional | 90.1
      pickups.0.lng            | optional | "-84.5"
      deliveries.0.address     | required | " "
      deliveries.0.city        | required | null
      deliveries.0.state       | required | "XX"
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

  @AutoClose private final Service service = Service.start();

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = TABLE)
  void everyFieldIsJudged(String field, String need, String wrong) {
    String[] only = {field};
    boolean required = need.equals("required");
    for (String absent : List.of("", "null")) {
      Http.Reply reply = createWith(field, absent);
      assertThat(reply.status())
          .as("%s %s: %s", field, absent, reply)
          .isEqualTo(required ? 400 : 201);
      if (required) expectInvalid(reply, only);
    }
    int debits = service.broker().debits().size();
    expectInvalid(createWith(field, wrong), only);
    assertThat(service.broker()).hasDebits(debits);
  }

  @Test
  void theTableHasEveryFieldOfTheDescription() {
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

  private static void expectInvalid(Http.Reply reply, String... fields) {
    assertThat(reply.status()).as(reply.toString()).isEqualTo(400);
    assertThat(reply.json().text("error")).isEqualTo("Missing or invalid fields");
    assertThat(reply.json().list("fields")).isEqualTo(List.of(fields));
  }

  /** A creation with every field, one of them with another value; empty for none at all. */
  private Http.Reply createWith(String field, String value) {
    ObjectNode order =
        (ObjectNode)
            JSON.readTree(
                """
                {"driverPhone":"+13125550142","pickups":[%1$s],"deliveries":[%1$s],
                 "shipperName":"S","carrierName":"C","equipmentType":"VAN","rate":1800.50,
                 "miles":320.5,"weight":42000,"truckNumber":"T-100","customerRef":"%2$s"}\
                """
                    .formatted(STOP, field + value.length()));
    int dot = field.lastIndexOf('.');
    String parent = dot < 0 ? "" : "/" + field.substring(0, dot).replace('.', '/');
    ObjectNode owner = (ObjectNode) order.at(parent);
    String name = field.substring(dot + 1);
    if (value.isEmpty()) {
      owner.remove(name);
    } else {
      owner.set(name, JSON.readTree(value));
    }
    return service.client().post("/v1/agent/loads", JSON.writeValueAsString(order));
  }
}
