// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.TrackedPosition;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
import io.freightsdk.model.internal.ValueWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link TrackedPosition}. */
public final class TrackedPositionJsonAdapter extends ModelJsonAdapter<TrackedPosition> {
  public static final TrackedPositionJsonAdapter INSTANCE = new TrackedPositionJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "loadNumber",
      "lat",
      "lng",
      "timestamp",
      "status");

  private TrackedPositionJsonAdapter() {}

  @Override
  public TrackedPosition read(JsonReader in) throws IOException {
    String loadNumber = null;
    Double lat = null;
    Double lng = null;
    Instant timestamp = null;
    LoadStatus status = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> loadNumber = ValueReader.text(in);
        case 1 -> lat = ValueReader.numberOrNull(in);
        case 2 -> lng = ValueReader.numberOrNull(in);
        case 3 -> timestamp = ValueReader.instantOrNull(in);
        case 4 -> status = LoadStatus.of(ValueReader.string(in));
        default -> additionalProperties.put(in.nextName(), ValueReader.any(in));
      }
    }
    in.endObject();
    if (loadNumber == null) throw ValueReader.missing(in, "loadNumber");
    if (status == null) throw ValueReader.missing(in, "status");
    return new TrackedPosition(
        loadNumber,
        lat,
        lng,
        timestamp,
        status,
        additionalProperties);
  }

  @Override
  public void write(JsonWriter out, TrackedPosition value) throws IOException {
    out.beginObject();
    out.name("loadNumber");
    out.value(value.loadNumber());
    out.name("lat");
    ValueWriter.numberOrNull(out, value.lat());
    out.name("lng");
    ValueWriter.numberOrNull(out, value.lng());
    out.name("timestamp");
    ValueWriter.instantOrNull(out, value.timestamp());
    out.name("status");
    out.value(value.status().value());
    ValueWriter.openFields(out, value.additionalProperties());
    out.endObject();
  }
}
