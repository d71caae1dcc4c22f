package io.freightsdk.model.internal;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import okio.Buffer;
import okio.BufferedSink;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/** The adapter of a record: one pass over tokens, wherever they come from. */
public abstract class ModelJsonAdapter<T> extends JsonAdapter<T> {

  /** Moshi's other writer makes maps and lists. */
  private static final Class<?> BYTES_WRITER = JsonWriter.of(new Buffer()).getClass();

  abstract T read(TokenReader in) throws IOException;

  abstract void write(TokenWriter out, T value) throws IOException;

  /** Writes the bytes itself where the writer wants bytes, in a third of the time. */
  @Override
  public final void toJson(JsonWriter writer, @Nullable T value) throws IOException {
    if (value == null) throw new JsonDataException("null is no body; nullSafe() writes null");
    boolean takesBytes = writer.getClass() == BYTES_WRITER && writer.getIndent().isEmpty();
    if (takesBytes) {
      try (BufferedSink sink = writer.valueSink()) {
        writeAll(value, sink);
      }
    } else {
      write(new MoshiTokenWriter(writer), value);
    }
  }

  /** Writes a value as the whole JSON text of a body; the sink is not flushed. */
  public final void writeAll(T value, BufferedSink sink) throws IOException {
    PlainTokenWriter out = new PlainTokenWriter(sink);
    try {
      write(out, value);
    } finally {
      out.flush();
    }
  }

  @Override
  public final T fromJson(JsonReader reader) throws IOException {
    return read(new MoshiTokenReader(reader));
  }

  /**
   * Reads all of a source as one value. Plain JSON, which is what services send, is read from the
   * bytes in a fifth of the time; anything else is read again by Moshi, and so is every failure.
   * The source is empty after a success and as it was after a failure.
   */
  public final T readAll(BufferedSource source) throws IOException {
    source.request(Long.MAX_VALUE);
    Buffer json = source.getBuffer();
    T value = readPlain(json);
    if (value == null) value = readAll(JsonReader.of(json.clone()));
    // Gives the memory back to okio's pool, which is why the quick way works without a clone.
    json.clear();
    return value;
  }

  /** Reads plain JSON and leaves the buffer as it is; null for any other. */
  private @Nullable T readPlain(Buffer json) throws IOException {
    try (Buffer.UnsafeCursor cursor = json.readUnsafe(new Buffer.UnsafeCursor())) {
      PlainTokenReader in = new PlainTokenReader(new PlainBytes(cursor, json.size()));
      T value = read(in);
      in.endDocument();
      return value;
    } catch (NotPlainException e) {
      return null;
    }
  }

  private T readAll(JsonReader reader) throws IOException {
    T value = fromJson(reader);
    if (reader.peek() == JsonReader.Token.END_DOCUMENT) return value;
    throw new JsonDataException("Expected one JSON value, but more follows it");
  }
}
