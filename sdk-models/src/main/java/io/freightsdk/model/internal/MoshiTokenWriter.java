package io.freightsdk.model.internal;

import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import java.time.Instant;

/** Writes through Moshi, for callers that have a writer of their own. */
final class MoshiTokenWriter implements TokenWriter {
  private final JsonWriter writer;

  MoshiTokenWriter(JsonWriter writer) {
    this.writer = writer;
  }

  @Override
  public void beginObject() throws IOException {
    writer.beginObject();
  }

  @Override
  public void endObject() throws IOException {
    writer.endObject();
  }

  @Override
  public void beginArray() throws IOException {
    writer.beginArray();
  }

  @Override
  public void endArray() throws IOException {
    writer.endArray();
  }

  @Override
  public void name(String name) throws IOException {
    writer.name(name);
  }

  /** Moshi leaves out a member that is null, unless told otherwise. */
  @Override
  public void nullValue() throws IOException {
    boolean before = writer.getSerializeNulls();
    writer.setSerializeNulls(true);
    try {
      writer.nullValue();
    } finally {
      writer.setSerializeNulls(before);
    }
  }

  @Override
  public void string(String value) throws IOException {
    writer.value(value);
  }

  @Override
  public void bool(boolean value) throws IOException {
    writer.value(value);
  }

  @Override
  public void number(double value) throws IOException {
    if (Decimals.isWhole(value)) writer.value((long) value);
    else writer.value(value);
  }

  @Override
  public void integer(int value) throws IOException {
    writer.value(value);
  }

  @Override
  public void exact(Number value) throws IOException {
    writer.value(value);
  }

  @Override
  public void instant(Instant value) throws IOException {
    writer.value(value.toString());
  }
}
