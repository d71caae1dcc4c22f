package io.freightsdk.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.contact.AlteredService.ReceivedRequest;
import io.freightsdk.contact.AlteredService.SentResponse;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Deviations that a service of another author is likely to have: the report names each one with its
 * consequence for the user of the client. Harmless ones have no row.
 */
class OrdinaryDeviationsIT {
  private static final String LOST = "The client reads it as null or empty.";
  private static final String UNREADABLE =
      "The client cannot read the response, and its charge may";

  @AutoClose private final AlteredService service = new AlteredService();
  @TempDir private Path folder;

  /** Changes a response of the in-memory server. */
  interface Change {
    SentResponse of(SentResponse sent);
  }

  /** The only row of the report. */
  record Row(String result, String fact, String advice) {}

  @ParameterizedTest(name = "{0}")
  @MethodSource("deviations")
  void deviationIsNamedWithItsConsequence(
      String name, Predicate<ReceivedRequest> of, Change change, String taken, Row row) {
    service.alter(
        received -> {
          SentResponse sent = service.forward(received);
          return of.test(received) && sent.body().startsWith("{") ? change.of(sent) : sent;
        });

    ProgramRun run = ProgramRun.with(service, folder, "--spend", "2.00");

    assertThat(run.rows()).as(run.terminal()).hasSize(1);
    assertThat(run.row(row.fact()).result()).isEqualTo(row.result());
    assertThat(run.row(row.fact()).advice()).startsWith(row.advice());
    assertThat(run.code()).isEqualTo(row.result().equals("broken") ? 1 : 0);
    assertThat(service.gone()).isEqualByComparingTo(taken);
  }

  static Stream<Arguments> deviations() {
    Predicate<ReceivedRequest> reads = ReceivedRequest::isAnyRead;
    Predicate<ReceivedRequest> creations =
        received -> received.isCreation(received.nth()) && !received.body().equals("{");
    return Stream.of(
        position(
            "a track in an object",
            "broken: object found, array expected: `gpsTrack`",
            LOST,
            body -> body.set("gpsTrack", body.objectNode().set("items", body.get("gpsTrack")))),
        position(
            "stops in an object",
            "broken: object found, array expected: `stops`",
            LOST,
            body -> body.set("stops", body.objectNode().set("items", body.get("stops")))),
        position(
            "stops under another name",
            "broken: a member is missing: `stops`",
            LOST,
            body -> body.set("stopList", body.remove("stops"))),
        position(
            "appointments without a zone",
            "broken: not a date-time: `stops[].windowFrom`",
            LOST,
            body -> stops(body, stop -> stop.put("windowFrom", "2026-11-20T08:00:00"))),
        position(
            "arrivals as numbers",
            "broken: integer found, [string, null] expected: `stops[].arrivedAt`",
            LOST,
            body -> stops(body, stop -> stop.put("arrivedAt", 1764000000))),
        position(
            "times of a locale",
            "broken: not a date-time: `createdAt`",
            LOST,
            body -> body.put("createdAt", "11/20/2026 4:20 PM")),
        position(
            "miles as text",
            "broken: string found, [number, null] expected: `distanceMiles`",
            LOST,
            body -> body.put("distanceMiles", "12.5")),
        position(
            "minutes with decimals",
            "broken: number found, [integer, null] expected: `delayMinutes`",
            LOST,
            body -> body.put("delayMinutes", 12.5)),
        position(
            "a boolean as text",
            "broken: string found, [boolean, null] expected: `onTime`",
            LOST,
            body -> body.put("onTime", "no")),
        position(
            "numbers of stops as text",
            "broken: string found, integer expected: `stops[].sequence`",
            LOST,
            body -> stops(body, stop -> stop.put("sequence", stop.get("sequence").asString()))),
        position(
            "a count that is too large",
            "broken: a value that the client cannot read: `pingCount`",
            LOST,
            body -> body.put("pingCount", 3_000_000_000L)),
        position(
            "arrivals in another spelling",
            "broken: a member is missing: `stops[].arrivedAt`",
            LOST,
            body -> stops(body, stop -> stop.set("arrived_at", stop.remove("arrivedAt")))),
        position(
            "arrivals under another name",
            "broken: a member is missing: `stops[].arrivedAt`",
            LOST,
            body -> stops(body, stop -> stop.set("actualArrival", stop.remove("arrivedAt")))),
        position(
            "arrivals under a name without a common word",
            "broken: a member is missing: `stops[].arrivedAt`",
            LOST,
            body -> stops(body, stop -> stop.set("checkIn", stop.remove("arrivedAt")))),
        position(
            "a member that may be null, in a service that omits null values",
            "different: a member is absent, next to a member that is not described: `deliveredAt`",
            "If it only has another name, the client reads it as null.",
            body -> {
              withoutNulls(body);
              body.put("updatedAt", "2026-11-20T16:20:00Z").put("schemaVersion", 3);
            }),
        position(
            "cities and arrivals under other names",
            "broken: a member is missing: `stops[].city`, `stops[].arrivedAt`",
            LOST,
            body ->
                stops(
                    body,
                    stop -> {
                      stop.set("town", stop.remove("city"));
                      stop.set("arrivalTime", stop.remove("arrivedAt"));
                    })),
        position(
            "an ETA as text",
            "broken: string found, object expected: `eta`",
            LOST,
            body -> body.put("eta", "in two hours")),
        position(
            "a time of the ETA as text",
            "different: a value of `eta` that the client cannot read: `eta.nextStopEta`",
            "The client keeps the value in additionalProperties(), but the method",
            body -> body.putObject("eta").put("nextStopEta", "in two hours")),
        deviation(
            "a status in an object",
            reads,
            "1.34",
            "broken: object found, string expected: `status`",
            UNREADABLE,
            body -> {
              if (body.has("status")) body.putObject("status").put("name", "PLANNED");
            }),
        deviation(
            "a read in an envelope",
            reads,
            "1.34",
            "broken: a member is missing: `loadNumber`, `status`",
            UNREADABLE,
            body -> {
              if (body.has("status")) envelope(body);
            }),
        deviation(
            "another name of a link",
            creations,
            "1.34",
            "broken: a member is missing: `trackingLink`",
            UNREADABLE,
            body -> {
              if (body.has("trackingLink")) body.set("trackingUrl", body.remove("trackingLink"));
            }),
        deviation(
            "a driver that is a number",
            creations,
            "1.34",
            "broken: integer found, string expected: `driverResolution`",
            LOST,
            body -> {
              if (body.has("driverResolution")) body.put("driverResolution", 3);
            }),
        deviation(
            "a driver in capitals",
            creations,
            "1.34",
            "broken: a value with another spelling: `driverResolution`",
            "The client does not recognize these values",
            body -> {
              if (body.has("driverResolution")) body.put("driverResolution", "NONE");
            }),
        deviation(
            "a driver that is invited",
            creations,
            "1.34",
            "different: a value that is not described: `driverResolution`",
            "The client returns it as it is.",
            body -> {
              if (body.has("driverResolution")) body.put("driverResolution", "invited");
            }),
        deviation(
            "a load that is not found, with a code",
            received -> true,
            "1.34",
            "broken: a refusal that the client does not recognize",
            "The client throws another exception than documented. The charge of a creation or read",
            body -> {
              if (isNotFound(body)) body.put("code", "LOAD_NOT_FOUND");
            }),
        deviation(
            "a load that is not found, in other words",
            received -> true,
            "1.34",
            "broken: a refusal that the client does not recognize",
            "The client throws another exception than documented. Ask the operator",
            body -> {
              if (isNotFound(body)) body.put("error", "Not found");
            }),
        deviation(
            "another reason of an early confirmation",
            received -> true,
            "1.34",
            "broken: a refusal that the client does not recognize",
            "The client throws another exception than documented.",
            body -> {
              if (body.has("reason")) body.put("reason", "too_early");
            }),
        deviation(
            "another name of the status in a refusal",
            received -> true,
            "1.34",
            "broken: a member is missing: `status`",
            "The exception lacks it.",
            body -> {
              if (body.has("reason")) body.set("loadStatus", body.remove("status"));
            }),
        deviation(
            "a repeated order that says true as text",
            creations,
            "1.34",
            "broken: string found, boolean expected: `deduplicated`",
            UNREADABLE,
            body -> {
              if (body.has("deduplicated")) body.put("deduplicated", "true");
            }),
        deviation(
            "wrong fields in an object",
            creations,
            "1.34",
            "broken: ",
            "The exception lacks it.",
            body -> {
              if (body.has("fields")) body.putObject("fields").put("deliveries", "is missing");
            }),
        deviation(
            "a price list as a list",
            ReceivedRequest::isList,
            "0.00",
            "broken: array found, object expected: `prices`",
            "Calls under a limit or with a maxPrice are not sent",
            body -> body.putArray("prices").addObject().put("key", "load_create").put("usd", 0.65)),
        deviation(
            "a balance in an object",
            ReceivedRequest::isBalance,
            "0.00",
            "broken: object found, number expected: `balanceUsd`",
            "The client cannot read the response, so getBalance fails.",
            body -> body.putObject("balanceUsd").put("amount", 25)),
        Arguments.of(
            "each creation is a 200",
            creations,
            (Change) sent -> sent.status() == 201 ? sent.withStatus(200) : sent,
            "1.34",
            new Row(
                "different",
                "responds with 200 instead of 201",
                "Nothing to do. The client reads it.")));
  }

  private static Arguments position(
      String name, String row, String advice, Consumer<ObjectNode> change) {
    return deviation(
        name,
        ReceivedRequest::isAnyRead,
        "1.34",
        row,
        advice,
        body -> {
          if (body.has("stops")) change.accept(body);
        });
  }

  private static Arguments deviation(
      String name,
      Predicate<ReceivedRequest> of,
      String taken,
      String row,
      String advice,
      Consumer<ObjectNode> change) {
    String[] parts = row.split(": ", 2);
    Change json = sent -> sent.json(change);
    return Arguments.of(name, of, json, taken, new Row(parts[0], parts[1], advice));
  }

  private static boolean isNotFound(ObjectNode body) {
    return body.path("error").stringValue("").equals("Load not found");
  }

  private static void withoutNulls(ObjectNode body) {
    body.removeIf(JsonNode::isNull);
    for (JsonNode stop : body.path("stops")) ((ObjectNode) stop).removeIf(JsonNode::isNull);
  }

  private static void stops(ObjectNode body, Consumer<ObjectNode> change) {
    for (JsonNode stop : body.get("stops")) change.accept((ObjectNode) stop);
  }

  private static void envelope(ObjectNode body) {
    ObjectNode data = body.deepCopy();
    body.removeAll().set("data", data);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("harmless")
  void harmlessDeviationHasNoRow(String name, Change change) {
    service.alter(
        received -> {
          SentResponse sent = service.forward(received);
          return sent.body().startsWith("{") ? change.of(sent) : sent;
        });

    ProgramRun run = ProgramRun.with(service, folder, "--spend", "2.00");

    assertThat(run.rows()).as(run.terminal()).isEmpty();
    assertThat(run.code()).isZero();
    assertThat(service.gone()).isEqualByComparingTo(new BigDecimal("1.34"));
  }

  static Stream<Arguments> harmless() {
    return Stream.of(
        harmless("another member", sent -> sent.json(body -> body.put("region", "us-east"))),
        harmless(
            "other headers",
            sent ->
                sent.without("x-request-id")
                    .with("server", "nginx")
                    .with("content-type", "application/json; charset=UTF-8")),
        harmless(
            "white space",
            sent ->
                sent.withBody("\r\n" + AlteredService.JSON.readTree(sent.body()).toPrettyString())),
        harmless("another order of members", sent -> sent.json(OrdinaryDeviationsIT::reverse)),
        harmless("no content coding", sent -> sent.with("content-encoding", "identity")),
        harmless("no null values", sent -> sent.json(OrdinaryDeviationsIT::withoutNulls)));
  }

  private static Arguments harmless(String name, Change change) {
    return Arguments.of(name, change);
  }

  private static void reverse(ObjectNode body) {
    List<Map.Entry<String, JsonNode>> members = new ArrayList<>(body.properties());
    Collections.reverse(members);
    body.removeAll();
    members.forEach(member -> body.set(member.getKey(), member.getValue()));
  }
}
