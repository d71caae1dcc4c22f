package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.TrackedPosition;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ReadValue;
import io.freightsdk.model.internal.WriteValue;
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
    ReadValue.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> loadNumber = ReadValue.string(in);
        case 1 -> lat = ReadValue.numberOrNull(in);
        case 2 -> lng = ReadValue.numberOrNull(in);
        case 3 -> timestamp = ReadValue.instantOrNull(in);
        case 4 -> status = LoadStatus.of(ReadValue.string(in));
        default -> additionalProperties.put(in.nextName(), ReadValue.any(in));
      }
    }
    in.endObject();
    if (loadNumber == null) throw ReadValue.missing(in, "loadNumber");
    if (status == null) throw ReadValue.missing(in, "status");
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
    WriteValue.numberOrNull(out, value.lat());
    out.name("lng");
    WriteValue.numberOrNull(out, value.lng());
    out.name("timestamp");
    WriteValue.instantOrNull(out, value.timestamp());
    out.name("status");
    out.value(value.status().value());
    WriteValue.openFields(out, value.additionalProperties());
    out.endObject();
  }
}
