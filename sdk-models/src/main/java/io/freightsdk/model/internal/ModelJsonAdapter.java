package io.freightsdk.model.internal;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonEncodingException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The adapter of a record: one pass over Moshi's tokens. */
public abstract class ModelJsonAdapter<T> extends JsonAdapter<T> {

  public abstract T read(TokenReader in) throws IOException;

  public abstract void write(TokenWriter out, T value) throws IOException;

  @Override
  public final T fromJson(JsonReader reader) throws IOException {
    try {
      return read(new TokenReader(reader));
    } catch (JsonEncodingException e) {
      // Without Moshi's message, which may contain a part of the text.
      throw new JsonEncodingException("Malformed JSON at path " + reader.getPath());
    }
  }

  @Override
  public final void toJson(JsonWriter writer, @Nullable T value) throws IOException {
    if (value == null)
      throw new JsonDataException("a null value cannot be written; use nullSafe() to write null");
    write(new TokenWriter(writer), value);
  }
}
