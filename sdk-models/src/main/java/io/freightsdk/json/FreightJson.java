package io.freightsdk.json;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import com.squareup.moshi.Moshi;
import io.freightsdk.model.Eta;
import io.freightsdk.model.internal.Instants;
import io.freightsdk.model.internal.generated.JsonAdapters;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import okio.Buffer;
import okio.BufferedSink;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * The JSON format of the API: adapters for Moshi, and methods that read and write a value.
 *
 * <p>Responses are read leniently: only members that the API description requires must be present.
 * An optional member of the wrong type, or with a value out of bounds, is read as null. If the
 * description has a string, a number is read as text, such as a numeric id. Unknown members are
 * ignored, except in open objects ({@link Eta} and the objects of the catalog), which keep them as
 * {@code additionalProperties()}. Requests are read strictly: every wrong member is a failure, even
 * an optional member.
 *
 * <p>Reading throws:
 *
 * <ul>
 *   <li>{@link JsonDataException} for a missing required member, a wrong type, or more than 255
 *       levels of nesting
 *   <li>{@link com.squareup.moshi.JsonEncodingException} for text that is not JSON
 *   <li>{@link java.io.EOFException} for text that ends too early
 * </ul>
 *
 * <p>No exception message contains a value from the JSON.
 *
 * <p>With Jackson 2 and 3, annotations make the types of {@code io.freightsdk.model} use this
 * format, too. Jackson handles wrong values in its own way. For other JSON libraries, register an
 * adapter for each of {@link #types()}.
 *
 * <p>All adapters are immutable and safe for concurrent use.
 */
public final class FreightJson {
  private static final String PATH = " at path ";

  private FreightJson() {}

  /**
   * Returns the adapter of a record or open enum of {@code io.freightsdk.model}. It rejects null.
   * To accept null, call {@code nullSafe()} on it.
   *
   * @throws IllegalArgumentException for any other class
   */
  @SuppressWarnings("unchecked") // The index maps each class to the adapter of just that class.
  public static <T> JsonAdapter<T> adapter(Class<T> type) {
    JsonAdapter<?> adapter = JsonAdapters.find(Objects.requireNonNull(type, "type"));
    if (adapter == null) {
      throw new IllegalArgumentException(type.getName() + " is not a type of the API description");
    }
    return (JsonAdapter<T>) adapter;
  }

  /**
   * Returns all types that {@link #adapter} accepts: the records and open enums of the description.
   */
  public static List<Class<?>> types() {
    return JsonAdapters.types();
  }

  /**
   * Reads a complete source as one value. The source is buffered in memory, so limit its size
   * first. After a success, the source is empty. After a failure, it still has its text. More text
   * after the value is a failure.
   *
   * @throws IllegalArgumentException for a class that the description does not have
   */
  public static <T> T read(Class<T> type, BufferedSource source) throws IOException {
    JsonAdapter<T> adapter = adapter(type);
    Objects.requireNonNull(source, "source").request(Long.MAX_VALUE);
    Buffer json = source.getBuffer();
    // Copied, because okio never reuses a segment that two buffers have shared.
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
   * Writes a value as JSON; the sink is not flushed.
   *
   * @throws IllegalArgumentException for a class that the description does not have
   */
  public static <T> void write(Class<T> type, T value, BufferedSink sink) throws IOException {
    JsonAdapter<T> adapter = adapter(type);
    Objects.requireNonNull(value, "value");
    adapter.toJson(JsonWriter.of(Objects.requireNonNull(sink, "sink")), value);
  }

  /**
   * Parses an instant of the API: ISO 8601 with an offset, in the years 1 to 9999 of UTC. Returns
   * null for any other text.
   */
  public static @Nullable Instant parseInstant(String text) {
    return Instants.parse(Objects.requireNonNull(text, "text"));
  }

  /**
   * Returns the JSON path in the message of a failure, such as {@code $.stops[0].type}; null if it
   * has none.
   */
  public static @Nullable String path(JsonDataException failure) {
    String message = String.valueOf(Objects.requireNonNull(failure, "failure").getMessage());
    int path = message.indexOf(PATH);
    return path < 0 ? null : message.substring(path + PATH.length());
  }

  /**
   * Returns a Moshi instance with adapters for every type of {@code io.freightsdk.model}, {@code
   * Instant} and {@code BigDecimal}. For your own types that contain these types, call {@code
   * newBuilder()} on it.
   */
  public static Moshi moshi() {
    return Lazy.MOSHI;
  }

  /**
   * Creates it on first use, because the adapters do not need it, and without its classes a start
   * is faster.
   */
  private static final class Lazy {
    static final Moshi MOSHI = new Moshi.Builder().add(new AdapterFactory()).build();
  }
}
