package io.freightsdk.examples.benchmarks.codec;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;

/** Jackson 2 with its module for java.time. */
final class Jackson2Codec<T> implements Codec<T> {
  private final ObjectReader reader;
  private final ObjectWriter writer;

  Jackson2Codec(Class<T> type) {
    JsonMapper mapper =
        JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .build();
    this.reader = mapper.readerFor(type);
    this.writer = mapper.writerFor(type);
  }

  @Override
  public T decode(byte[] json) throws IOException {
    return reader.readValue(json);
  }

  @Override
  public byte[] encode(T value) throws IOException {
    return writer.writeValueAsBytes(value);
  }
}
