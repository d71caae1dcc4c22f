package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.TrackedPositionInput;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link TrackedPositionInput} in one pass over its tokens. */
public final class TrackedPositionInputJsonAdapter extends ModelJsonAdapter<TrackedPositionInput> {
  public static final TrackedPositionInputJsonAdapter INSTANCE = new TrackedPositionInputJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("loadNumber");

  private TrackedPositionInputJsonAdapter() {}

  @Override
  public TrackedPositionInput read(TokenReader in) throws IOException {
    String loadNumber = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> loadNumber = in.string();
        default -> additionalProperties.put(in.name(), in.any());
      }
    }
    in.endObject();
    if (loadNumber == null) throw in.missing("loadNumber");
    return new TrackedPositionInput(loadNumber, additionalProperties);
  }

  @Override
  public void write(TokenWriter out, TrackedPositionInput value) throws IOException {
    out.beginObject();
    out.name("loadNumber");
    out.string(value.loadNumber());
    out.openFields(value.additionalProperties());
    out.endObject();
  }
}
