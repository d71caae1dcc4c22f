package io.freightsdk.examples.benchmarks.codec;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Jackson 3, which knows records and java.time by itself. */
final class Jackson3Codec<T> implements Codec<T> {
  private final ObjectReader reader;
  private final ObjectWriter writer;

  Jackson3Codec(Class<T> type) {
    JsonMapper mapper =
        JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
    this.reader = mapper.readerFor(type);
    this.writer = mapper.writerFor(type);
  }

  @Override
  public T decode(byte[] json) {
    return reader.readValue(json);
  }

  @Override
  public byte[] encode(T value) {
    return writer.writeValueAsBytes(value);
  }
}
