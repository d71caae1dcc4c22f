package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class JsonRoundTripTest {
  @Test
  void positionSurvives() throws Exception {
    LoadPosition position =
        LoadPosition.builder()
            .loadNumber("LD-2026-0001")
            .status(LoadStatus.of("DELIVERED_PENDING_BOL"))
            .createdAt(Instant.parse("2026-11-20T10:00:00Z"))
            .stops()
            .addStops(
                PositionStop.builder()
                    .type(StopType.PICKUP)
                    .sequence(1)
                    .city("Cincinnati")
                    .state("OH")
                    .build())
            .gpsTrack(new GpsPoint(39.1, -84.5, null, 172, Instant.parse("2026-11-20T10:00:00Z")))
            .pingCount(1)
            .eta(
                Eta.builder()
                    .putAdditionalProperties("n", new BigInteger("12345678901234567890"))
                    .putAdditionalProperties("d", new BigDecimal("1.10"))
                    .build())
            .build();
    String json = FreightJson.adapter(LoadPosition.class).toJson(position);
    assertThat(json).contains("\"deliveredAt\":null").doesNotContain("pingpointLoadId");
    assertThat(FreightJson.adapter(LoadPosition.class).fromJson(json)).isEqualTo(position);
  }
}
