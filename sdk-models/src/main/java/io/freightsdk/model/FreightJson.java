package io.freightsdk.model;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import com.squareup.moshi.Moshi;
import io.freightsdk.model.internal.AdapterFactory;
import io.freightsdk.model.internal.JsonAdapters;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import okio.Buffer;
import okio.BufferedSink;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the JSON of the API.
 *
 * <p>Reading is as generous as the API description: of an answer only the members that it requires
 * must be there. An optional member of the wrong type, out of bounds, or a number without end is
 * null. Members that the description does not name are skipped, save in the objects that it leaves
 * open ({@link Eta} and those of the catalog), which keep them as {@code additionalProperties()}. A
 * request is read strictly: a wrong member is a failure, required or not.
 *
 * <p>Reading throws {@link JsonDataException} for a missing required member, a wrong type, or more
 * than 255 levels of nesting, {@link com.squareup.moshi.JsonEncodingException} for text that is not
 * JSON, and {@link java.io.EOFException} for text that ends too early. No message holds a value of
 * the text.
 *
 * <p>Jackson 2 and 3 write and read the types of this package as they are on the wire, save that
 * they know neither names with underscores ({@link ConfirmDeliveryInput}, {@link
 * ServiceCatalogEntry}) nor which absent members to leave out, and read what is wrong as they do
 * elsewhere. Other libraries take an adapter for each of {@link #types()}.
 *
 * <p>All adapters are immutable and safe for use by many threads.
 */
public final class FreightJson {
  private static final String PATH = " at path ";

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

  /** Every record and open enum of the description: what {@link #adapter} takes. */
  public static List<Class<?>> types() {
    return JsonAdapters.TYPES;
  }

  /**
   * Reads all of a source as one value. The source is held in memory meanwhile, so bound it before;
   * it is empty after a success and still holds its text after a failure. Text after the value is a
   * failure.
   *
   * @throws IllegalArgumentException for a class that is not of this package
   */
  public static <T> T read(Class<T> type, BufferedSource source) throws IOException {
    JsonAdapter<T> adapter = adapter(type);
    source.request(Long.MAX_VALUE);
    Buffer json = source.getBuffer();
    // Copied byte by byte: okio never uses a segment again that two buffers have shared.
    Buffer copy = new Buffer();
    json.copyTo(copy.outputStream());
    try {
      JsonReader reader = JsonReader.of(copy);
      T value = Objects.requireNonNull(adapter.fromJson(reader));
      if (reader.peek() != JsonReader.Token.END_DOCUMENT) {
        throw new JsonDataException("Expected one JSON value, but more follows it");
      }
      json.clear();
      return value;
    } finally {
      copy.clear();
    }
  }

  /**
   * Writes a value as the whole JSON text of a body; the sink is not flushed.
   *
   * @throws IllegalArgumentException for a class that is not of this package
   */
  public static <T> void write(Class<T> type, T value, BufferedSink sink) throws IOException {
    adapter(type).toJson(JsonWriter.of(sink), value);
  }

  /**
   * The JSON path that a failure of these adapters names, such as {@code $.stops[0].type}; null for
   * a failure of the whole text.
   */
  public static @Nullable String path(JsonDataException failure) {
    String message = String.valueOf(failure.getMessage());
    int path = message.indexOf(PATH);
    return path < 0 ? null : message.substring(path + PATH.length());
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
