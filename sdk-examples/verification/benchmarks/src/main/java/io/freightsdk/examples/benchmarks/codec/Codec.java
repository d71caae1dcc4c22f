package io.freightsdk.examples.benchmarks.codec;

/** Reads and writes one type as JSON bytes, the way its library is meant to be used. */
interface Codec<T> {
  T decode(byte[] json) throws Exception;

  byte[] encode(T value) throws Exception;
}
