package io.freightsdk.server;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a choice of the server can be set to another. */
class ServerSettingsTest {
  @ParameterizedTest
  @CsvSource({"PT2H, 2026-11-20T20:00:00Z", "PT4H, 2026-11-20T22:00:00Z", "PT0S, "})
  void windowHasTheConfiguredLengthOrNoEnd(Duration length, Instant windowTo) {
    try (Service service = Service.of(builder().stopWindowLength(length))) {
      Tree stop = new Tree(service.read(service.createLoad()).json().at("stops.1").value());
      assertThat(stop.instant("windowFrom")).isEqualTo("2026-11-20T18:00:00Z");
      assertThat(stop.instant("windowTo")).isEqualTo(windowTo);
    }
  }

  @ParameterizedTest
  @CsvSource({"PT30S, 1", "PT0S, 3", "PT1S, 3", "PT2S, 2"})
  void pingThrottleCanBeChangedOrOff(Duration throttle, int kept) {
    try (Service service = Service.of(builder().pingThrottle(throttle))) {
      String loadNumber = service.createLoad();
      for (int i = 0; i < 3; i++) {
        service.server().driver(loadNumber).ping(39.5 + i * 0.0001, -84.5);
        service.server().clock().advance(Duration.ofSeconds(1));
      }
      assertThat(service.server()).load(loadNumber).hasPings(kept);
    }
  }

  @Test
  void invalidSettingsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().stopWindowLength(Duration.ofHours(-1)));
    assertThatIllegalArgumentException().isThrownBy(() -> builder().port(65_536));
    assertThatIllegalArgumentException().isThrownBy(() -> builder().timeScale(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> builder().journalCapacity(0));
  }

  /** 3,000 loads within seconds, and then a restart. */
  @Test
  void restartedServerRepeatsNoLoadNumber() {
    ServerBuilder before = builder().firstLoadNumberFromClock();
    ServerBuilder restarted =
        builder().firstLoadNumberFromClock().clockStart(Instant.parse("2026-11-20T12:00:03.001Z"));
    try (Service first = Service.of(before);
        Service second = Service.of(restarted)) {
      assertThat(first.createLoad()).isEqualTo("LD-2026-576000001");
      assertThat(first.createLoad()).isEqualTo("LD-2026-576000002");
      assertThat(second.createLoad()).isEqualTo("LD-2026-576003002");
    }
  }

  /** A longer number would be masked in messages, as if it were a phone number. */
  @Test
  void loadNumberHasAtMostNineDigits() {
    Instant latest = Instant.ofEpochMilli(2_000L * 900_000_000 - 1);
    try (Service service = Service.of(builder().firstLoadNumberFromClock().clockStart(latest))) {
      assertThat(service.createLoad()).isEqualTo("LD-2027-900000000");
    }
  }

  private static ServerBuilder builder() {
    return InMemoryFreightServer.builder()
        .clockStart(Instant.parse("2026-11-20T12:00:00Z"))
        .frozenClock();
  }
}
