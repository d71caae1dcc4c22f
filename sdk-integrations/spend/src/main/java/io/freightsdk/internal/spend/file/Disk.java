package io.freightsdk.internal.spend.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** What changes files, one step after the other, so that a test can end the process at each. */
class Disk {
  static final Disk REAL = new Disk();

  void write(RandomAccessFile file, long position, byte[] bytes) throws IOException {
    file.seek(position);
    file.write(bytes);
  }

  /** Cuts the file off here. */
  void cut(RandomAccessFile file, long length) throws IOException {
    file.setLength(length);
  }

  /** Returns when everything that was written survives a power failure. */
  void sync(RandomAccessFile file) throws IOException {
    file.getFD().sync();
  }

  /** Puts one file in place of another, at once. */
  void replace(Path with, Path file) throws IOException {
    Files.move(with, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    Path folder = file.getParent();
    if (folder == null || !PrivateFolder.isPosix(folder)) return;
    // The new name is in the folder, which has to reach the disk too.
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    }
  }
}
