package io.freightsdk.server;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.domain.RecordedDrive;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.sim.NastyTrack;
import io.freightsdk.server.sim.NastyTrack.Expected;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RecordedDriveTest {
  static Stream<Arguments> drivesAndThrottles() {
    return RecordedDrive.all()
        .flatMap(
            drive ->
                Stream.of(
                    arguments(drive, Duration.ZERO, drive.fixes()),
                    arguments(
                        drive, Duration.ofSeconds(30), RecordedDrive.throttled(drive.fixes()))));
  }

  @ParameterizedTest(name = "{0} at {1}")
  @MethodSource("drivesAndThrottles")
  void aDriveOfJanuaryIsReplayedThroughThePingEndpointInNovember(
      RecordedDrive recorded, Duration throttle, List<Fix> kept) {
    List<Fix> drive = recorded.fixes();
    try (Service service =
        Service.of(InMemoryFreightServer.builder().pingThrottle(throttle).frozenClock())) {
      String loadNumber = create(service, drive);
      String path =
          "/api/driver/" + service.server().load(loadNumber).view().driverToken() + "/ping";
      int accepted = 0;
      for (Fix fix : drive) {
        service.server().clock().set(fix.time());
        Http.Reply reply =
            service
                .anyone()
                .post(
                    path,
                    "{\"lat\":%s,\"lng\":%s,\"accuracy\":%s,\"timestamp\":\"%s\"}"
                        .formatted(
                            fix.at().lat(), fix.at().lng(), fix.accuracyMeters(), fix.time()));
        assertThat(reply.status()).as(reply.toString()).isEqualTo(200);
        if (reply.json().has("pingId")) accepted++;
      }
      Tree position = service.read(loadNumber).json();
      BigDecimal miles = BigDecimal.valueOf(RecordedDrive.miles(kept));
      assertThat(accepted).isEqualTo(kept.size());
      assertThat(position.integer("pingCount")).isEqualTo(kept.size());
      assertThat(position.number("distanceMiles")).isCloseTo(miles, within(new BigDecimal("0.05")));
      assertThat(position.text("status")).isEqualTo("DELIVERED");
      assertThat(position.size("gpsTrack")).isEqualTo(Math.min(kept.size(), 500));
      assertThat(position.instant("stops.0.arrivedAt")).isEqualTo(drive.get(0).time());
      assertThat(position.text("stops.0.departedAt")).isNotNull();
    }
  }

  @ParameterizedTest
  @EnumSource(NastyTrack.class)
  void aNastyTrackComesToWhatItMust(NastyTrack track) {
    Instant start = Instant.parse("2026-11-20T12:00:00Z");
    try (Service service =
        Service.of(InMemoryFreightServer.builder().clockStart(start).frozenClock())) {
      String body = FreightJson.adapter(CreateLoadInput.class).toJson(track.load("+13125550142"));
      String loadNumber = service.client().post("/v1/agent/loads", body).json().text("loadNumber");
      PingResult.Series outcomes = service.server().send(loadNumber, track.sentFrom(start));

      Expected expected = track.expectedFrom(start);
      LoadView load = service.server().load(loadNumber).view();
      Map<String, Integer> refused =
          outcomes.refused().stream()
              .collect(
                  Collectors.toMap(
                      PingResult.Series.Refused::reason, fix -> 1, Integer::sum, TreeMap::new));
      assertThat(refused).isEqualTo(expected.refused());
      assertThat(load).hasStatus(expected.status()).hasPings(expected.pingCount());
      assertThat(load.stop(1).arrivedAt()).isEqualTo(expected.pickup().arrivedAt());
      assertThat(load.stop(1).departedAt()).isEqualTo(expected.pickup().departedAt());
      assertThat(load.stop(2).arrivedAt()).isEqualTo(expected.delivery().arrivedAt());
      assertThat(load.stop(2).departedAt()).isEqualTo(expected.delivery().departedAt());
      assertThat(service.read(loadNumber).json().number("distanceMiles").doubleValue())
          .isEqualTo(expected.distanceMiles());
      assertThat(service.server().load(loadNumber).explain()).isNotEmpty();
      assertThat(LoadStatus.of(load.status().value()).isKnown()).isTrue();
    }
  }

  private static String create(Service service, List<Fix> drive) {
    var first = drive.get(0).at();
    var last = drive.get(drive.size() - 1).at();
    String body =
        """
        {"driverPhone":"+13125550142",
         "pickups":[{"address":"1","city":"Cincinnati","state":"OH","zip":"45202",
                     "lat":%s,"lng":%s}],
         "deliveries":[{"address":"2","city":"Sevierville","state":"TN","zip":"37862",
                        "lat":%s,"lng":%s}]}\
        """
            .formatted(first.lat(), first.lng(), last.lat(), last.lng());
    return service.client().post("/v1/agent/loads", body).json().text("loadNumber");
  }
}
