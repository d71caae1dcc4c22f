package io.freightsdk.internal.spend.file;

import io.freightsdk.spend.SpendLedgerException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lines of text in a file that the processes of one machine share. Each line is one committed
 * change with its checksum; it is on the disk before it is told. Whoever makes a change holds the
 * lock of a second file, reads what others have appended, and appends. A line that a crash left
 * half written is cut off; a damaged line before others is refused. When most of the file is old,
 * the one who holds the lock writes its content to a new file and puts it in place of the old one.
 *
 * <p>The lock's file remembers which file it is and how long it was, so that one that is gone,
 * shorter or another one is refused, also by a process that has not seen it before. It is written
 * after the lines are on the disk: it may lag behind, but never asks for more than there is.
 *
 * <p>Safe for concurrent use.
 */
final class Journal {
  /** Digits of a file's name, and of the length that it had when it was written as a whole. */
  private static final int DIGITS = 16;

  static final long WORTH_REWRITING = 1024 * 1024;
  private static final int TIMES_LARGER = 4;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final PrivateFolder folder;
  private final Path file;
  private final String format;
  private final LockFile lock;
  private final Disk disk;
  private final Content content;

  /** A shorter file is left alone, in bytes. */
  private final long worthRewriting;

  /** The first line of the file that was read so far, and from where on the rest is read. */
  private String header = "";

  private long position;
  private long rewrittenAt;
  private boolean isRestored;

  private Journal(
      PrivateFolder folder,
      Path file,
      String format,
      Content content,
      Disk disk,
      long worthRewriting)
      throws IOException {
    this.folder = folder;
    this.file = file;
    this.format = format;
    this.content = content;
    this.disk = disk;
    this.worthRewriting = worthRewriting;
    this.lock = new LockFile(folder, file.getFileName() + ".lock", disk);
  }

  /** What the lines amount to, in memory. Called by one thread at a time. */
  public interface Content {
    /**
     * Adds lines that were appended, by another process or before this one began.
     *
     * @param all whether they are all that there are: what was added before is forgotten
     */
    void add(List<String> lines, boolean all);

    /** The fewest lines that amount to the same. */
    List<String> all();
  }

  /**
   * Opens a file, and creates it if there was none.
   *
   * @param format what its first line begins with, with a version: another file is refused
   */
  public static Journal open(Path file, String format, Content content) {
    return open(file, format, content, Disk.REAL, WORTH_REWRITING);
  }

  static Journal open(Path path, String format, Content content, Disk disk, long worthRewriting) {
    Path absolute = path.toAbsolutePath().normalize();
    Path parent = absolute.getParent();
    Path name = absolute.getFileName();
    if (parent == null || name == null) {
      throw new SpendLedgerException(absolute + " is not the name of a file", null, false);
    }
    PrivateFolder folder = PrivateFolder.notWritableByOthers(parent);
    try {
      Journal opened =
          new Journal(
              folder, folder.path().resolve(name), format + ' ', content, disk, worthRewriting);
      opened.begin();
      return opened;
    } catch (IOException e) {
      throw failed("opened", e);
    }
  }

  private void begin() {
    boolean unused =
        alone(
            held -> {
              isRestored = Files.exists(file) && held.isNew();
              if (Files.notExists(file) && held.isNew()) rewrite(held);
              if (Files.exists(file)) folder.checked(file);
              catchUp(held);
              return true;
            });
  }

  /** Whether somebody put the file here: it had no lock's file beside it. */
  public boolean isRestored() {
    return isRestored;
  }

  /** A change that is being made. */
  public interface Pen {
    /**
     * Writes a line and returns when it survives a power failure. At most one in a change: it is
     * there as a whole or not at all.
     *
     * @throws SpendLedgerException if that failed: then nobody knows whether it is there, and the
     *     next change reads everything again
     */
    void append(String line);
  }

  /**
   * Makes a change alone, after what others have appended was added to the content.
   *
   * @throws SpendLedgerException if the file cannot be read or written
   */
  public <T extends @Nullable Object> T change(Function<Pen, T> work) {
    return alone(
        held -> {
          catchUp(held);
          long before = position;
          T result;
          try {
            result = work.apply(line -> append(line, held));
          } catch (Throwable e) {
            // The content may not have what is in the file.
            if (position != before) header = "";
            throw e;
          }
          if (isMostlyOld()) shorten(held);
          return result;
        });
  }

  /** Adds to the content what others have appended. */
  public void catchUp() {
    boolean unused =
        alone(
            held -> {
              catchUp(held);
              return true;
            });
  }

  private <T extends @Nullable Object> T alone(LockFile.Work<T> work) {
    // An interrupt would close the file in the middle of a change.
    boolean interrupted = Thread.interrupted();
    try {
      return lock.alone(work);
    } catch (InterruptedException e) {
      interrupted = true;
      throw failed("changed, because the thread was interrupted", e);
    } catch (IOException e) {
      throw failed("read or written", e);
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  private static SpendLedgerException failed(String what, Exception e) {
    // The messages of these exceptions name files and reasons only.
    return new SpendLedgerException(
        "the ledger cannot be " + what + ": " + e.getMessage(), e, !(e instanceof Damaged));
  }

  /** The file is not what was written to it. */
  private static final class Damaged extends IOException {
    private static final long serialVersionUID = 1;

    Damaged(String message) {
      super(message);
    }
  }

  /** Reads what was appended since. */
  private void catchUp(LockFile.Held held) throws IOException {
    if (Files.notExists(file)) throw lost("has gone");
    Map<String, Long> remembered = held.remembered();
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      String found = header(in, !remembered.isEmpty());
      boolean another = !found.equals(header);
      Long known = remembered.get(found);
      if (!remembered.isEmpty() && known == null) throw lost("is not the one that was here");
      long from = another ? found.length() + 1 : position;
      long least = Math.max(from, known == null ? 0 : known);
      if (in.length() < least) throw lost("is shorter than it was");
      List<String> lines = new ArrayList<>();
      long end = from + read(in, from, lines);
      if (end < least) throw damaged();
      // Only when all of it is good.
      header = "";
      content.add(lines, another);
      header = found;
      position = end;
      // Noted in the file, because a process may be too short to see it grow.
      rewrittenAt = Long.parseLong(found.substring(found.length() - DIGITS), 16);
    }
  }

  private String header(RandomAccessFile in, boolean known) throws IOException {
    int size = format.length() + 2 * (DIGITS + 1);
    byte[] start = new byte[(int) Math.min(size, in.length())];
    if (known && start.length < size) throw lost("is shorter than it was");
    in.readFully(start);
    String found = new String(start, StandardCharsets.UTF_8);
    String rest = found.startsWith(format) ? found.substring(format.length()) : "";
    if (!rest.matches("[0-9a-f]{16} [0-9a-f]{16}\n")) {
      throw new Damaged(
          "%s is not a file that begins with \"%s\"; move it away or name another one"
              .formatted(file, format.strip()));
    }
    return found.substring(0, found.length() - 1);
  }

  /** Reads the lines from here on; how many bytes of them are good. */
  private long read(RandomAccessFile in, long from, List<String> lines) throws IOException {
    long length = in.length() - from;
    if (length > Integer.MAX_VALUE - 8) throw new Damaged(file + " is too large to be read");
    byte[] text = new byte[(int) length];
    in.seek(from);
    in.readFully(text);
    int good = 0;
    boolean broken = false;
    for (int start = 0, end; start < text.length; start = end + 1) {
      end = start;
      while (end < text.length && text[end] != '\n') end++;
      String line =
          end == text.length
              ? null
              : Checksum.without(new String(text, start, end - start, StandardCharsets.UTF_8));
      if (line != null && broken) throw damaged();
      broken = line == null;
      if (line != null) {
        lines.add(line);
        good = end + 1;
      }
    }
    return good;
  }

  private static byte[] bytes(String line) {
    return (Checksum.of(line) + line + '\n').getBytes(StandardCharsets.UTF_8);
  }

  private void append(String line, LockFile.Held held) {
    byte[] bytes = bytes(line);
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      // What a crash or a full disk left half written.
      if (out.length() > position) disk.cut(out, position);
      disk.write(out, position, bytes);
      disk.sync(out);
    } catch (IOException e) {
      header = "";
      throw failed("written", e);
    }
    position += bytes.length;
    remember(held);
  }

  private boolean isMostlyOld() {
    return position > worthRewriting && position > TIMES_LARGER * rewrittenAt;
  }

  /** The change is committed, whatever becomes of this. */
  private void shorten(LockFile.Held held) {
    try {
      rewrite(held);
    } catch (IOException | RuntimeException e) {
      // The old file is whole, and is read again.
      header = "";
    }
  }

  /** Writes the content to a new file, which takes the place of the old one. */
  private void rewrite(LockFile.Held held) throws IOException {
    byte[] bits = new byte[DIGITS / 2];
    RANDOM.nextBytes(bits);
    List<byte[]> lines = content.all().stream().map(Journal::bytes).toList();
    long length = format.length() + 2L * (DIGITS + 1);
    for (byte[] line : lines) length += line.length;
    HexFormat hex = HexFormat.of();
    String first = format + hex.formatHex(bits) + ' ' + hex.toHexDigits(length);
    Path next = folder.file(file.getFileName() + ".new");
    try (RandomAccessFile out = new RandomAccessFile(next.toFile(), "rw")) {
      disk.cut(out, 0);
      disk.write(out, 0, (first + '\n').getBytes(StandardCharsets.UTF_8));
      for (byte[] line : lines) disk.write(out, out.length(), line);
      disk.sync(out);
    }
    if (!header.isEmpty()) {
      // A process or a machine that ends here leaves the one or the other.
      Map<String, Long> either = new LinkedHashMap<>(Map.of(header, position));
      either.put(first, length);
      held.note(either);
      held.sync();
    }
    disk.replace(next, file);
    header = first;
    position = length;
    rewrittenAt = length;
    remember(held);
  }

  /** Notes the file as it is now. The lines are on the disk, whatever becomes of this. */
  private void remember(LockFile.Held held) {
    try {
      held.note(Map.of(header, position));
    } catch (IOException e) {
      // What was noted before is true all the same.
    }
  }

  private Damaged damaged() {
    return new Damaged(
        "%s is damaged; stop the programs that use it, restore it from a copy and delete %s"
            .formatted(file, lock.path()));
  }

  private Damaged lost(String how) {
    return new Damaged(
        "%s %s, so nobody knows what was spent; put it back as it was, or start over: stop the"
                .formatted(file, how)
            + " programs that use it and delete both it and "
            + lock.path());
  }
}
