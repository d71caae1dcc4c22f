package io.freightsdk.server;

import static io.freightsdk.server.Divergences.entry;

import java.util.List;

/** Choices about fixes, fences and the figures made of them. */
final class FixDivergences {
  static final List<Divergence> ALL =
      List.of(
          entry(
              "stop-order",
              "3",
              "Stops reached out of order.",
              "A later stop's fence is ignored until the earlier ones are departed, "
                  + "unless sharp fixes ten minutes apart inside it show that they were "
                  + "missed.",
              "domain.trip.MissedStopTest.tenMinutesInALaterFenceMissTheEarlierStops"),
          entry(
              "one-visit",
              "3",
              "Several stops at one place.",
              "Consecutive stops of one kind within 200 m, and within the first one's "
                  + "fence, are one visit: arrived at and departed from together.",
              ""
                  + "domain.trip.FenceStreaksTest.stopsOfOneKindWithinTwoHundredMetersAndOneFenceAreOneVisit"),
          entry(
              "overlapping-fences",
              "3",
              "A truck inside the fences of two stops.",
              "It is at the clearly nearer one, by share of the radius, or at the much "
                  + "smaller fence; nearer than 200 m no phone tells two stops apart.",
              "domain.trip.OverlapTest.theClearlyNearerFenceHasTheTruck"),
          entry(
              "unplaced-stops",
              "2.2",
              "A stop that could not be placed.",
              "It is never arrived at, only passed over; the eta says no_coordinates.",
              "domain.trip.FenceStreaksTest.aStopWithoutCoordinatesIsPassedOver"),
          entry(
              "coming-back",
              "2.6",
              "A truck that returns to a departed stop.",
              "Nothing changes: each stop has one arrival and one departure.",
              "domain.trip.FenceStreaksTest.comingBackToAStopChangesNothing"),
          entry(
              "geocoding",
              "2.2",
              "Stops without coordinates.",
              "Placed offline by ZIP, city, region or state; the precision is kept and "
                  + "widens the fence.",
              "domain.geocode.GeocoderTest.theCoarserThePlaceTheWiderItsFence"),
          entry(
              "places-that-disagree",
              "2.2",
              "A ZIP code that is not in the city named.",
              "The ZIP code is believed.",
              "domain.geocode.GeocoderTest.aContradictionIsDecidedForTheZipCode"),
          entry(
              "fence-radius",
              "3",
              "The radius of a geofence, and who sets it.",
              "3,200 m around given coordinates, wider for inexact places; the test "
                  + "control may set it per stop before the first fix, up to 100 km.",
              "admin.FenceRadiusTest.aFenceStaysOnceAFixWasJudged"),
          entry(
              "fix-time",
              "2.6",
              "Whose time stop times are.",
              "The fixes' own, however late they come; what was published stays.",
              "domain.trip.KnownFaultsTest.stopTimesAreTheFixesOwnHoweverLateTheyCome"),
          entry(
              "published-stays",
              "3",
              "A late fix that contradicts what was published.",
              "An arrival, a departure or a status once shown is never taken back; a "
                  + "late fix may move an arrival earlier.",
              "domain.trip.LateFixesTest.aDepartureStandsEvenWhenALateFixWasInside"),
          entry(
              "coarse-fixes",
              "3",
              "What fixes without accuracy may do.",
              "They count as coarse: two are needed to arrive.",
              "domain.trip.KnownFaultsTest.twoCoarseFixesArrive"),
          entry(
              "throttle",
              "6",
              "How often fixes are kept.",
              "At most every 30 s, judged by fix time against the neighbours, so that "
                  + "an offline buffer survives; it can be off.",
              "" + "RecordedDriveTest.aDriveOfJanuaryIsReplayedThroughThePingEndpointInNovember"),
          entry(
              "duplicates",
              "6",
              "A fix that comes twice.",
              "One of the same instant and place is dropped silently, whatever the " + "throttle.",
              ""
                  + "domain.ping.NeighborsTest.theSameInstantAndPlaceIsADuplicateWhateverTheThrottle"),
          entry(
              "teleports",
              "6",
              "Against which fix a jump is measured.",
              "Against the kept fixes just before and after it in time, not against "
                  + "the latest to arrive.",
              ""
                  + "domain.ping.NeighborsTest.aLateFixIsJudgedAgainstBothNeighborsInTimeNotAgainstTheLatest"),
          entry(
              "fixes-without-time",
              "6",
              "A fix without a timestamp.",
              "It was measured when it came, by the server's clock.",
              "domain.ping.PingReaderTest.withoutATimestampTheFixIsOfNow"),
          entry(
              "unknown-speed",
              "2.7",
              "A speed or heading that makes no sense, such as -1.",
              "It is unknown (null); the fix counts. A heading of 360 is 0.",
              "domain.ping.PingReaderTest.anUnknownSpeedOrHeadingNeverCostsTheFix"),
          entry(
              "simulated-drivers",
              "6",
              "Whether simulated trucks are judged more mildly.",
              "They are not: their fixes pass the same checks as a phone's. Only bulk "
                  + "fixes of the test control skip age, future and throttle.",
              "RecordedDriveTest.aNastyTrackComesToWhatItMust"),
          entry(
              "eta",
              "2.5",
              "The fields of the eta block.",
              "nextStopSequence, nextStopEta, etaAt, remainingMiles, remainingMinutes, "
                  + "speedMph, basis, stale; or only a reason. Never in the past; long hauls "
                  + "rest by the hours of service.",
              "" + "domain.eta.EtaEstimatorTest.anOldFixMakesAStaleEstimateThatStillLiesAhead"),
          entry(
              "eta-speed",
              "2.5",
              "The speed behind an eta.",
              "That of the last half hour of driving, within 25 to 65 mph; 50 mph for "
                  + "a truck not seen moving; great circle legs over all stops ahead times "
                  + "1.20.",
              "domain.eta.EtaEstimatorTest.recentSpeedIsTakenWithinReason"),
          entry(
              "eta-hours",
              "2.5",
              "Rests on long hauls.",
              "11 h of driving in a window of 14 h after 10 h off, 30 minutes of break "
                  + "after 8 h, read off the last day's track; no time is counted for "
                  + "loading at stops between.",
              "domain.eta.EtaEstimatorTest.aDriverWhoHasDrivenTenHoursRestsSoon"),
          entry(
              "rounding",
              "2.5",
              "How minutes and miles are rounded.",
              "To the nearest, half up: a delivery 15 min 29 s late is 15 minutes late "
                  + "and on time. Miles and mph have one decimal.",
              "" + "domain.figures.PositionFiguresTest.graceIsFifteenMinutesOfTheRoundedDelay"),
          entry(
              "missed-dwell",
              "2.5",
              "The dwell of a pickup that was missed.",
              "null.",
              "domain.figures.PositionFiguresTest.aMissedPickupHasNoDwell"),
          entry(
              "date-line",
              "2.5",
              "Distances across the date line and at the poles.",
              "The short way over the sphere; a longitude means nothing at a pole.",
              "geo.CoordinatesTest.thePolesAreOnePlaceWhateverTheLongitude"));

  private FixDivergences() {}
}
