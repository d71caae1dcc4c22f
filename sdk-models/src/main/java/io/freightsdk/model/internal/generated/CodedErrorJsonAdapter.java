package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.CodedError;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ReadValue;
import java.io.IOException;

/** Reads and writes {@link CodedError}. */
public final class CodedErrorJsonAdapter extends ModelJsonAdapter<CodedError> {
  public static final CodedErrorJsonAdapter INSTANCE = new CodedErrorJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("error", "code");

  private CodedErrorJsonAdapter() {}

  @Override
  public CodedError read(JsonReader in) throws IOException {
    String error = null;
    String code = null;
    ReadValue.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> error = ReadValue.string(in);
        case 1 -> code = ReadValue.stringOrNull(in);
        default -> ReadValue.skipMember(in);
      }
    }
    in.endObject();
    if (error == null) throw ReadValue.missing(in, "error");
    return new CodedError(error, code);
  }

  @Override
  public void write(JsonWriter out, CodedError value) throws IOException {
    out.beginObject();
    out.name("error");
    out.value(value.error());
    if (value.code() != null) {
      out.name("code");
      out.value(value.code());
    }
    out.endObject();
  }
}
