package io.freightsdk.internal.agent;

import static io.freightsdk.internal.agent.schema.Schema.integer;
import static io.freightsdk.internal.agent.schema.Schema.listOf;
import static io.freightsdk.internal.agent.schema.Schema.number;
import static io.freightsdk.internal.agent.schema.Schema.optional;
import static io.freightsdk.internal.agent.schema.Schema.required;
import static io.freightsdk.internal.agent.schema.Schema.string;
import static io.freightsdk.internal.agent.schema.Schema.truth;

import io.freightsdk.internal.agent.schema.Schema;
import io.freightsdk.model.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The texts of the five tools. A model pays for each word with every turn, so none is idle. */
final class Definitions {
  private Definitions() {}

  static ToolDefinition createLoad(boolean driverLinks) {
    return new ToolDefinition(
        "create_load",
        "Create a tracked load",
        "Texts the driver a tracking link and opens a live freight load.",
        "Call it once per real order that the user wants sent now: never to test, to look a load up"
            + " or to change one. An identical call is free and gives the first result; a"
            + " customerRef in use gives its existing load unchanged. Returns the load number, the"
            + " customer's tracking link and what was charged.",
        LoadSchemas.createLoad(),
        created(driverLinks),
        false,
        false,
        true,
        true,
        Operation.CREATE_LOAD);
  }

  private static Schema.Struct created(boolean driverLinks) {
    List<Schema.Property> properties = new ArrayList<>();
    properties.add(required("loadNumber", string()));
    properties.add(required("created", truth("False: the load existed, nothing changed")));
    properties.add(required("trackingLink", string("Public, for the customer")));
    if (driverLinks) properties.add(optional("driverWebLink", string("Secret, for the driver")));
    properties.add(optional("driverResolution", string()));
    properties.add(optional("notApplied", listOf(string("Sent now but not in the load"))));
    properties.add(optional("note", string()));
    properties.add(required("chargedUsd", string()));
    return Schema.result(properties);
  }

  static ToolDefinition getLoadPosition(Duration interval, boolean readOnly) {
    return new ToolDefinition(
        "get_load_position",
        "Read a load's live position",
        "Reads where a load's truck is now; the driver notices nothing.",
        "Do not poll: the truck reports about once a minute, and a repeat within "
            + interval.toSeconds()
            + " s is free and gives the same reading. Returns"
            + " status, stops with arrival and departure times, last position, miles driven, ETA"
            + " and what was charged.",
        Schema.arguments(required("loadNumber", LoadSchemas.loadNumber())),
        position(),
        readOnly,
        false,
        false,
        true,
        Operation.GET_LOAD_POSITION);
  }

  private static Schema.Struct position() {
    return Schema.result(
        required("loadNumber", string()),
        required("status", string()),
        optional("deliveredAt", string()),
        optional("onTime", truth("")),
        optional("delayMinutes", integer()),
        optional("distanceMiles", number()),
        required(
            "stops",
            listOf(
                Schema.result(
                    optional("type", string()),
                    optional("city", string()),
                    optional("state", string()),
                    optional("windowTo", string()),
                    optional("arrivedAt", string()),
                    optional("departedAt", string())))),
        optional(
            "last",
            Schema.result(
                optional("at", string()),
                optional("lat", number()),
                optional("lng", number()),
                optional("speedMph", number()))),
        optional(
            "eta",
            Schema.result(
                optional("etaAt", string()),
                optional("remainingMiles", number()),
                optional("stale", truth("")),
                optional("reason", string("Why there is no ETA")))),
        required("readAt", string()),
        required("chargedUsd", string()));
  }

  static ToolDefinition confirmDelivery() {
    return new ToolDefinition(
        "confirm_delivery",
        "Confirm a delivery",
        "Marks a load delivered for good: only with the bill of lading in hand and the truck at"
            + " its last stop.",
        "Returns the new status.",
        Schema.arguments(
            required("loadNumber", LoadSchemas.loadNumber()),
            optional("bolReceivedAt", LoadSchemas.instant("When the BOL came; default now."))),
        Schema.result(
            required("loadNumber", string()),
            required("status", string()),
            required("alreadyDelivered", truth(""))),
        false,
        true,
        true,
        true,
        null);
  }

  static ToolDefinition getPricing() {
    return new ToolDefinition(
        "get_pricing",
        "Read the price list",
        "Reads the live price list.",
        "Not needed before each call: paid tools name their price. Returns USD per operation.",
        Schema.arguments(),
        Schema.result(required("currency", string()), required("pricesUsd", Schema.result())),
        true,
        false,
        true,
        true,
        null);
  }

  static ToolDefinition getBalance() {
    return new ToolDefinition(
        "get_balance",
        "Read the balance and allowance",
        "Reads the prepaid balance and what you may still spend.",
        "Call it after a refusal for money, not in a loop. Returns USD.",
        Schema.arguments(),
        Schema.result(
            required("balanceUsd", string()),
            optional("allowanceUsd", string("What you may still spend; absent: no limit")),
            required("paidToolsStopped", truth("Until the user tops up"))),
        true,
        false,
        true,
        true,
        null);
  }
}
