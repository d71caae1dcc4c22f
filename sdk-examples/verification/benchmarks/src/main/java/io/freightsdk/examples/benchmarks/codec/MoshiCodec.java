package io.freightsdk.examples.benchmarks.codec;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.examples.benchmarks.peer.TwinMoshi;
import java.io.IOException;
import java.util.Objects;
import okio.Buffer;

/** Moshi over records by reflection. */
final class MoshiCodec<T> implements Codec<T> {
  private final JsonAdapter<T> adapter;

  MoshiCodec(Class<T> type) {
    this.adapter = TwinMoshi.create().adapter(type);
  }

  @Override
  public T decode(byte[] json) throws IOException {
    return Objects.requireNonNull(adapter.fromJson(new Buffer().write(json)));
  }

  @Override
  public byte[] encode(T value) throws IOException {
    Buffer json = new Buffer();
    adapter.toJson(json, value);
    return json.readByteArray();
  }
}
