package io.freightsdk.server.service;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Random;

/**
 * The random bytes of the operating system. Where it gives them as a file they are read from there,
 * as {@link SecureRandom} does: that class brings a hundred others, which took an eighth of a
 * start. Safe for use by several threads.
 */
public final class SystemRandom extends Random {
  private static final long serialVersionUID = 1L;
  private static final int BYTES_AHEAD = 1024;

  private final String source;
  private final byte[] ahead = new byte[BYTES_AHEAD];
  private int used = BYTES_AHEAD;

  public SystemRandom() {
    this("/dev/urandom");
  }

  /** From another file, or from {@link SecureRandom} where that cannot be read. */
  SystemRandom(String source) {
    super(0);
    this.source = source;
  }

  @Override
  public synchronized void nextBytes(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (used == ahead.length) readAhead();
      bytes[i] = ahead[used];
      // No token that was given away stays in memory.
      ahead[used++] = 0;
    }
  }

  @Override
  protected int next(int bits) {
    byte[] four = new byte[Integer.BYTES];
    nextBytes(four);
    return ByteBuffer.wrap(four).getInt() >>> (Integer.SIZE - bits);
  }

  private void readAhead() {
    used = 0;
    try (InputStream in = new FileInputStream(source)) {
      if (in.readNBytes(ahead, 0, ahead.length) == ahead.length) return;
    } catch (IOException noSuchFile) {
      // As on Windows.
    }
    Arrays.fill(ahead, (byte) 0);
    new SecureRandom().nextBytes(ahead);
  }
}
