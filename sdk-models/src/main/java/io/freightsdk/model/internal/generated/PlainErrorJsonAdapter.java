package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.PlainError;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ReadValue;
import java.io.IOException;

/** Reads and writes {@link PlainError}. */
public final class PlainErrorJsonAdapter extends ModelJsonAdapter<PlainError> {
  public static final PlainErrorJsonAdapter INSTANCE = new PlainErrorJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("error");

  private PlainErrorJsonAdapter() {}

  @Override
  public PlainError read(JsonReader in) throws IOException {
    String error = null;
    ReadValue.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> error = ReadValue.string(in);
        default -> ReadValue.skipMember(in);
      }
    }
    in.endObject();
    if (error == null) throw ReadValue.missing(in, "error");
    return new PlainError(error);
  }

  @Override
  public void write(JsonWriter out, PlainError value) throws IOException {
    out.beginObject();
    out.name("error");
    out.value(value.error());
    out.endObject();
  }
}
