package io.freightsdk.internal.spend.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;

/** Ends the process at one step, after some of its bytes. */
final class KilledAt extends Disk {
  private final int step;
  private final double part;
  private int steps;

  /**
   * The process ends in this step.
   *
   * @param step from 1
   * @param part how much of a text is written before it ends, 0 to 1
   */
  KilledAt(int step, double part) {
    this.step = step;
    this.part = part;
  }

  /** The process ends here, in the middle of what it does. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  private boolean isNow() {
    return ++steps == step;
  }

  @Override
  void write(RandomAccessFile to, long position, byte[] bytes) throws IOException {
    if (!isNow()) {
      super.write(to, position, bytes);
      return;
    }
    super.write(to, position, Arrays.copyOf(bytes, (int) (bytes.length * part)));
    throw new Killed();
  }

  @Override
  void cut(RandomAccessFile what, long length) throws IOException {
    if (isNow()) throw new Killed();
    super.cut(what, length);
  }

  @Override
  void sync(RandomAccessFile what) throws IOException {
    if (isNow()) throw new Killed();
    super.sync(what);
  }

  @Override
  void replace(Path with, Path what) throws IOException {
    if (isNow()) throw new Killed();
    super.replace(with, what);
  }
}
