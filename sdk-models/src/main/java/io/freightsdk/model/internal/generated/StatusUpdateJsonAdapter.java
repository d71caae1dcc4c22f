package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.StatusUpdate;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;

/** Reads and writes {@link StatusUpdate} in one pass over its tokens. */
public final class StatusUpdateJsonAdapter extends ModelJsonAdapter<StatusUpdate> {
  public static final StatusUpdateJsonAdapter INSTANCE = new StatusUpdateJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("status");

  private StatusUpdateJsonAdapter() {}

  @Override
  public StatusUpdate read(TokenReader in) throws IOException {
    LoadStatus status = null;
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> status = LoadStatus.of(in.string());
        default -> in.skipMember();
      }
    }
    in.endObject();
    if (status == null) throw in.missing("status");
    return new StatusUpdate(status);
  }

  @Override
  public void write(TokenWriter out, StatusUpdate value) throws IOException {
    out.beginObject();
    out.name("status");
    out.string(value.status().value());
    out.endObject();
  }
}
