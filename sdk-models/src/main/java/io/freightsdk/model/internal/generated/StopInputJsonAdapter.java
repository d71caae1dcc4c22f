package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.StopInput;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ReadValue;
import io.freightsdk.model.internal.WriteValue;
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
    ReadValue.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> address = ReadValue.string(in);
        case 1 -> city = ReadValue.string(in);
        case 2 -> state = ReadValue.string(in);
        case 3 -> zip = ReadValue.string(in);
        case 4 -> facilityName = ReadValue.skippedNull(in) ? null : ReadValue.string(in);
        case 5 -> date = ReadValue.skippedNull(in) ? null : ReadValue.instant(in);
        case 6 -> lat = ReadValue.skippedNull(in) ? null : ReadValue.number(in);
        case 7 -> lng = ReadValue.skippedNull(in) ? null : ReadValue.number(in);
        default -> additionalProperties.put(in.nextName(), ReadValue.any(in));
      }
    }
    in.endObject();
    if (address == null) throw ReadValue.missing(in, "address");
    if (city == null) throw ReadValue.missing(in, "city");
    if (state == null) throw ReadValue.missing(in, "state");
    if (zip == null) throw ReadValue.missing(in, "zip");
    if (lat != null && lng == null) throw ReadValue.missing(in, "lng");
    if (lng != null && lat == null) throw ReadValue.missing(in, "lat");
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
      WriteValue.instant(out, value.date());
    }
    if (value.lat() != null) {
      out.name("lat");
      WriteValue.number(out, value.lat());
    }
    if (value.lng() != null) {
      out.name("lng");
      WriteValue.number(out, value.lng());
    }
    WriteValue.openFields(out, value.additionalProperties());
    out.endObject();
  }
}
