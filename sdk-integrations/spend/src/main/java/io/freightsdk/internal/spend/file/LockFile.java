package io.freightsdk.internal.spend.file;

import io.freightsdk.spend.SpendLedgerException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The file beside another one that says who may change that one, and remembers which file it is and
 * how long it was. Safe for concurrent use, by threads and by processes.
 */
final class LockFile {
  private static final int LONGEST_NOTE = 200;
  private static final long SECONDS_TO_WAIT = 10;
  private static final long PAUSE_NANOS = 500_000;

  // A lock of the operating system is one of the process, so threads need a lock of their own.
  private static final Map<Path, ReentrantLock> HERE = new ConcurrentHashMap<>();

  private final PrivateFolder folder;
  private final Path path;
  private final Disk disk;
  private final ReentrantLock here;

  LockFile(PrivateFolder folder, String name, Disk disk) throws IOException {
    this.folder = folder;
    this.path = folder.file(name);
    this.disk = disk;
    this.here = HERE.computeIfAbsent(path, any -> new ReentrantLock());
  }

  Path path() {
    return path;
  }

  interface Work<T extends @Nullable Object> {
    /** Runs while nobody else does. */
    T run(Held held) throws IOException;
  }

  @SuppressWarnings("try") // The lock is held, and not used otherwise.
  <T extends @Nullable Object> T alone(Work<T> work) throws IOException, InterruptedException {
    // As private as the first one: whoever starts over deletes it, perhaps too early.
    if (Files.notExists(path)) folder.file(String.valueOf(path.getFileName()));
    if (!here.tryLock(SECONDS_TO_WAIT, TimeUnit.SECONDS)) throw busy();
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        FileLock taken = take(file)) {
      return work.run(new Held(file));
    } finally {
      here.unlock();
    }
  }

  private FileLock take(RandomAccessFile file) throws IOException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_WAIT);
    while (true) {
      FileLock taken = null;
      try {
        taken = file.getChannel().tryLock();
      } catch (OverlappingFileLockException e) {
        // By a copy of this class in the same process, for example of another web application.
      }
      if (taken != null) return taken;
      if (System.nanoTime() - until > 0) throw busy();
      LockSupport.parkNanos(PAUSE_NANOS);
      if (Thread.currentThread().isInterrupted()) throw busy();
    }
  }

  private SpendLedgerException busy() {
    return new SpendLedgerException(
        "another process has held " + path + " for " + SECONDS_TO_WAIT + " s", null, true);
  }

  /** The file while it is locked. */
  final class Held {
    private final RandomAccessFile file;

    private Held(RandomAccessFile file) {
      this.file = file;
    }

    /** Whether it is as it was created. */
    boolean isNew() throws IOException {
      return file.length() == 0;
    }

    /**
     * Remembers the least length of a file by its header. Of two, the one or the other is in place.
     */
    void note(Map<String, Long> lengths) throws IOException {
      StringBuilder states = new StringBuilder();
      lengths.forEach(
          (header, length) -> states.append(header).append(' ').append(length).append(';'));
      String note = Checksum.of(states.toString()) + states + '\n';
      disk.write(file, 0, note.getBytes(StandardCharsets.UTF_8));
    }

    void sync() throws IOException {
      disk.sync(file);
    }

    /** What was noted. Empty if nothing was, or if the machine stopped in the middle of a note. */
    Map<String, Long> remembered() throws IOException {
      Map<String, Long> lengths = new LinkedHashMap<>();
      byte[] noted = new byte[(int) Math.min(LONGEST_NOTE, file.length())];
      file.seek(0);
      file.readFully(noted);
      // What follows is the rest of a longer note.
      String states =
          Checksum.without(new String(noted, StandardCharsets.UTF_8).split("\n", -1)[0]);
      if (states == null) return lengths;
      for (String state : states.split(";", -1)) {
        int end = state.lastIndexOf(' ');
        if (end > 0) lengths.put(state.substring(0, end), Long.valueOf(state.substring(end + 1)));
      }
      return lengths;
    }
  }
}
