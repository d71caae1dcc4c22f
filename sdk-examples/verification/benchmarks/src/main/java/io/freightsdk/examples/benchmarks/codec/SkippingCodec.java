package io.freightsdk.examples.benchmarks.codec;

import com.squareup.moshi.JsonReader;
import java.io.IOException;
import okio.Buffer;

/** Moshi looking at every token and keeping none. */
final class SkippingCodec implements Codec<Object> {
  @Override
  public Object decode(byte[] json) throws IOException {
    JsonReader reader = JsonReader.of(new Buffer().write(json));
    reader.skipValue();
    return reader.peek();
  }

  @Override
  public byte[] encode(Object value) {
    throw new UnsupportedOperationException("there is nothing to write");
  }
}
