package io.freightsdk.positions;

import static org.assertj.core.api.Assertions.assertThat;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.testing.World;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A snapshot as JSON, for caches that store text. */
class PositionSnapshotTest {
  @Test
  void snapshotIsReadBackFromJson() throws IOException {
    LoadPosition position =
        LoadPosition.builder()
            .loadNumber("LD-2026-0001")
            .status(LoadStatus.IN_TRANSIT)
            .createdAt(World.START)
            .stops()
            .gpsTrack(GpsPoint.builder().lat(36.0).lng(-84.0).ts(World.START).build())
            .pingCount(1)
            .build();
    PositionSnapshot snapshot = new PositionSnapshot(position, World.START.plusNanos(123_456_789));
    JsonAdapter<PositionSnapshot> json = FreightJson.moshi().adapter(PositionSnapshot.class);

    assertThat(json.fromJson(json.toJson(snapshot))).isEqualTo(snapshot);
  }
}
