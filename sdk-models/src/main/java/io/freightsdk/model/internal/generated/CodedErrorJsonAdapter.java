package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.CodedError;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;

/** Reads and writes {@link CodedError} in one pass over its tokens. */
public final class CodedErrorJsonAdapter extends ModelJsonAdapter<CodedError> {
  public static final CodedErrorJsonAdapter INSTANCE = new CodedErrorJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("error", "code");

  private CodedErrorJsonAdapter() {}

  @Override
  public CodedError read(TokenReader in) throws IOException {
    String error = null;
    String code = null;
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> error = in.string();
        case 1 -> code = in.stringOrNull();
        default -> in.skipMember();
      }
    }
    in.endObject();
    if (error == null) throw in.missing("error");
    return new CodedError(error, code);
  }

  @Override
  public void write(TokenWriter out, CodedError value) throws IOException {
    out.beginObject();
    out.name("error");
    out.string(value.error());
    if (value.code() != null) {
      out.name("code");
      out.string(value.code());
    }
    out.endObject();
  }
}
