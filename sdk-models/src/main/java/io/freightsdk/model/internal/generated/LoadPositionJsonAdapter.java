// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
import io.freightsdk.model.internal.ValueWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** Reads and writes {@link LoadPosition}. */
public final class LoadPositionJsonAdapter extends ModelJsonAdapter<LoadPosition> {
  public static final LoadPositionJsonAdapter INSTANCE = new LoadPositionJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "loadNumber",
      "pingpointLoadId",
      "status",
      "createdAt",
      "deliveredAt",
      "distanceMiles",
      "onTime",
      "delayMinutes",
      "pickupDwellMinutes",
      "deliveryDwellMinutes",
      "stops",
      "gpsTrack",
      "pingCount",
      "eta");

  private LoadPositionJsonAdapter() {}

  @Override
  public LoadPosition read(JsonReader in) throws IOException {
    String loadNumber = null;
    String pingpointLoadId = null;
    LoadStatus status = null;
    Instant createdAt = null;
    Instant deliveredAt = null;
    Double distanceMiles = null;
    Boolean onTime = null;
    Integer delayMinutes = null;
    Integer pickupDwellMinutes = null;
    Integer deliveryDwellMinutes = null;
    List<PositionStop> stops = List.of();
    List<GpsPoint> gpsTrack = List.of();
    Integer pingCount = null;
    Eta eta = null;
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> loadNumber = ValueReader.text(in);
        case 1 -> pingpointLoadId = ValueReader.textOrNull(in);
        case 2 -> status = LoadStatus.of(ValueReader.string(in));
        case 3 -> createdAt = ValueReader.instantOrNull(in);
        case 4 -> deliveredAt = ValueReader.instantOrNull(in);
        case 5 -> distanceMiles = ValueReader.numberOrNull(in);
        case 6 -> onTime = ValueReader.boolOrNull(in);
        case 7 -> delayMinutes = ValueReader.integerOrNull(in);
        case 8 -> pickupDwellMinutes = ValueReader.integerOrNull(in);
        case 9 -> deliveryDwellMinutes = ValueReader.integerOrNull(in);
        case 10 -> stops = ValueReader.listOrEmpty(in, PositionStopJsonAdapter.INSTANCE);
        case 11 -> gpsTrack = ValueReader.listOrEmpty(in, GpsPointJsonAdapter.INSTANCE);
        case 12 -> pingCount = ValueReader.integerOrNull(in);
        case 13 -> eta = ValueReader.skipUnlessObject(in) ? null : EtaJsonAdapter.INSTANCE.read(in);
        default -> ValueReader.skipMember(in);
      }
    }
    in.endObject();
    if (loadNumber == null) throw ValueReader.missing(in, "loadNumber");
    if (status == null) throw ValueReader.missing(in, "status");
    return new LoadPosition(
        loadNumber,
        pingpointLoadId,
        status,
        createdAt,
        deliveredAt,
        distanceMiles,
        onTime,
        delayMinutes,
        pickupDwellMinutes,
        deliveryDwellMinutes,
        stops,
        gpsTrack,
        pingCount,
        eta);
  }

  @Override
  public void write(JsonWriter out, LoadPosition value) throws IOException {
    out.beginObject();
    out.name("loadNumber");
    out.value(value.loadNumber());
    if (value.pingpointLoadId() != null) {
      out.name("pingpointLoadId");
      out.value(value.pingpointLoadId());
    }
    out.name("status");
    out.value(value.status().value());
    if (value.createdAt() != null) {
      out.name("createdAt");
      ValueWriter.instant(out, value.createdAt());
    }
    out.name("deliveredAt");
    ValueWriter.instantOrNull(out, value.deliveredAt());
    out.name("distanceMiles");
    ValueWriter.numberOrNull(out, value.distanceMiles());
    out.name("onTime");
    ValueWriter.boolOrNull(out, value.onTime());
    out.name("delayMinutes");
    ValueWriter.integerOrNull(out, value.delayMinutes());
    out.name("pickupDwellMinutes");
    ValueWriter.integerOrNull(out, value.pickupDwellMinutes());
    out.name("deliveryDwellMinutes");
    ValueWriter.integerOrNull(out, value.deliveryDwellMinutes());
    out.name("stops");
    ValueWriter.list(out, value.stops(), PositionStopJsonAdapter.INSTANCE);
    out.name("gpsTrack");
    ValueWriter.list(out, value.gpsTrack(), GpsPointJsonAdapter.INSTANCE);
    if (value.pingCount() != null) {
      out.name("pingCount");
      out.value(value.pingCount());
    }
    if (value.eta() != null) {
      out.name("eta");
      EtaJsonAdapter.INSTANCE.write(out, value.eta());
    }
    out.endObject();
  }
}
