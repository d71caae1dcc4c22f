// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
import io.freightsdk.model.internal.ValueWriter;
import java.io.IOException;
import java.time.Instant;

/** Reads and writes {@link GpsPoint}. */
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
  public GpsPoint read(JsonReader in) throws IOException {
    Double lat = null;
    Double lng = null;
    Double speed = null;
    Double heading = null;
    Instant ts = null;
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> lat = ValueReader.numberOrNull(in);
        case 1 -> lng = ValueReader.numberOrNull(in);
        case 2 -> speed = ValueReader.numberOrNull(in);
        case 3 -> heading = ValueReader.numberOrNull(in);
        case 4 -> ts = ValueReader.instantOrNull(in);
        default -> ValueReader.skipMember(in);
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
  public void write(JsonWriter out, GpsPoint value) throws IOException {
    out.beginObject();
    if (value.lat() != null) {
      out.name("lat");
      ValueWriter.number(out, value.lat());
    }
    if (value.lng() != null) {
      out.name("lng");
      ValueWriter.number(out, value.lng());
    }
    out.name("speed");
    ValueWriter.numberOrNull(out, value.speed());
    out.name("heading");
    ValueWriter.numberOrNull(out, value.heading());
    if (value.ts() != null) {
      out.name("ts");
      ValueWriter.instant(out, value.ts());
    }
    out.endObject();
  }
}
