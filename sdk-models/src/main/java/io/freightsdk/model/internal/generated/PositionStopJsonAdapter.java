package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopType;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.time.Instant;

/** Reads and writes {@link PositionStop} in one pass over its tokens. */
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
  public PositionStop read(TokenReader in) throws IOException {
    StopType type = null;
    Integer sequence = null;
    String city = null;
    String state = null;
    Instant windowFrom = null;
    Instant windowTo = null;
    Instant arrivedAt = null;
    Instant departedAt = null;
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> type = in.skippedUnlessString() ? null : StopType.of(in.string());
        case 1 -> sequence = in.integerOrNull();
        case 2 -> city = in.stringOrNull();
        case 3 -> state = in.stringOrNull();
        case 4 -> windowFrom = in.instantOrNull();
        case 5 -> windowTo = in.instantOrNull();
        case 6 -> arrivedAt = in.instantOrNull();
        case 7 -> departedAt = in.instantOrNull();
        default -> in.skipMember();
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
  public void write(TokenWriter out, PositionStop value) throws IOException {
    out.beginObject();
    if (value.type() != null) {
      out.name("type");
      out.string(value.type().value());
    }
    if (value.sequence() != null) {
      out.name("sequence");
      out.integer(value.sequence());
    }
    if (value.city() != null) {
      out.name("city");
      out.string(value.city());
    }
    if (value.state() != null) {
      out.name("state");
      out.string(value.state());
    }
    out.name("windowFrom");
    out.instantOrNull(value.windowFrom());
    out.name("windowTo");
    out.instantOrNull(value.windowTo());
    out.name("arrivedAt");
    out.instantOrNull(value.arrivedAt());
    out.name("departedAt");
    out.instantOrNull(value.departedAt());
    out.endObject();
  }
}
