// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.StopInput;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
import io.freightsdk.model.internal.ValueWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link StopInput}. */
public final class StopInputJsonAdapter extends ModelJsonAdapter<StopInput> {
  public static final StopInputJsonAdapter INSTANCE = new StopInputJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "address",
      "city",
      "state",
      "zip",
      "facilityName",
      "date",
      "lat",
      "lng");

  private StopInputJsonAdapter() {}

  @Override
  public StopInput read(JsonReader in) throws IOException {
    String address = null;
    String city = null;
    String state = null;
    String zip = null;
    String facilityName = null;
    Instant date = null;
    Double lat = null;
    Double lng = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> address = ValueReader.string(in);
        case 1 -> city = ValueReader.string(in);
        case 2 -> state = ValueReader.string(in);
        case 3 -> zip = ValueReader.string(in);
        case 4 -> facilityName = ValueReader.skipNull(in) ? null : ValueReader.string(in);
        case 5 -> date = ValueReader.skipNull(in) ? null : ValueReader.instant(in);
        case 6 -> lat = ValueReader.skipNull(in) ? null : ValueReader.number(in);
        case 7 -> lng = ValueReader.skipNull(in) ? null : ValueReader.number(in);
        default -> additionalProperties.put(in.nextName(), ValueReader.any(in));
      }
    }
    in.endObject();
    if (address == null) throw ValueReader.missing(in, "address");
    if (city == null) throw ValueReader.missing(in, "city");
    if (state == null) throw ValueReader.missing(in, "state");
    if (zip == null) throw ValueReader.missing(in, "zip");
    if (lat != null && lng == null) throw ValueReader.missing(in, "lng");
    if (lng != null && lat == null) throw ValueReader.missing(in, "lat");
    return new StopInput(
        address,
        city,
        state,
        zip,
        facilityName,
        date,
        lat,
        lng,
        additionalProperties);
  }

  @Override
  public void write(JsonWriter out, StopInput value) throws IOException {
    out.beginObject();
    out.name("address");
    out.value(value.address());
    out.name("city");
    out.value(value.city());
    out.name("state");
    out.value(value.state());
    out.name("zip");
    out.value(value.zip());
    if (value.facilityName() != null) {
      out.name("facilityName");
      out.value(value.facilityName());
    }
    if (value.date() != null) {
      out.name("date");
      ValueWriter.instant(out, value.date());
    }
    if (value.lat() != null) {
      out.name("lat");
      ValueWriter.number(out, value.lat());
    }
    if (value.lng() != null) {
      out.name("lng");
      ValueWriter.number(out, value.lng());
    }
    ValueWriter.openFields(out, value.additionalProperties());
    out.endObject();
  }
}
