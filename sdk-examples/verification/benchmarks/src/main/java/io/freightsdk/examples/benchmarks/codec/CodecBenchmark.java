package io.freightsdk.examples.benchmarks.codec;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One body through one library; every pair runs in a JVM of its own. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CodecBenchmark {
  @Param public Library library = Library.FREIGHT_SDK;
  @Param public Body body = Body.POSITION;

  private byte[] json = new byte[0];
  private Codec<Object> codec = new SkippingCodec();
  private Object value = json;

  @Setup
  @SuppressWarnings("unchecked") // The value that is written is the one this codec has read.
  public void prepare() throws Exception {
    json = body.json();
    codec = (Codec<Object>) library.codec(body);
    value = codec.decode(json);
  }

  @Benchmark
  public Object decode() throws Exception {
    return codec.decode(json);
  }

  @Benchmark
  public byte[] encode() throws Exception {
    return codec.encode(value);
  }
}
