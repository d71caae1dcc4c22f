package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import io.freightsdk.server.view.LoadView;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PingEndpointTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @AutoClose
  private final Service service =
      Service.of(InMemoryFreightServer.builder().clockStart(NOW).frozenClock());

  private String loadNumber;
  private String path;

  @BeforeEach
  void createLoad() {
    loadNumber = service.createLoad();
    path = "/api/driver/" + service.server().load(loadNumber).view().driverToken() + "/ping";
  }

  /** Body, status and error, and the time of its explanation if it has valid coordinates. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {}                                                      | 400 | lat and lng are required numbers |
          {"lat":"39","lng":-84}                                  | 400 | lat and lng are required numbers |
          {"lat":1e999,"lng":-84}                                 | 400 | lat and lng are required numbers |
          {"lat":91,"lng":-84}                                    | 400 | invalid_coords |
          {"lat":39,"lng":-181}                                   | 400 | invalid_coords |
          {"lat":39,"lng":-84,"accuracy":"x"}                     | 422 | invalid_accuracy  | 2026-11-20T12:00:00Z
          {"lat":39,"lng":-84,"accuracy":-1}                      | 422 | negative_accuracy | 2026-11-20T12:00:00Z
          {"lat":39,"lng":-84,"accuracy":5001}                    | 422 | accuracy_too_low  | 2026-11-20T12:00:00Z
          {"lat":39,"lng":-84,"timestamp":"soon"}                 | 422 | invalid_timestamp | 2026-11-20T12:00:00Z
          {"lat":39,"lng":-84,"timestamp":"2026-11-20T12:05:01Z"} | 422 | timestamp_future  | 2026-11-20T12:05:01Z
          {"lat":39,"lng":-84,"timestamp":"2026-11-19T11:59:59Z"} | 422 | timestamp_too_old | 2026-11-19T11:59:59Z
          """)
  void invalidPingIsRefused(String body, int status, String error, Instant explainedAt) {
    Http.Reply reply = ping(body);
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.json().flag("ok")).isFalse();
    assertThat(reply.json().text("error")).isEqualTo(error);
    assertThat(service.server().load(loadNumber).view().pingCount()).isZero();

    Tree explained = explain();
    assertThat(explained.size("fixes")).isEqualTo(explainedAt == null ? 0 : 1);
    if (explainedAt == null) return;
    assertThat(explained.flag("fixes.0.accepted")).isFalse();
    assertThat(explained.text("fixes.0.reason")).isEqualTo(error);
    assertThat(explained.instant("fixes.0.ts")).isEqualTo(explainedAt);
  }

  @Test
  void refusedRecordedPingIsExplained() {
    String pings = "[{\"lat\":39.0,\"lng\":-84.0,\"accuracy\":9000},{\"lat\":99,\"lng\":0}]";
    service.admin("POST", "loads/" + loadNumber + "/pings", pings);
    assertThat(explain().size("fixes")).isEqualTo(1);
    assertThat(explain().text("fixes.0.reason")).isEqualTo("accuracy_too_low");
  }

  @Test
  void latest500RefusalsAreKept() {
    for (int i = 0; i < 501; i++)
      ping("{\"lat\":39.0,\"lng\":-84.0,\"accuracy\":" + (6000 + i) + "}");
    Tree explained = explain();
    assertThat(explained.size("fixes")).isEqualTo(500);
    assertThat(explained.number("fixes.0.accuracyMeters")).isEqualByComparingTo("6001");
  }

  @Test
  void bodyIsCheckedBeforeTheToken() {
    String nobody = "/api/driver/drv_nobody/ping";
    assertThat(service.anyone().post(nobody, "{\"lat\":91,\"lng\":0}").status()).isEqualTo(400);
    Http.Reply reply = service.anyone().post(nobody, "{\"lat\":39,\"lng\":-84}");
    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.json().text("error")).isEqualTo("Load not found");
  }

  @Test
  void keptPingHasAnIdAndAThrottledPingHasNone() {
    Http.Reply first = ping("{\"lat\":39.0,\"lng\":-84.0,\"accuracy\":8}");
    assertThat(first.json().flag("ok")).isTrue();
    assertThat(first.json().text("pingId")).isNotBlank();
    service.server().clock().advance(Duration.ofSeconds(29));
    Http.Reply second = ping("{\"lat\":39.001,\"lng\":-84.0,\"accuracy\":8}");
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.json().has("pingId")).isFalse();
    assertThat(service.server().journal().last(1).get(0).note())
        .isEqualTo("fix refused: throttled");
    service.server().clock().advance(Duration.ofSeconds(1));
    assertThat(ping("{\"lat\":39.001,\"lng\":-84.0}").json().has("pingId")).isTrue();
    assertThat(service.server().load(loadNumber).view().pingCount()).isEqualTo(2);
  }

  /** The driver's page says that such a load accepts no position. */
  @ParameterizedTest
  @CsvSource({"6, 0, 200", "8, 0, 409", "8, 23, 409", "365, 0, 409"})
  void expiredLinkAcceptsNoFix(long days, long hoursOld, int status) {
    service.server().driver(loadNumber).driveUntil(LoadStatus.DELIVERED);
    LoadView delivered = service.server().load(loadNumber).view();
    Instant now = delivered.deliveredAt().plus(Duration.ofDays(days));
    service.server().clock().set(now);

    String fix =
        String.format(
            Locale.ROOT,
            "{\"lat\":%s,\"lng\":%s,\"timestamp\":\"%s\"}",
            delivered.stop(2).lat(),
            delivered.stop(2).lng(),
            now.minus(Duration.ofHours(hoursOld)));
    Http.Reply reply = ping(fix);

    assertThat(reply.status()).isEqualTo(status);
    if (status == 409) assertThat(reply.json().flag("trackingEnded")).isTrue();
  }

  @Test
  void expiredLinkAcceptsNoBufferedFix() {
    service.server().driver(loadNumber).driveUntil(LoadStatus.DELIVERED);
    LoadView delivered = service.server().load(loadNumber).view();
    Instant measured = delivered.deliveredAt().plus(Duration.ofDays(7)).minusSeconds(60);
    String fix =
        String.format(
            Locale.ROOT,
            "{\"lat\":%s,\"lng\":%s,\"timestamp\":\"%s\"}",
            delivered.stop(2).lat(),
            delivered.stop(2).lng(),
            measured);

    service.server().clock().set(measured.plusSeconds(61));
    assertThat(ping(fix).status()).isEqualTo(409);
  }

  @Test
  void teleportIsRefusedAndAGapStartsANewBaseline() {
    ping("{\"lat\":39.0,\"lng\":-84.0,\"accuracy\":8}");
    service.server().clock().advance(Duration.ofMinutes(1));
    Http.Reply jump = ping("{\"lat\":40.0,\"lng\":-84.0,\"accuracy\":8}");
    assertThat(jump.status()).isEqualTo(422);
    assertThat(jump.json().text("error")).isEqualTo("Unrealistic GPS jump");
    service.server().clock().advance(Duration.ofMinutes(15));
    Http.Reply later = ping("{\"lat\":40.0,\"lng\":-84.0,\"accuracy\":8}");
    assertThat(later.json().flag("lowConfidence")).isTrue();
  }

  @Test
  void timestampsMayBeEpochMillisecondsAndSpeedsAreMetresPerSecond() {
    long time = NOW.minusSeconds(600).toEpochMilli();
    ping(
        "{\"lat\":39.0,\"lng\":-84.0,\"speed\":26.8,\"heading\":359.6,\"timestamp\":" + time + "}");
    var position = service.read(loadNumber).json();
    assertThat(position.instant("gpsTrack.0.ts")).isEqualTo(NOW.minusSeconds(600));
    assertThat(position.number("gpsTrack.0.speed")).isEqualByComparingTo("59.9");
    assertThat(position.integer("gpsTrack.0.heading")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"8640000000000000", "253370764800000", "\"+10000-01-01T00:00:00Z\""})
  void fixOutsideTheCalendarIsRefused(String timestamp) {
    String fix = "[{\"lat\":39.1,\"lng\":-84.5,\"timestamp\":" + timestamp + "}]";

    Tree outcome = service.admin("POST", "loads/" + loadNumber + "/pings", fix).json();

    assertThat(outcome.text("refused.0.reason")).isEqualTo("invalid_timestamp");
  }

  @Test
  void impossibleSpeedIsUnknown() {
    assertThat(ping("{\"lat\":39.1,\"lng\":-84.5,\"speed\":1e39}").status()).isEqualTo(200);
    assertThat(service.read(loadNumber).json().text("gpsTrack.0.speed")).isNull();
  }

  @Test
  void trackingEndsAMinuteAfterTheBillOfLading() {
    service.server().driver(loadNumber).driveToNextStop().stay(Duration.ofMinutes(5));
    service.server().driver(loadNumber).driveToNextStop();
    assertThat(service.confirm(loadNumber, "{}").status()).isEqualTo(200);
    service.server().clock().advance(Duration.ofSeconds(61));
    Http.Reply reply = ping("{\"lat\":35.8681,\"lng\":-83.5618,\"accuracy\":8}");
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.json().text("error")).isEqualTo("Tracking ended");
    assertThat(reply.json().flag("trackingEnded")).isTrue();
  }

  @Test
  void firstPingMarksTheDriverAsJoined() {
    assertThat(service.server().load(loadNumber).view().driverJoined()).isFalse();
    ping("{\"lat\":39.0,\"lng\":-84.0}");
    assertThat(service.server().load(loadNumber).view().driverJoined()).isTrue();
  }

  private Tree explain() {
    return service.admin("GET", "loads/" + loadNumber + "/explain", null).json();
  }

  private Http.Reply ping(String body) {
    return service.anyone().post(path, body);
  }
}
