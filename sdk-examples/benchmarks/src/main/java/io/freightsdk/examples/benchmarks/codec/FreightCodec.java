package io.freightsdk.examples.benchmarks.codec;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.model.FreightJson;
import java.io.IOException;
import okio.Buffer;

/** The SDK: read from bytes, write by the generated adapter. */
final class FreightCodec<T> implements Codec<T> {
  private final Class<T> type;
  private final JsonAdapter<T> adapter;

  FreightCodec(Class<T> type) {
    this.type = type;
    this.adapter = FreightJson.adapter(type);
  }

  @Override
  public T decode(byte[] json) throws IOException {
    return FreightJson.read(type, new Buffer().write(json));
  }

  @Override
  public byte[] encode(T value) throws IOException {
    Buffer json = new Buffer();
    adapter.toJson(json, value);
    return json.readByteArray();
  }
}
