package io.freightsdk.server;

import static io.freightsdk.server.Divergences.entry;

import java.util.List;

/** Choices about the life of a load, its driver and its links. */
final class LoadDivergences {
  static final List<Divergence> ALL =
      List.of(
          entry(
              "load-numbers",
              "2.3",
              "The form of load numbers.",
              "LD-<year>-<number>, at least four digits, in sequence, never twice.",
              ""
                  + "money.MoneyPropertiesTest.noInterleavingChargesOrCreatesTwiceForOneKeyOrReference"),
          entry(
              "windows",
              "2.2",
              "When a stop's window ends.",
              "Two hours after its date; the length can be set, zero for no end.",
              "TimeTravelTest.positionsCarryWindowsFiguresAndAnEta"),
          entry(
              "delivery-completion",
              "3",
              "How a load enters AT_DELIVERY.",
              "By default arrival at the last stop delivers; a server, broker or load "
                  + "may wait in AT_DELIVERY for its bill of lading instead.",
              "TimeTravelTest.deliveryCompletionIsSetPerServerBrokerOrLoad"),
          entry(
              "completion-switched",
              "3",
              "What becomes of a waiting load that need wait no longer.",
              "It is delivered as of its arrival; a delivered one stays so.",
              ""
                  + "domain.trip.StatusLifecycleTest.waitingForTheBolCanBeSwitchedWhileOnTheWayButNeverUndoesADelivery"),
          entry(
              "bol-timeout",
              "3",
              "How long a load waits for its bill of lading.",
              "30 hours, then it is DELIVERED with the bill missing.",
              "TimeTravelTest.aMissingBolIsGivenUpAfterThirtyHours"),
          entry(
              "bol-time",
              "4.4",
              "A second confirmation, and a deliveredAt other than the bill's time.",
              "The latest bol_received_at stands, wherever it lies in time; "
                  + "deliveredAt is when the first confirmation came, and never changes.",
              "" + "domain.trip.StatusLifecycleTest.confirmationOfADeliveredLoadOnlyRecordsTheBol"),
          entry(
              "cancelled",
              "3",
              "Entry into CANCELLED, and confirming such a load.",
              "Only through the test control; confirming answers 422, reads are "
                  + "charged as ever.",
              "TimeTravelTest.aCancelledLoadCannotBeConfirmedAndItsReadIsCharged"),
          entry(
              "no-cancelling-after-delivery",
              "3",
              "Cancelling a delivered load.",
              "Nothing happens; every other load can be cancelled.",
              "domain.trip.StatusLifecycleTest.aDeliveredLoadCannotBeCancelled"),
          entry(
              "truck-numbers",
              "2.1",
              "How truck numbers resolve.",
              "Against the trucks made known to the server, case and outer spaces " + "aside.",
              "http.CatalogTest.truckNumbersResolveDrivers"),
          entry(
              "text-messages",
              "6",
              "When the driver is texted.",
              "Once for each load that is created; never for a replay or a " + "deduplicated call.",
              "http.IdempotencyTest.theFirstSuccessIsReplayedAsItWas"),
          entry(
              "driver-joins",
              "2.3",
              "When a driver has joined.",
              "When the driver link is opened or the first fix comes.",
              "http.PingEndpointTest.theFirstPingJoinsTheDriver"),
          entry(
              "tracking-end",
              "6",
              "Until when fixes are taken.",
              "Up to 60 s after the earlier of the last stop's departure and the first "
                  + "confirmation of the bill of lading, of a delivered load; up to 60 s "
                  + "after a load is cancelled. Judged by the fix's own time, so a late "
                  + "buffer still counts.",
              ""
                  + "domain.trip.StatusLifecycleTest.fixesAreTakenForSixtySecondsAfterTheBolIsConfirmed"),
          entry(
              "departed-before-bol",
              "6",
              "Whether a truck that left without its bill of lading is still tracked.",
              "It is, until the bill is confirmed or given up.",
              ""
                  + "domain.trip.StatusLifecycleTest.aLoadThatLeftWithoutItsBolIsTrackedUntilThatIsConfirmed"),
          entry(
              "tracking-link",
              "6",
              "How long a public link can be read.",
              "Until seven days after delivery, then 410.",
              "http.PublicTrackingTest.theLinkExpiresSevenDaysAfterDelivery"),
          entry(
              "tracking-rate",
              "8",
              "How often public links can be read.",
              "60 times in a minute of server time per client address, pages and API "
                  + "together; then 429 with Retry-After.",
              "http.PublicTrackingTest.pageAndApiCountTogether"),
          entry(
              "public-page",
              "2.3",
              "What the public page and its API show.",
              "Cities, windows, times and the truck: blind shipments exist, so neither "
                  + "shipper, carrier, facility nor street, and no rate, reference, phone or "
                  + "identifier.",
              "web.PagesOverHttpTest.theCustomersPageShowsNothingPrivate"),
          entry(
              "page-times",
              "2.3",
              "In which time zone pages show times.",
              "In each stop's own, by its state and, where a state has two, its " + "coordinates.",
              "web.track.StopZoneTest.knowsTheZoneOf"),
          entry(
              "unpublished-shapes",
              "4.7",
              "The shapes of the catalog operations.",
              "create_tracked_load as createLoad; get_load_position answers the latest "
                  + "place; top-up answers the balance; GET /v1/catalog lists the entries.",
              "http.CatalogTest.aTrackedPositionIsNullBeforeTheFirstFixAndCostsARead"));

  private LoadDivergences() {}
}
