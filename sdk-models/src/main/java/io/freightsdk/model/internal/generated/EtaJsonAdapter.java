// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.Eta;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
import io.freightsdk.model.internal.ValueWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link Eta}. */
public final class EtaJsonAdapter extends ModelJsonAdapter<Eta> {
  public static final EtaJsonAdapter INSTANCE = new EtaJsonAdapter();

  private EtaJsonAdapter() {}

  @Override
  public Eta read(JsonReader in) throws IOException {
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      additionalProperties.put(in.nextName(), ValueReader.any(in));
    }
    in.endObject();
    Eta value = new Eta(additionalProperties);
    ValueReader.checkView(in, additionalProperties, "nextStopSequence", value.nextStopSequence());
    ValueReader.checkView(in, additionalProperties, "nextStopEta", value.nextStopEta());
    ValueReader.checkView(in, additionalProperties, "etaAt", value.etaAt());
    ValueReader.checkView(in, additionalProperties, "remainingMiles", value.remainingMiles());
    ValueReader.checkView(in, additionalProperties, "remainingMinutes", value.remainingMinutes());
    ValueReader.checkView(in, additionalProperties, "speedMph", value.speedMph());
    ValueReader.checkView(in, additionalProperties, "basis", value.basis());
    ValueReader.checkView(in, additionalProperties, "stale", value.stale());
    ValueReader.checkView(in, additionalProperties, "reason", value.reason());
    return value;
  }

  @Override
  public void write(JsonWriter out, Eta value) throws IOException {
    out.beginObject();
    ValueWriter.openFields(out, value.additionalProperties());
    out.endObject();
  }
}
