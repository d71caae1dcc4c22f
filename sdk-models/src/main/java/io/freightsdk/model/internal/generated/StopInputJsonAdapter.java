package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.StopInput;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link StopInput} in one pass over its tokens. */
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
  public StopInput read(TokenReader in) throws IOException {
    String address = null;
    String city = null;
    String state = null;
    String zip = null;
    String facilityName = null;
    Instant date = null;
    Double lat = null;
    Double lng = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> address = in.string();
        case 1 -> city = in.string();
        case 2 -> state = in.string();
        case 3 -> zip = in.string();
        case 4 -> facilityName = in.skippedNull() ? null : in.string();
        case 5 -> date = in.skippedNull() ? null : in.instant();
        case 6 -> lat = in.skippedNull() ? null : in.number();
        case 7 -> lng = in.skippedNull() ? null : in.number();
        default -> additionalProperties.put(in.name(), in.any());
      }
    }
    in.endObject();
    if (address == null) throw in.missing("address");
    if (city == null) throw in.missing("city");
    if (state == null) throw in.missing("state");
    if (zip == null) throw in.missing("zip");
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
  public void write(TokenWriter out, StopInput value) throws IOException {
    out.beginObject();
    out.name("address");
    out.string(value.address());
    out.name("city");
    out.string(value.city());
    out.name("state");
    out.string(value.state());
    out.name("zip");
    out.string(value.zip());
    if (value.facilityName() != null) {
      out.name("facilityName");
      out.string(value.facilityName());
    }
    if (value.date() != null) {
      out.name("date");
      out.instant(value.date());
    }
    if (value.lat() != null) {
      out.name("lat");
      out.number(value.lat());
    }
    if (value.lng() != null) {
      out.name("lng");
      out.number(value.lng());
    }
    out.openFields(value.additionalProperties());
    out.endObject();
  }
}
