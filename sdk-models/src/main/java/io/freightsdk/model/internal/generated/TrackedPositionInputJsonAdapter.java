package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.TrackedPositionInput;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ReadValue;
import io.freightsdk.model.internal.WriteValue;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link TrackedPositionInput}. */
public final class TrackedPositionInputJsonAdapter extends ModelJsonAdapter<TrackedPositionInput> {
  public static final TrackedPositionInputJsonAdapter INSTANCE = new TrackedPositionInputJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("loadNumber");

  private TrackedPositionInputJsonAdapter() {}

  @Override
  public TrackedPositionInput read(JsonReader in) throws IOException {
    String loadNumber = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    ReadValue.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> loadNumber = ReadValue.string(in);
        default -> additionalProperties.put(in.nextName(), ReadValue.any(in));
      }
    }
    in.endObject();
    if (loadNumber == null) throw ReadValue.missing(in, "loadNumber");
    return new TrackedPositionInput(loadNumber, additionalProperties);
  }

  @Override
  public void write(JsonWriter out, TrackedPositionInput value) throws IOException {
    out.beginObject();
    out.name("loadNumber");
    out.value(value.loadNumber());
    WriteValue.openFields(out, value.additionalProperties());
    out.endObject();
  }
}
