package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.MissingFieldsError;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.util.List;

/** Reads and writes {@link MissingFieldsError} in one pass over its tokens. */
public final class MissingFieldsErrorJsonAdapter extends ModelJsonAdapter<MissingFieldsError> {
  public static final MissingFieldsErrorJsonAdapter INSTANCE = new MissingFieldsErrorJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("error", "fields");

  private MissingFieldsErrorJsonAdapter() {}

  @Override
  public MissingFieldsError read(TokenReader in) throws IOException {
    String error = null;
    List<String> fields = null;
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> error = in.string();
        case 1 -> fields = in.strings();
        default -> in.skipMember();
      }
    }
    in.endObject();
    if (error == null) throw in.missing("error");
    if (fields == null) throw in.missing("fields");
    return new MissingFieldsError(error, fields);
  }

  @Override
  public void write(TokenWriter out, MissingFieldsError value) throws IOException {
    out.beginObject();
    out.name("error");
    out.string(value.error());
    out.name("fields");
    out.strings(value.fields());
    out.endObject();
  }
}
