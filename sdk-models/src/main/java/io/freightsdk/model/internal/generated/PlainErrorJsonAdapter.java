package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.PlainError;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;

/** Reads and writes {@link PlainError} in one pass over its tokens. */
public final class PlainErrorJsonAdapter extends ModelJsonAdapter<PlainError> {
  public static final PlainErrorJsonAdapter INSTANCE = new PlainErrorJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("error");

  private PlainErrorJsonAdapter() {}

  @Override
  public PlainError read(TokenReader in) throws IOException {
    String error = null;
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> error = in.string();
        default -> in.skipMember();
      }
    }
    in.endObject();
    if (error == null) throw in.missing("error");
    return new PlainError(error);
  }

  @Override
  public void write(TokenWriter out, PlainError value) throws IOException {
    out.beginObject();
    out.name("error");
    out.string(value.error());
    out.endObject();
  }
}
