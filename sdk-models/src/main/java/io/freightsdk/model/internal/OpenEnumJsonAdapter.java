package io.freightsdk.model.internal;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads and writes an open enum as its name. */
public final class OpenEnumJsonAdapter<T> extends JsonAdapter<T> {
  private final Function<String, T> of;
  private final Function<T, String> value;

  public OpenEnumJsonAdapter(Function<String, T> of, Function<T, String> value) {
    this.of = of;
    this.value = value;
  }

  @Override
  public T fromJson(JsonReader reader) throws IOException {
    return of.apply(ValueReader.string(reader));
  }

  @Override
  public void toJson(JsonWriter writer, @Nullable T constant) throws IOException {
    if (constant == null)
      throw new JsonDataException("a null value cannot be written; use nullSafe() to write null");
    writer.value(value.apply(constant));
  }
}
