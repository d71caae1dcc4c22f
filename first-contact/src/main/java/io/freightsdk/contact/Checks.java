package io.freightsdk.contact;

import static io.freightsdk.contact.RunContext.NO_SUCH_LOAD;

import io.freightsdk.contact.Check.Judge;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** All checks, in the order in which they run. */
final class Checks {
  /** Ten times the described price. A list in cents is a hundred times as high. */
  private static final Map<Operation, BigDecimal> MAX_PRICES =
      Map.of(
          Operation.CREATE_LOAD, new BigDecimal("6.50"),
          Operation.GET_LOAD_POSITION, new BigDecimal("0.20"));

  static final Finding NO_PRICE =
      Finding.broken(
          "a price is missing or not an amount in USD",
          "Calls under a limit or with a maxPrice are not sent, because their price is unknown. "
              + Finding.ASK_OPERATOR);

  private Checks() {}

  /** Free, with every response of the service. */
  static final List<Check> FREE =
      List.of(
          new Check("getPricing", context -> ApiCall.get(Operation.GET_PRICING), Checks::prices),
          new Check(
              "updateLoadStatus",
              context -> ApiCall.setStatus(NO_SUCH_LOAD).expecting(410),
              code("STATUS_DOOR_CLOSED")),
          new Check(
              "confirmDelivery without a body",
              context -> ApiCall.confirm(NO_SUCH_LOAD, "").expecting(404)),
          new Check("getBalance", context -> ApiCall.get(Operation.GET_BALANCE), Checks::balance));

  /** Most may cost. A service that follows the description charges for two loads and a read. */
  static final List<Check> PAID =
      List.of(
          new Check(
              "createLoad", context -> context.create(context.order(), "first"), Checks::creation),
          new Check(
              "createLoad twice concurrently with one key",
              context -> context.create(context.orderWithoutReference(), "together").twiceAtOnce()),
          new Check(
              "createLoad with a used key",
              context -> context.repeat(context.orderWithoutReference(), "together", "together")),
          new Check(
              "createLoad with a used reference",
              context -> context.repeat(context.order(), "second", "first").expecting(200),
              Checks::deduplicated),
          new Check(
              "createLoad with a used key and reference",
              context -> context.repeat(context.order(), "first", "first")),
          new Check(
              "confirmDelivery before arrival",
              context -> ApiCall.confirm(context.loadNumber(), "{}").expecting(422)),
          new Check(
              "getLoadPosition",
              context -> ApiCall.read(context.loadNumber()),
              (found, body, context) -> position(found, body, context.loadNumber())),
          new Check(
              "getLoadPosition of an unknown load",
              context -> ApiCall.read(NO_SUCH_LOAD).expecting(404)),
          new Check(
              "createLoad with missing fields",
              context -> context.create(context.orderWithMissingFields(), "fields").expecting(400),
              Checks::missingFields),
          new Check(
              "createLoad with an invalid phone",
              context -> context.create(context.orderWithWrongPhone(), "phone").expecting(400),
              code("INVALID_DRIVER_PHONE")));

  /**
   * Most are open in the description. They come after the checks of the client, so that their
   * results do not prevent these. A service that trims references charges nothing. Orders that a
   * lenient service might accept also lack fields, so that no service creates a load for them.
   */
  static final List<Check> OPEN =
      List.of(
          new Check(
              "createLoad with a used key and another order",
              context ->
                  context
                      .repeat(context.orderOfAnotherShipper(), "together", "together")
                      .open("Use a key for one order only.")),
          new Check(
              "createLoad with a used key of a known reference",
              context -> context.repeat(context.order(), "second", "first").expecting(200),
              Checks::deduplicated),
          new Check(
              "createLoad that is not JSON",
              context ->
                  context
                      .create("{", "json")
                      .expecting(400)
                      .open("Nothing to do. The client sends only JSON.")),
          new Check(
              "createLoad with missing fields and an invalid phone",
              context -> context.create(context.orderWithBothFaults(), "both").expecting(400)),
          new Check(
              "createLoad with missing fields and a date without an offset",
              context -> context.create(context.orderWithLocalDate(), "date").expecting(400)),
          new Check(
              "createLoad with missing fields and a space in its key",
              context ->
                  context.create(context.orderWithMissingFields(), "a space").expecting(400)),
          new Check(
              "createLoad with a used reference and spaces",
              context ->
                  context
                      .repeat(context.orderWithSpaces(), "spaces", "first")
                      .expecting(200)
                      .orNewLoad(
                          "A reference with spaces at its ends is another reference, so the order"
                              + " is paid again. Remove the spaces before you send it.")));

  /** Reads a load in transit once. */
  static final List<Check> IN_TRANSIT =
      List.of(
          new Check(
              "getLoadPosition in transit",
              context -> ApiCall.read(context.loadInTransit),
              (found, body, context) -> {
                position(found, body, context.loadInTransit);
                TrackCheck.judge(found, body);
              }));

  /** Sent last, and once, because operators may watch for wrong keys. */
  static final List<Check> LAST =
      List.of(
          new Check(
              "getPricing with a wrong key",
              context -> ApiCall.get(Operation.GET_PRICING).withWrongAgentKey().expecting(401)));

  private static Judge code(String expected) {
    return (found, body, context) -> {
      if (body.path("code").stringValue("").equals(expected)) return;
      found.all.removeIf(finding -> finding.member().equals("code"));
      found.broken(
          "the code is not " + expected,
          "The client throws the same exception. Do not compare its code.");
    };
  }

  private static void prices(Findings found, JsonNode body, RunContext context) {
    for (Operation operation : Operation.values()) {
      if (operation.priceKey() == null || operation.experimental()) continue;
      BigDecimal usd = context.prices.usd().get(operation);
      BigDecimal maximum = MAX_PRICES.getOrDefault(operation, BigDecimal.ZERO);
      String name = "price `" + operation.priceKey() + "` is ";
      if (usd == null) {
        found.add(NO_PRICE.withMember(operation.priceKey()));
      } else if (usd.compareTo(maximum) > 0 && maximum.signum() == 0) {
        found.broken(
            name + PriceList.text(usd) + " instead of free",
            "The call may cost money, so it was not sent. Ask the operator.");
      } else if (usd.compareTo(maximum) > 0) {
        found.broken(
            name + PriceList.text(usd) + ", perhaps cents instead of USD",
            "Limits stop almost every call. " + Finding.ASK_OPERATOR);
      }
    }
  }

  /** Another program may use the account, so a lower balance proves nothing. */
  private static void balance(Findings found, JsonNode body, RunContext context) {
    BigDecimal now = PriceList.usd(body.get("balanceUsd"));
    BigDecimal first = context.responses.get(0).balance();
    if (now == null || !PriceList.isUsd(body)) {
      found.add(Budget.UNREADABLE);
    } else if (first != null && now.compareTo(first) > 0) {
      found.add(Budget.ROSE);
    } else if (first != null && now.compareTo(first) < 0) {
      found.add(
          Finding.notSeen(
              "the balance changed by "
                  + PriceList.text(now.subtract(first))
                  + " during calls that are free",
              "Stop other programs that use the account, then run it again. If none does, free"
                  + " calls cost money: ask the operator."));
    }
  }

  private static void creation(Findings found, JsonNode body, RunContext context) {
    if (body.path("loadNumber").asString("").contains("/")) found.add(ClientChecks.SLASHES);
    boolean isFailure = !body.path("success").booleanValue(true);
    if (isFailure) {
      found.broken(
          "`success` is false in a 201", "The client cannot read it. " + Finding.ASK_OPERATOR);
    }
  }

  private static void deduplicated(Findings found, JsonNode body, RunContext context) {
    for (String member : List.of("deduplicated", "ok")) {
      boolean isTrue = body.path(member).booleanValue(false);
      if (isTrue) continue;
      found.broken(
          "`" + member + "` is not true",
          "The client cannot read a repeated order. " + Finding.ASK_OPERATOR);
    }
  }

  /** Members that section 2.5 requires, and the client does not. */
  private static void position(Findings found, JsonNode body, String loadNumber) {
    for (String member : List.of("createdAt", "stops", "gpsTrack", "pingCount")) {
      if (!body.hasNonNull(member)) found.add(ResponseComparison.MISSING.withMember(member));
    }
    if (!loadNumber.equals(body.path("loadNumber").asString(""))) {
      found.broken(
          "the position is of another load",
          "The client rejects it, and the read may be charged. " + Finding.ASK_OPERATOR);
    }
  }

  private static void missingFields(Findings found, JsonNode body, RunContext context) {
    List<String> fields = new ArrayList<>();
    for (JsonNode field : body.path("fields")) fields.add(field.stringValue(""));
    boolean hasAny = fields.contains("deliveries") || fields.contains("pickups.0.zip");
    if (hasAny) return;
    found.broken(
        "`fields` has neither deliveries nor pickups.0.zip",
        "fields() of the exception does not name the wrong fields. " + Finding.ASK_OPERATOR);
  }
}
