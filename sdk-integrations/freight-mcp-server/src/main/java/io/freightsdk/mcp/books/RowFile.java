package io.freightsdk.mcp.books;

import io.freightsdk.mcp.Json;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.store.BookStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Rows of text by id, in a file that several processes share. Each line is one committed change
 * with its checksum; a change is on the disk before it is told. Whoever changes rows holds the lock
 * of a second file, reads what others have appended, and appends. A line that a crash left half
 * written is cut off; a damaged line before others is refused. When most of the file is old, the
 * one who holds the lock writes the rows to a new file and puts it in place of the old one.
 *
 * <p>The lock's file remembers which file the rows are in and how long it was, so that one that is
 * gone, shorter or another one is refused, also by a process that has not seen it before. It is
 * written after the rows are on the disk: it may lag behind, but never asks for more than there is.
 *
 * <p>All rows are in memory: there are a few for each call of the last days. Safe for concurrent
 * use.
 */
public final class RowFile {
  private static final String FORMAT = "freight-books 1 ";
  private static final int HEADER = FORMAT.length() + 17;
  private static final int CHECKSUM = 9;
  private static final int LONGEST_NOTE = 200;
  private static final long WORTH_REWRITING = 1024 * 1024;
  private static final int TIMES_LARGER = 4;
  private static final long SECONDS_TO_WAIT = 10;
  private static final long PAUSE_NANOS = 500_000;
  private static final SecureRandom RANDOM = new SecureRandom();

  // A lock of the operating system is one of the process, so threads need a lock of their own.
  private static final Map<Path, ReentrantLock> HERE = new ConcurrentHashMap<>();

  private final PrivateFolder folder;
  private final Path file;
  private final Path lock;
  private final Disk disk;
  private final ReentrantLock here;

  /** What was read so far, and from where on the rest is read. Guarded by {@link #here}. */
  private NavigableMap<String, String> rows = new TreeMap<>();

  private String header = "";
  private long position;
  private long rewrittenAt;

  private final Consumer<String> complain;

  /** Empty after a change that worked. */
  private volatile String complaint = "";

  private RowFile(PrivateFolder folder, String name, Disk disk, Consumer<String> complain)
      throws IOException {
    this.folder = folder;
    this.disk = disk;
    this.complain = complain;
    this.file = folder.path().resolve(name + ".books");
    this.lock = folder.file(name + ".lock");
    this.here = HERE.computeIfAbsent(lock, any -> new ReentrantLock());
  }

  /**
   * Opens the rows of this name, and creates them if there were none.
   *
   * @param complain is told why a change failed, once until one works
   */
  public static RowFile open(PrivateFolder folder, String name, Consumer<String> complain) {
    return open(folder, name, Disk.REAL, complain);
  }

  static RowFile open(PrivateFolder folder, String name) {
    return open(folder, name, Disk.REAL);
  }

  static RowFile open(PrivateFolder folder, String name, Disk disk) {
    return open(folder, name, disk, why -> {});
  }

  private static RowFile open(
      PrivateFolder folder, String name, Disk disk, Consumer<String> complain) {
    try {
      RowFile opened = new RowFile(folder, name, disk, complain);
      opened.alone(
          held -> {
            if (Files.notExists(opened.file) && held.length() == 0) opened.rewrite(held);
            if (Files.exists(opened.file)) opened.folder.checked(opened.file);
            opened.catchUp(held);
            return true;
          });
      return opened;
    } catch (IOException e) {
      throw failed("opened", e);
    }
  }

  /** The rows within one change, which sees what it has written itself. */
  public static final class Rows {
    private final NavigableMap<String, String> stored;
    private final NavigableMap<String, @Nullable String> changed = new TreeMap<>();

    private Rows(NavigableMap<String, String> stored) {
      this.stored = stored;
    }

    public @Nullable String read(String id) {
      return changed.containsKey(id) ? changed.get(id) : stored.get(id);
    }

    public void write(String id, String text) {
      changed.put(id, text);
    }

    public void delete(String id) {
      changed.put(id, null);
    }

    /** The rows whose ids begin with the prefix, in the order of ids. */
    public NavigableMap<String, String> list(String prefix) {
      String end = prefix + Character.MAX_VALUE;
      NavigableMap<String, String> found = new TreeMap<>(stored.subMap(prefix, true, end, false));
      changed
          .subMap(prefix, true, end, false)
          .forEach(
              (id, text) -> {
                if (text == null) found.remove(id);
                else found.put(id, text);
              });
      return found;
    }
  }

  /**
   * Runs a change alone and commits it; nothing is changed if it throws.
   *
   * @throws SpendStoreException if the file cannot be read or written
   */
  public <T extends @Nullable Object> T change(Function<Rows, T> change) {
    try {
      T done =
          alone(
              held -> {
                catchUp(held);
                Rows now = new Rows(rows);
                T result = change.apply(now);
                if (!now.changed.isEmpty()) {
                  append(now.changed);
                  remember(held);
                  if (isMostlyOld()) shorten(held);
                }
                return result;
              });
      complaint = "";
      return done;
    } catch (SpendStoreException e) {
      String why = String.valueOf(e.getMessage());
      if (!why.equals(complaint)) complain.accept(why);
      complaint = why;
      throw e;
    }
  }

  private interface Work<T extends @Nullable Object> {
    /** Runs while this file is locked. */
    T run(RandomAccessFile held) throws IOException;
  }

  @SuppressWarnings("try") // The lock is held, and not used otherwise.
  private <T extends @Nullable Object> T alone(Work<T> work) {
    // An interrupt would close the file in the middle of a change.
    boolean interrupted = Thread.interrupted();
    try {
      // As private as the first one: whoever starts new books deletes it, perhaps too early.
      if (Files.notExists(lock)) folder.file(String.valueOf(lock.getFileName()));
      if (!here.tryLock(SECONDS_TO_WAIT, TimeUnit.SECONDS)) throw busy();
      try (RandomAccessFile held = new RandomAccessFile(lock.toFile(), "rw");
          FileLock taken = take(held)) {
        return work.run(held);
      } finally {
        here.unlock();
      }
    } catch (InterruptedException e) {
      interrupted = true;
      throw failed("changed, because the thread was interrupted", e);
    } catch (IOException e) {
      throw failed("read or written", e);
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  private FileLock take(RandomAccessFile held) throws IOException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_WAIT);
    while (true) {
      FileLock taken = held.getChannel().tryLock();
      if (taken != null) return taken;
      if (System.nanoTime() - until > 0) throw busy();
      LockSupport.parkNanos(PAUSE_NANOS);
      if (Thread.currentThread().isInterrupted()) throw busy();
    }
  }

  private SpendStoreException busy() {
    IOException why = new IOException(lock + " is held by another process");
    return new SpendStoreException(
        "another process has held " + lock + " for " + SECONDS_TO_WAIT + " s", why, true);
  }

  private static SpendStoreException failed(String what, Exception e) {
    // The messages of these exceptions name files and reasons only.
    return new SpendStoreException(
        "the books cannot be " + what + ": " + e.getMessage(), e, !(e instanceof Damaged));
  }

  /** The file is not what was written to it. */
  private static final class Damaged extends IOException {
    private static final long serialVersionUID = 1;

    Damaged(String message) {
      super(message);
    }
  }

  /** Reads what was appended since. */
  private void catchUp(RandomAccessFile held) throws IOException {
    if (Files.notExists(file)) throw lost("has gone");
    Map<String, Long> remembered = remembered(held);
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      byte[] start = new byte[(int) Math.min(HEADER, in.length())];
      in.readFully(start);
      String found = new String(start, StandardCharsets.UTF_8);
      if (!found.startsWith(FORMAT) || found.length() < HEADER) {
        throw new Damaged(file + " is not a file of books; move it away or name another folder");
      }
      boolean another = !found.equals(header);
      Long known = remembered.get(found);
      if (!remembered.isEmpty() && known == null) throw lost("is not the one that was here");
      long least = Math.max(another ? 0 : position, known == null ? 0 : known);
      if (in.length() < least) throw lost("is shorter than it was");
      NavigableMap<String, String> read = another ? new TreeMap<>() : rows;
      long from = another ? HEADER : position;
      in.seek(from);
      byte[] rest = new byte[(int) (in.length() - from)];
      in.readFully(rest);
      long end = from + apply(rest, read);
      rows = read;
      header = found;
      position = end;
      if (another) rewrittenAt = end;
    }
  }

  /** Applies the lines of a text; how many bytes of it are good. */
  private int apply(byte[] text, NavigableMap<String, String> to) throws IOException {
    int good = 0;
    List<Map<?, ?>> changes = new ArrayList<>();
    boolean broken = false;
    for (int start = 0, end; start < text.length; start = end + 1) {
      end = start;
      while (end < text.length && text[end] != '\n') end++;
      Map<?, ?> change = end == text.length ? null : read(text, start, end);
      if (change != null && broken) {
        throw new Damaged(file + " is damaged before its end; restore it from a copy");
      }
      broken = change == null;
      if (change != null) {
        changes.add(change);
        good = end + 1;
      }
    }
    // Only when all of it is good: a change is taken whole or not at all.
    for (Map<?, ?> change : changes) {
      change.forEach(
          (id, row) -> {
            if (row == null) to.remove((String) id);
            else to.put((String) id, (String) row);
          });
    }
    return good;
  }

  /** The change of a line; null if it is not what was written. */
  private static @Nullable Map<?, ?> read(byte[] text, int start, int end) {
    if (end - start <= CHECKSUM) return null;
    String json =
        new String(text, start + CHECKSUM, end - start - CHECKSUM, StandardCharsets.UTF_8);
    String checksum = new String(text, start, CHECKSUM, StandardCharsets.UTF_8);
    if (!checksum.equals(checksum(json) + " ")) return null;
    try {
      return Json.read(json) instanceof Map<?, ?> change ? change : null;
    } catch (Json.Malformed e) {
      return null;
    }
  }

  private static String checksum(String json) {
    CRC32C sum = new CRC32C();
    sum.update(json.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }

  private static byte[] line(Map<String, @Nullable String> change) {
    String json = Json.write(change);
    return (checksum(json) + " " + json + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private void append(NavigableMap<String, @Nullable String> changed) throws IOException {
    byte[] line = line(changed);
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      try {
        // What a crash left half written.
        if (out.length() > position) disk.cut(out, position);
        disk.write(out, position, line);
      } catch (IOException e) {
        undo(out);
        throw e;
      }
      try {
        disk.sync(out);
      } catch (IOException e) {
        throw unknown(e);
      }
    }
    changed.forEach(
        (id, text) -> {
          if (text == null) rows.remove(id);
          else rows.put(id, text);
        });
    position += line.length;
  }

  private void undo(RandomAccessFile out) {
    try {
      disk.cut(out, position);
    } catch (IOException e) {
      throw unknown(e);
    }
  }

  /** Nobody knows what the next reader finds, so everything is read again. */
  private SpendStoreException unknown(IOException e) {
    header = "";
    return new SpendStoreException(
        "the books may not have reached the disk: " + e.getMessage(),
        new BookStore.CommitUnknown(e),
        true);
  }

  private boolean isMostlyOld() {
    return position > WORTH_REWRITING && position > TIMES_LARGER * rewrittenAt;
  }

  /** The change is committed, whatever becomes of this. */
  private void shorten(RandomAccessFile held) {
    try {
      rewrite(held);
    } catch (IOException e) {
      // The old file is whole; the next change tries again.
      header = "";
    }
  }

  /** Writes the rows to a new file, which takes the place of the old one. */
  private void rewrite(RandomAccessFile held) throws IOException {
    byte[] bits = new byte[8];
    RANDOM.nextBytes(bits);
    String first = FORMAT + HexFormat.of().formatHex(bits) + "\n";
    Path next = folder.file(file.getFileName() + ".new");
    byte[] all = rows.isEmpty() ? new byte[0] : line(new LinkedHashMap<>(rows));
    try (RandomAccessFile out = new RandomAccessFile(next.toFile(), "rw")) {
      disk.cut(out, 0);
      disk.write(out, 0, first.getBytes(StandardCharsets.UTF_8));
      disk.write(out, HEADER, all);
      disk.sync(out);
    }
    String before = header.isEmpty() ? "" : state();
    long length = (long) HEADER + all.length;
    if (!before.isEmpty()) {
      // A process or a machine that ends here leaves the one or the other.
      note(held, before + state(first, length));
      disk.sync(held);
    }
    disk.replace(next, file);
    header = first;
    position = length;
    rewrittenAt = position;
    remember(held);
  }

  /** The file as it is now, for the lock's file. */
  private String state() {
    return state(header, position);
  }

  private static String state(String header, long length) {
    return header.strip() + ' ' + length + ';';
  }

  /** Notes the file as it is now. The rows are on the disk, whatever becomes of this. */
  private void remember(RandomAccessFile held) {
    try {
      note(held, state());
    } catch (IOException e) {
      // What was noted before is true all the same.
    }
  }

  private void note(RandomAccessFile held, String states) throws IOException {
    disk.write(held, 0, (checksum(states) + ' ' + states + '\n').getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The least length of the file by its header; of two, the one or the other is in place. Empty if
   * nothing is remembered: by a release that did not, or in a line that a crash left half written.
   */
  private static Map<String, Long> remembered(RandomAccessFile held) throws IOException {
    Map<String, Long> lengths = new LinkedHashMap<>();
    byte[] noted = new byte[(int) Math.min(LONGEST_NOTE, held.length())];
    held.seek(0);
    held.readFully(noted);
    // What follows is the rest of a longer note.
    String line = new String(noted, StandardCharsets.UTF_8).split("\n", -1)[0];
    if (line.length() <= CHECKSUM) return lengths;
    String states = line.substring(CHECKSUM);
    if (!line.startsWith(checksum(states) + ' ')) return lengths;
    for (String state : states.split(";", -1)) {
      int end = state.lastIndexOf(' ');
      if (end > 0)
        lengths.put(state.substring(0, end) + '\n', Long.valueOf(state.substring(end + 1)));
    }
    return lengths;
  }

  private Damaged lost(String how) {
    return new Damaged(
        "%s %s, so nobody knows what was spent; put it back as it was, or start new books: stop the"
                .formatted(file, how)
            + " servers that use it and delete both it and "
            + lock);
  }
}
