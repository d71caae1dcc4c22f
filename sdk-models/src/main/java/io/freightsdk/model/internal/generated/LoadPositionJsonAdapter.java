package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ReadValue;
import io.freightsdk.model.internal.WriteValue;
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
    ReadValue.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> loadNumber = ReadValue.string(in);
        case 1 -> pingpointLoadId = ReadValue.stringOrNull(in);
        case 2 -> status = LoadStatus.of(ReadValue.string(in));
        case 3 -> createdAt = ReadValue.instantOrNull(in);
        case 4 -> deliveredAt = ReadValue.instantOrNull(in);
        case 5 -> distanceMiles = ReadValue.numberOrNull(in);
        case 6 -> onTime = ReadValue.boolOrNull(in);
        case 7 -> delayMinutes = ReadValue.integerOrNull(in);
        case 8 -> pickupDwellMinutes = ReadValue.integerOrNull(in);
        case 9 -> deliveryDwellMinutes = ReadValue.integerOrNull(in);
        case 10 -> stops = ReadValue.listOrEmpty(in, PositionStopJsonAdapter.INSTANCE);
        case 11 -> gpsTrack = ReadValue.listOrEmpty(in, GpsPointJsonAdapter.INSTANCE);
        case 12 -> pingCount = ReadValue.integerOrNull(in);
        case 13 -> eta = ReadValue.skippedUnlessObject(in) ? null : EtaJsonAdapter.INSTANCE.read(in);
        default -> ReadValue.skipMember(in);
      }
    }
    in.endObject();
    if (loadNumber == null) throw ReadValue.missing(in, "loadNumber");
    if (status == null) throw ReadValue.missing(in, "status");
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
      WriteValue.instant(out, value.createdAt());
    }
    out.name("deliveredAt");
    WriteValue.instantOrNull(out, value.deliveredAt());
    out.name("distanceMiles");
    WriteValue.numberOrNull(out, value.distanceMiles());
    out.name("onTime");
    WriteValue.boolOrNull(out, value.onTime());
    out.name("delayMinutes");
    WriteValue.integerOrNull(out, value.delayMinutes());
    out.name("pickupDwellMinutes");
    WriteValue.integerOrNull(out, value.pickupDwellMinutes());
    out.name("deliveryDwellMinutes");
    WriteValue.integerOrNull(out, value.deliveryDwellMinutes());
    out.name("stops");
    WriteValue.list(out, value.stops(), PositionStopJsonAdapter.INSTANCE);
    out.name("gpsTrack");
    WriteValue.list(out, value.gpsTrack(), GpsPointJsonAdapter.INSTANCE);
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
