package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** Reads and writes {@link LoadPosition} in one pass over its tokens. */
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
  public LoadPosition read(TokenReader in) throws IOException {
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
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> loadNumber = in.string();
        case 1 -> pingpointLoadId = in.stringOrNull();
        case 2 -> status = LoadStatus.of(in.string());
        case 3 -> createdAt = in.instantOrNull();
        case 4 -> deliveredAt = in.instantOrNull();
        case 5 -> distanceMiles = in.numberOrNull();
        case 6 -> onTime = in.boolOrNull();
        case 7 -> delayMinutes = in.integerOrNull();
        case 8 -> pickupDwellMinutes = in.integerOrNull();
        case 9 -> deliveryDwellMinutes = in.integerOrNull();
        case 10 -> stops = in.listOrEmpty(PositionStopJsonAdapter.INSTANCE);
        case 11 -> gpsTrack = in.listOrEmpty(GpsPointJsonAdapter.INSTANCE);
        case 12 -> pingCount = in.integerOrNull();
        case 13 -> eta = in.skippedUnlessObject() ? null : EtaJsonAdapter.INSTANCE.read(in);
        default -> in.skipMember();
      }
    }
    in.endObject();
    if (loadNumber == null) throw in.missing("loadNumber");
    if (status == null) throw in.missing("status");
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
  public void write(TokenWriter out, LoadPosition value) throws IOException {
    out.beginObject();
    out.name("loadNumber");
    out.string(value.loadNumber());
    if (value.pingpointLoadId() != null) {
      out.name("pingpointLoadId");
      out.string(value.pingpointLoadId());
    }
    out.name("status");
    out.string(value.status().value());
    if (value.createdAt() != null) {
      out.name("createdAt");
      out.instant(value.createdAt());
    }
    out.name("deliveredAt");
    out.instantOrNull(value.deliveredAt());
    out.name("distanceMiles");
    out.numberOrNull(value.distanceMiles());
    out.name("onTime");
    out.boolOrNull(value.onTime());
    out.name("delayMinutes");
    out.integerOrNull(value.delayMinutes());
    out.name("pickupDwellMinutes");
    out.integerOrNull(value.pickupDwellMinutes());
    out.name("deliveryDwellMinutes");
    out.integerOrNull(value.deliveryDwellMinutes());
    out.name("stops");
    out.list(value.stops(), PositionStopJsonAdapter.INSTANCE);
    out.name("gpsTrack");
    out.list(value.gpsTrack(), GpsPointJsonAdapter.INSTANCE);
    if (value.pingCount() != null) {
      out.name("pingCount");
      out.integer(value.pingCount());
    }
    if (value.eta() != null) {
      out.name("eta");
      EtaJsonAdapter.INSTANCE.write(out, value.eta());
    }
    out.endObject();
  }
}
