package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.TrackedPosition;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link TrackedPosition} in one pass over its tokens. */
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
  public TrackedPosition read(TokenReader in) throws IOException {
    String loadNumber = null;
    Double lat = null;
    Double lng = null;
    Instant timestamp = null;
    LoadStatus status = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> loadNumber = in.string();
        case 1 -> lat = in.numberOrNull();
        case 2 -> lng = in.numberOrNull();
        case 3 -> timestamp = in.instantOrNull();
        case 4 -> status = LoadStatus.of(in.string());
        default -> additionalProperties.put(in.name(), in.any());
      }
    }
    in.endObject();
    if (loadNumber == null) throw in.missing("loadNumber");
    if (status == null) throw in.missing("status");
    return new TrackedPosition(
        loadNumber,
        lat,
        lng,
        timestamp,
        status,
        additionalProperties);
  }

  @Override
  public void write(TokenWriter out, TrackedPosition value) throws IOException {
    out.beginObject();
    out.name("loadNumber");
    out.string(value.loadNumber());
    out.name("lat");
    out.numberOrNull(value.lat());
    out.name("lng");
    out.numberOrNull(value.lng());
    out.name("timestamp");
    out.instantOrNull(value.timestamp());
    out.name("status");
    out.string(value.status().value());
    out.openFields(value.additionalProperties());
    out.endObject();
  }
}
