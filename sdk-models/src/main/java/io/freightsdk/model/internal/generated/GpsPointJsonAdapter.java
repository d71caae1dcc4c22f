package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.time.Instant;

/** Reads and writes {@link GpsPoint} in one pass over its tokens. */
public final class GpsPointJsonAdapter extends ModelJsonAdapter<GpsPoint> {
  public static final GpsPointJsonAdapter INSTANCE = new GpsPointJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "lat",
      "lng",
      "speed",
      "heading",
      "ts");

  private GpsPointJsonAdapter() {}

  @Override
  public GpsPoint read(TokenReader in) throws IOException {
    Double lat = null;
    Double lng = null;
    Double speed = null;
    Double heading = null;
    Instant ts = null;
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> lat = in.numberOrNull();
        case 1 -> lng = in.numberOrNull();
        case 2 -> speed = in.numberOrNull();
        case 3 -> heading = in.numberOrNull();
        case 4 -> ts = in.instantOrNull();
        default -> in.skipMember();
      }
    }
    in.endObject();
    return new GpsPoint(
        lat,
        lng,
        speed,
        heading,
        ts);
  }

  @Override
  public void write(TokenWriter out, GpsPoint value) throws IOException {
    out.beginObject();
    if (value.lat() != null) {
      out.name("lat");
      out.number(value.lat());
    }
    if (value.lng() != null) {
      out.name("lng");
      out.number(value.lng());
    }
    out.name("speed");
    out.numberOrNull(value.speed());
    out.name("heading");
    out.numberOrNull(value.heading());
    if (value.ts() != null) {
      out.name("ts");
      out.instant(value.ts());
    }
    out.endObject();
  }
}
