package io.freightsdk.model.internal;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonEncodingException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The adapter of a record: one pass over the text, by Moshi's reader and writer. */
public abstract class ModelJsonAdapter<T> extends JsonAdapter<T> {

  /** Reads the object that comes next. */
  public abstract T read(JsonReader in) throws IOException;

  public abstract void write(JsonWriter out, T value) throws IOException;

  @Override
  public final T fromJson(JsonReader reader) throws IOException {
    try {
      return read(reader);
    } catch (JsonEncodingException e) {
      // Without Moshi's message, which may contain a part of the text.
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
