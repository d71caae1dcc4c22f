package io.freightsdk.examples.benchmarks.codec;

import io.freightsdk.model.FreightJson;
import java.io.IOException;
import okio.Buffer;

/** The SDK, as its client uses it. */
final class FreightCodec<T> implements Codec<T> {
  private final Class<T> type;

  FreightCodec(Class<T> type) {
    this.type = type;
  }

  @Override
  public T decode(byte[] json) throws IOException {
    return FreightJson.read(type, new Buffer().write(json));
  }

  @Override
  public byte[] encode(T value) throws IOException {
    Buffer json = new Buffer();
    FreightJson.write(type, value, json);
    return json.readByteArray();
  }
}
