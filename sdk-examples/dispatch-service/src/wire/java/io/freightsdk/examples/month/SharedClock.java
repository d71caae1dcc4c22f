package io.freightsdk.examples.month;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The time of the month, in a file that all processes map: a process that is started has it at
 * once, all see a new time at the same moment, and asking costs no request.
 */
final class SharedClock extends Clock {
  private static final VarHandle MILLIS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer file;
  private final Map<String, Long> looks = new ConcurrentHashMap<>();

  private SharedClock(ByteBuffer file) {
    this.file = file;
  }

  static SharedClock open(Path path) {
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new SharedClock(channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void set(Instant now) {
    MILLIS.setVolatile(file, 0, now.toEpochMilli());
  }

  @Override
  public Instant instant() {
    long now = (long) MILLIS.getVolatile(file, 0);
    looks.put(Thread.currentThread().getName(), now);
    return Instant.ofEpochMilli(now);
  }

  /** Whether a thread of this name has seen the time that it is now. */
  boolean isSeenBy(String thread) {
    long now = (long) MILLIS.getVolatile(file, 0);
    return Long.valueOf(now).equals(looks.get(thread));
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("nobody asks for it");
  }
}
