package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.StatusUpdate;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ReadValue;
import java.io.IOException;

/** Reads and writes {@link StatusUpdate}. */
public final class StatusUpdateJsonAdapter extends ModelJsonAdapter<StatusUpdate> {
  public static final StatusUpdateJsonAdapter INSTANCE = new StatusUpdateJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("status");

  private StatusUpdateJsonAdapter() {}

  @Override
  public StatusUpdate read(JsonReader in) throws IOException {
    LoadStatus status = null;
    ReadValue.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> status = LoadStatus.of(ReadValue.string(in));
        default -> ReadValue.skipMember(in);
      }
    }
    in.endObject();
    if (status == null) throw ReadValue.missing(in, "status");
    return new StatusUpdate(status);
  }

  @Override
  public void write(JsonWriter out, StatusUpdate value) throws IOException {
    out.beginObject();
    out.name("status");
    out.value(value.status().value());
    out.endObject();
  }
}
