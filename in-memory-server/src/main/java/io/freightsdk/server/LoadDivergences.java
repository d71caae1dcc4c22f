package io.freightsdk.server;

import static io.freightsdk.server.Divergences.entry;

import java.util.List;

/** Choices about loads, their drivers and their links. */
final class LoadDivergences {
  static final List<Divergence> ALL =
      List.of(
          entry(
              "phones",
              "2.1",
              "Which phones normalize to E.164.",
              "+1 numbers by the North American plan, US when no country is given, 8 "
                  + "to 15 digits abroad; extensions, letters and a leading 00 are refused.",
              "domain.phone.PhoneNumberTest.decidesOtherwiseOnPurpose"),
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
              "bol-timeout",
              "3",
              "How long a load waits for its bill of lading.",
              "30 hours, then it is DELIVERED with the bill missing.",
              "TimeTravelTest.aMissingBolIsGivenUpAfterThirtyHours"),
          entry(
              "cancelled",
              "3",
              "Entry into CANCELLED, and confirming such a load.",
              "Only through the test control; confirming answers 422, reads are "
                  + "charged as ever.",
              "TimeTravelTest.aCancelledLoadCannotBeConfirmedAndItsReadIsCharged"),
          entry(
              "stop-order",
              "3",
              "Stops reached out of order.",
              "A later stop's fence is ignored until the earlier ones are departed, "
                  + "unless sharp fixes ten minutes apart inside it show that they were "
                  + "missed.",
              "domain.trip.MissedStopTest.tenMinutesInALaterFenceMissTheEarlierStops"),
          entry(
              "fix-time",
              "2.6",
              "Whose time stop times are.",
              "The fixes' own, however late they come; what was published stays.",
              "domain.trip.KnownFaultsTest.stopTimesAreTheFixesOwnHoweverLateTheyCome"),
          entry(
              "coarse-fixes",
              "3",
              "What fixes without accuracy may do.",
              "They count as coarse: two are needed to arrive.",
              "domain.trip.KnownFaultsTest.twoCoarseFixesArrive"),
          entry(
              "geocoding",
              "2.2",
              "Stops without coordinates.",
              "Placed offline by ZIP, city, region or state; the precision is kept "
                  + "and widens the fence.",
              "domain.geocode.GeocoderTest.theCoarserThePlaceTheWiderItsFence"),
          entry(
              "eta",
              "2.5",
              "The fields of the eta block.",
              "nextStopSequence, nextStopEta, etaAt, remainingMiles, "
                  + "remainingMinutes, speedMph, basis, stale; or only a reason. Never in "
                  + "the past; long hauls rest by the hours of service.",
              "domain.eta.EtaEstimatorTest.anOldFixMakesAStaleEstimateThatStillLiesAhead"),
          entry(
              "tracking-end",
              "6",
              "Until when fixes are taken.",
              "60 s after the last stop of a finished load is departed or its bill " + "confirmed.",
              "http.PingEndpointTest.trackingEndsAMinuteAfterTheBolOfAFinishedLoad"),
          entry(
              "throttle",
              "6",
              "How often fixes are kept.",
              "At most every 30 s, judged by fix time against the neighbours, so that "
                  + "an offline buffer survives; it can be off.",
              "RecordedDriveTest.aRealDriveOfJanuaryIsReplayedThroughThePingEndpointInNovember"),
          entry(
              "tracking-link",
              "6",
              "How long and how often a public link can be read.",
              "Until seven days after delivery (410), 60 times a minute per client " + "(429).",
              "http.PublicTrackingTest.theLinkExpiresSevenDaysAfterDelivery"),
          entry(
              "truck-numbers",
              "2.1",
              "How truck numbers resolve.",
              "Against the trucks made known to the server, case and outer spaces " + "aside.",
              "http.CatalogTest.truckNumbersResolveDrivers"),
          entry(
              "load-numbers",
              "2.3",
              "The form of load numbers.",
              "LD-<year>-<number>, at least four digits, in sequence, never twice.",
              "money.MoneyPropertiesTest.noInterleavingChargesOrCreatesTwiceForOneKeyOrReference"),
          entry(
              "unpublished-shapes",
              "4.7",
              "The shapes of the catalog operations.",
              "create_tracked_load as createLoad; get_load_position answers the "
                  + "latest place; top-up answers the balance; GET /v1/catalog lists the "
                  + "entries.",
              "http.CatalogTest.aTrackedPositionIsNullBeforeTheFirstFixAndCostsARead"));

  private LoadDivergences() {}
}
