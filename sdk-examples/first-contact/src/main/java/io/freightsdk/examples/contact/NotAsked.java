package io.freightsdk.examples.contact;

import java.util.List;

/**
 * What is left out, and why. A test compares it with the description and with the rows of
 * CHOICES.md, so that nothing is forgotten.
 *
 * @param what an operation, with a status if it is about one answer, or the second column of a row
 *     of CHOICES.md
 */
record NotAsked(String why, List<String> what) {
  static final List<NotAsked> ALL =
      List.of(
          new NotAsked(
              "Another broker, another scope or an account that is not registered is needed",
              List.of(
                  "createLoad 403",
                  "createLoad 422",
                  "getLoadPosition 403",
                  "getLoadPosition 422",
                  "confirmDelivery 403",
                  "The scope values.",
                  "The scope of a card top-up.")),
          new NotAsked(
              "The balance would have to be almost empty",
              List.of(
                  "createLoad 402",
                  "getLoadPosition 402",
                  "When a balance covers a price.",
                  "Calls that race for the last money.")),
          new NotAsked(
              "An outage cannot be ordered; one that comes is told as not seen",
              List.of(
                  "createLoad 503",
                  "getLoadPosition 503",
                  "updateLoadStatus 503",
                  "Which calls fail in a billing outage.",
                  "Failures under a key.")),
          new NotAsked(
              "Any other answer; one that comes is told by the question that it answers",
              List.of(
                  "updateLoadStatus 500",
                  "createLoad default",
                  "getLoadPosition default",
                  "getPricing default",
                  "getBalance default")),
          new NotAsked(
              "It is not published, so an answer would be compared with a guess; a top-up charges a"
                  + " card",
              List.of(
                  "createTrackedLoad",
                  "getTrackedLoadPosition",
                  "topUpByCard",
                  "getServiceCatalog",
                  "The shapes of the catalog operations.",
                  "A bearer key on the two freight paths.")),
          new NotAsked(
              "It needs a truck that drives, or hours or days; read such a load with --load",
              List.of(
                  "confirmDelivery 200",
                  "How long keys are kept.",
                  "Key lifetime and rotation.",
                  "When a stop's window ends.",
                  "The radius of a geofence.",
                  "Distances at the date line and the poles.",
                  "Fixes without accuracy.",
                  "Fixes between the two circles of a fence.",
                  "When a truck stands.",
                  "Driving through the fence of an inexact stop.",
                  "The times of stops.",
                  "Fixes from before the load.",
                  "A return to a departed stop.",
                  "Stops reached out of order.",
                  "A truck that loaded unseen.",
                  "Times and dwell of a missed stop.",
                  "Several stops at one place.",
                  "A truck inside the fences of two stops.",
                  "A pickup and a delivery that no fix tells apart.",
                  "Reads between which a load took several rows of the table.",
                  "A late fix that contradicts.",
                  "How a load enters AT_DELIVERY.",
                  "A waiting load that need not wait any more.",
                  "How long a load waits for its bill.",
                  "A second confirmation, and deliveredAt.",
                  "A bill confirmed while the phone's clock is ahead.",
                  "A load that fixes cannot finish.",
                  "CANCELLED.",
                  "Cancelling a delivered load.",
                  "The end of tracking.",
                  "A truck that left without its bill of lading.",
                  "The life of a public link.",
                  "The speed behind an eta.",
                  "What an eta is counted from.",
                  "Minutes and miles.")),
          new NotAsked(
              "It would send positions as if a driver did, or load pages that are made for people",
              List.of(
                  "Many requests to a public link.",
                  "When a driver has joined.",
                  "How often fixes are kept.",
                  "A fix that comes twice.",
                  "What a jump is measured against.",
                  "A fix without a timestamp.",
                  "An invalid speed or heading.",
                  "Other rules for simulated trucks.",
                  "The public page and its API.",
                  "The time zone of pages.",
                  "On time and late on the customer's page.",
                  "When the driver is texted.")),
          new NotAsked(
              "Where the service chose otherwise it would sell a load, for a choice on which our"
                  + " client does not depend",
              List.of(
                  "What makes a field invalid.",
                  "ISO 8601 dates.",
                  "null, and numbers as text.",
                  "Fields beyond the schema.",
                  "The most stops.",
                  "Phones as E.164.",
                  "Phones with an extension, letters, or a second number.",
                  "Which drivers and truck numbers are known.",
                  "Stops without coordinates.",
                  "A ZIP code of another city or state.",
                  "A stop that cannot be located.",
                  "Whether a deduplicated answer is remembered.",
                  "Concurrent creations with one customerRef.",
                  "The form of a key.")),
          new NotAsked(
              "No client of ours sends it, and to whoever watches the service it may look like an"
                  + " attack",
              List.of(
                  "Several Authorization or X-Agent-Key headers.",
                  "HEAD.",
                  "Who gets 100 Continue.",
                  "Which HTTP/1.1 framing is accepted.")),
          new NotAsked(
              "Only the owner of the service can set it",
              List.of(
                  "A price for free operations.",
                  "The ledger of a call whose price is zero.",
                  "How fine and large amounts may be.")));
}
