package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.MissingFieldsError;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ReadValue;
import io.freightsdk.model.internal.WriteValue;
import java.io.IOException;
import java.util.List;

/** Reads and writes {@link MissingFieldsError}. */
public final class MissingFieldsErrorJsonAdapter extends ModelJsonAdapter<MissingFieldsError> {
  public static final MissingFieldsErrorJsonAdapter INSTANCE = new MissingFieldsErrorJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("error", "fields");

  private MissingFieldsErrorJsonAdapter() {}

  @Override
  public MissingFieldsError read(JsonReader in) throws IOException {
    String error = null;
    List<String> fields = null;
    ReadValue.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> error = ReadValue.string(in);
        case 1 -> fields = ReadValue.strings(in);
        default -> ReadValue.skipMember(in);
      }
    }
    in.endObject();
    if (error == null) throw ReadValue.missing(in, "error");
    if (fields == null) throw ReadValue.missing(in, "fields");
    return new MissingFieldsError(error, fields);
  }

  @Override
  public void write(JsonWriter out, MissingFieldsError value) throws IOException {
    out.beginObject();
    out.name("error");
    out.value(value.error());
    out.name("fields");
    WriteValue.strings(out, value.fields());
    out.endObject();
  }
}
