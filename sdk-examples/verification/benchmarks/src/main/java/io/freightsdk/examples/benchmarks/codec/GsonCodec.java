package io.freightsdk.examples.benchmarks.codec;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Gson with an adapter for instants. */
final class GsonCodec<T> implements Codec<T> {
  private final TypeAdapter<T> adapter;

  GsonCodec(Class<T> type) {
    Gson gson =
        new GsonBuilder()
            .registerTypeAdapter(Instant.class, new InstantAdapter().nullSafe())
            .create();
    this.adapter = gson.getAdapter(type);
  }

  @Override
  public T decode(byte[] json) throws IOException {
    return adapter.fromJson(
        new InputStreamReader(new ByteArrayInputStream(json), StandardCharsets.UTF_8));
  }

  @Override
  public byte[] encode(T value) {
    return adapter.toJson(value).getBytes(StandardCharsets.UTF_8);
  }

  private static final class InstantAdapter extends TypeAdapter<Instant> {
    @Override
    public Instant read(JsonReader in) throws IOException {
      return Instant.parse(in.nextString());
    }

    @Override
    public void write(JsonWriter out, Instant value) throws IOException {
      out.value(value.toString());
    }
  }
}
