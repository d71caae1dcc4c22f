package io.freightsdk.model.internal;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonEncodingException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The JSON adapter of a record, which reads the text in one pass with Moshi's reader. */
public abstract class ModelJsonAdapter<T> extends JsonAdapter<T> {

  /** Reads the next object. */
  public abstract T read(JsonReader in) throws IOException;

  public abstract void write(JsonWriter out, T value) throws IOException;

  @Override
  public final T fromJson(JsonReader reader) throws IOException {
    try {
      return read(reader);
    } catch (JsonEncodingException e) {
      // Moshi's own message can contain a part of the text.
      throw new JsonEncodingException("Malformed JSON at path " + reader.getPath());
    }
  }

  @Override
  public final void toJson(JsonWriter writer, @Nullable T value) throws IOException {
    if (value == null)
      throw new JsonDataException("a null value cannot be written; use nullSafe() to write null");
    write(writer, value);
  }
}
