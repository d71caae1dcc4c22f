// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopType;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
import io.freightsdk.model.internal.ValueWriter;
import java.io.IOException;
import java.time.Instant;

/** Reads and writes {@link PositionStop}. */
public final class PositionStopJsonAdapter extends ModelJsonAdapter<PositionStop> {
  public static final PositionStopJsonAdapter INSTANCE = new PositionStopJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "type",
      "sequence",
      "city",
      "state",
      "windowFrom",
      "windowTo",
      "arrivedAt",
      "departedAt");

  private PositionStopJsonAdapter() {}

  @Override
  public PositionStop read(JsonReader in) throws IOException {
    StopType type = null;
    Integer sequence = null;
    String city = null;
    String state = null;
    Instant windowFrom = null;
    Instant windowTo = null;
    Instant arrivedAt = null;
    Instant departedAt = null;
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> type = ValueReader.skipUnlessString(in) ? null : StopType.of(ValueReader.string(in));
        case 1 -> sequence = ValueReader.integerOrNull(in);
        case 2 -> city = ValueReader.textOrNull(in);
        case 3 -> state = ValueReader.textOrNull(in);
        case 4 -> windowFrom = ValueReader.instantOrNull(in);
        case 5 -> windowTo = ValueReader.instantOrNull(in);
        case 6 -> arrivedAt = ValueReader.instantOrNull(in);
        case 7 -> departedAt = ValueReader.instantOrNull(in);
        default -> ValueReader.skipMember(in);
      }
    }
    in.endObject();
    return new PositionStop(
        type,
        sequence,
        city,
        state,
        windowFrom,
        windowTo,
        arrivedAt,
        departedAt);
  }

  @Override
  public void write(JsonWriter out, PositionStop value) throws IOException {
    out.beginObject();
    if (value.type() != null) {
      out.name("type");
      out.value(value.type().value());
    }
    if (value.sequence() != null) {
      out.name("sequence");
      out.value(value.sequence());
    }
    if (value.city() != null) {
      out.name("city");
      out.value(value.city());
    }
    if (value.state() != null) {
      out.name("state");
      out.value(value.state());
    }
    out.name("windowFrom");
    ValueWriter.instantOrNull(out, value.windowFrom());
    out.name("windowTo");
    ValueWriter.instantOrNull(out, value.windowTo());
    out.name("arrivedAt");
    ValueWriter.instantOrNull(out, value.arrivedAt());
    out.name("departedAt");
    ValueWriter.instantOrNull(out, value.departedAt());
    out.endObject();
  }
}
