package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PublicTrackingTest {
  @AutoClose
  private final Service service =
      Service.of(
          InMemoryFreightServer.builder()
              .clockStart(Instant.parse("2026-11-20T12:00:00Z"))
              .frozenClock());

  @Test
  void linkShowsTheLoadWithoutPrivateData() {
    String loadNumber = service.createLoad();
    Tree before = track(loadNumber).json();
    assertThat(before.text("lastLocation")).isNull();
    service.server().driver(loadNumber).driveToNextStop();
    Http.Reply reply = track(loadNumber);
    Tree after = reply.json();
    assertThat(after.text("status")).isEqualTo("AT_PICKUP");
    assertThat(after.number("lastLocation.lat")).isEqualByComparingTo("39.1031");
    assertThat(after.number("lastLocation.speedMph")).isEqualByComparingTo("60");
    assertThat(after.text("stops.1.city")).isEqualTo("Sevierville");
    assertThat(reply.text())
        .doesNotContain("brk_")
        .doesNotContain("5550142")
        .doesNotContain("drv_")
        .doesNotContain("loadId");
  }

  @Test
  void unknownLinkIsNotFound() {
    assertThat(service.anyone().get("/api/track/trk_nobody").status()).isEqualTo(404);
  }

  @Test
  void trackingHasNoRateLimit() {
    String loadNumber = service.createLoad();
    for (int i = 0; i < 300; i++) assertThat(track(loadNumber).status()).isEqualTo(200);
  }

  @Test
  void linkExpiresSevenDaysAfterDelivery() {
    String loadNumber = service.createLoad();
    service.server().driver(loadNumber).driveUntil(LoadStatus.DELIVERED);
    service.server().clock().advance(Duration.ofDays(7));
    assertThat(track(loadNumber).status()).isEqualTo(200);
    service.server().clock().advance(Duration.ofSeconds(1));
    Http.Reply reply = track(loadNumber);
    assertThat(reply.status()).isEqualTo(410);
    assertThat(reply.json().text("error")).isEqualTo("Tracking link expired");
  }

  private Http.Reply track(String loadNumber) {
    return service
        .anyone()
        .get("/api/track/" + service.server().load(loadNumber).view().trackingToken());
  }
}
