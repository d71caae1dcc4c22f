package io.freightsdk.model;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.Moshi;
import io.freightsdk.model.internal.AdapterFactory;
import io.freightsdk.model.internal.JsonAdapters;
import io.freightsdk.model.internal.ModelJsonAdapter;
import java.io.IOException;
import java.util.Objects;
import okio.BufferedSink;
import okio.BufferedSource;

/**
 * Reads and writes the JSON of the API.
 *
 * <p>Reading skips unknown fields, and throws {@link com.squareup.moshi.JsonDataException} with the
 * JSON path for a missing required field or a wrong type, {@link
 * com.squareup.moshi.JsonEncodingException} for text that is not JSON, and {@link
 * java.io.EOFException} for text that ends too early. No message holds a value of the text.
 *
 * <p>All adapters are immutable and safe for use by many threads.
 */
public final class FreightJson {
  private FreightJson() {}

  /**
   * The adapter of a record or open enum of this package. It neither reads nor writes null.
   *
   * @throws IllegalArgumentException for any other class
   */
  @SuppressWarnings("unchecked") // The index maps each class to the adapter of just that class.
  public static <T> JsonAdapter<T> adapter(Class<T> type) {
    JsonAdapter<?> adapter = JsonAdapters.find(type);
    if (adapter == null) {
      throw new IllegalArgumentException(type.getName() + " is not a type of the API description");
    }
    return (JsonAdapter<T>) adapter;
  }

  /**
   * Reads all of a source as one value: the same as {@code adapter(type).fromJson(source)} with the
   * same failures, in a fraction of the time and memory. The source is held in memory meanwhile, so
   * bound it before; it is empty after a success and still holds its text after a failure. Text
   * after the value is a {@link com.squareup.moshi.JsonDataException}.
   *
   * @throws IllegalArgumentException for a class that is not a record of this package
   */
  public static <T> T read(Class<T> type, BufferedSource source) throws IOException {
    if (adapter(type) instanceof ModelJsonAdapter<T> model) return model.readAll(source);
    throw new IllegalArgumentException(type.getName() + " is not an object of the API description");
  }

  /**
   * Writes a value of a record of this package: the same bytes as {@code adapter(type).toJson(sink,
   * value)} in less time and memory. Like there, the sink is not flushed.
   *
   * @throws IllegalArgumentException for a class that is not a record of this package
   */
  public static <T> void write(Class<T> type, T value, BufferedSink sink) throws IOException {
    if (!(adapter(type) instanceof ModelJsonAdapter<T> model)) {
      throw new IllegalArgumentException(
          type.getName() + " is not an object of the API description");
    }
    model.writeAll(Objects.requireNonNull(value, "value"), sink);
  }

  /**
   * A Moshi that knows every type of this package, {@code Instant} and {@code BigDecimal}; use its
   * {@code newBuilder()} to read and write them as parts of types of your own.
   */
  public static Moshi moshi() {
    return Lazy.MOSHI;
  }

  /** The adapters do without it, and a start without its classes is quicker. */
  private static final class Lazy {
    static final Moshi MOSHI = new Moshi.Builder().add(new AdapterFactory()).build();
  }
}
