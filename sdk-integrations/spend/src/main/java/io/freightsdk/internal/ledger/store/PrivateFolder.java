package io.freightsdk.internal.ledger.store;

import io.freightsdk.spend.SpendLedgerException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a ledger, which others may list, but whose files only its owner can open or
 * replace. A user who can write to a ledger can erase what was spent, so a folder, a folder above
 * it or a file that others can change is refused, with the command that repairs it. On Windows the
 * user's data folder is private already, and nothing is checked.
 *
 * @param path absolute, without symbolic links
 * @param me who runs this; null where nothing is checked
 */
record PrivateFolder(Path path, @Nullable UserPrincipal me) {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private static final Path STATUS_OF_LINUX = Path.of("/proc/self/status");

  /** The second of the four numbers: real, effective, saved, and of the file system. */
  private static final Pattern EFFECTIVE_USER = Pattern.compile("(?m)^Uid:\\s+\\d+\\s+(\\d+)");

  /**
   * Opens a folder; one that is missing is created for its owner alone.
   *
   * @throws SpendLedgerException if others can change it, or it cannot be created
   */
  static PrivateFolder open(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    try {
      // A folder that is a link exists, but creating it would fail.
      if (!Files.isDirectory(absolute)) {
        Files.createDirectories(absolute, attributes(absolute, OWNER_ONLY));
      }
      Path path = absolute.toRealPath();
      if (!isPosix(path)) return new PrivateFolder(path, null);
      if (!Files.isWritable(path)) throw new AccessDeniedException(path.toString());
      UserPrincipal me = me(path);
      checkAbove(path, me);
      return new PrivateFolder(path, me);
    } catch (IOException e) {
      throw new SpendLedgerException(
          "the folder "
              + absolute
              + " cannot be created or written; check its path and permissions",
          e,
          false);
    }
  }

  /** Who runs this: Linux says so, elsewhere the owner of a new file. */
  private static UserPrincipal me(Path folder) throws IOException {
    if (Files.isReadable(STATUS_OF_LINUX)) {
      Matcher uid = EFFECTIVE_USER.matcher(Files.readString(STATUS_OF_LINUX));
      if (uid.find()) {
        return folder
            .getFileSystem()
            .getUserPrincipalLookupService()
            .lookupPrincipalByName(uid.group(1));
      }
    }
    Path probe = Files.createTempFile(folder, "owner", null, attributes(folder, FILE));
    try {
      return Files.getOwner(probe);
    } finally {
      Files.delete(probe);
    }
  }

  static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> rights) {
    return isPosix(path)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(rights)}
        : new FileAttribute<?>[0];
  }

  private static void checkAbove(Path path, UserPrincipal me) throws IOException {
    // The owner of the root folder can replace everything anyway.
    UserPrincipal root = Files.getOwner(path.getRoot());
    for (Path folder = path; folder != null; folder = folder.getParent()) {
      PosixFileAttributes found = read(folder);
      if (!found.owner().equals(me) && !found.owner().equals(root)) {
        throw ofAnother(folder, found);
      }
      if (!isSticky(folder)) checkWriters(folder, found);
    }
  }

  /** A user who may write to a folder can replace the folders and files in it. */
  private static void checkWriters(Path folder, PosixFileAttributes found) {
    Set<PosixFilePermission> rights = found.permissions();
    if (rights.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw refused(
          String.format(
              Locale.ROOT,
              "%s can be written by every user, who could erase what was spent; run: chmod go-w %s",
              folder,
              quoted(folder)));
    }
    // A group with the name of its user is his alone, and one without a name has no other members.
    String group = found.group().getName();
    boolean shared = !group.equals(found.owner().getName()) && !group.matches("[0-9]+");
    if (shared && rights.contains(PosixFilePermission.GROUP_WRITE)) {
      throw refused(
          String.format(
              Locale.ROOT,
              "%s can be written by the group %s, which could erase what was spent; run: chmod g-w %s",
              folder,
              group,
              quoted(folder)));
    }
  }

  private static boolean isSticky(Path path) throws IOException {
    return ((Integer) Files.getAttribute(path, "unix:mode") & 01000) != 0;
  }

  /** The file of this name, created empty if it is missing, that only its owner can open. */
  Path file(String name) throws IOException {
    Path file = path.resolve(name);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      try {
        Files.createFile(file, attributes(path, FILE));
      } catch (FileAlreadyExistsException e) {
        // Another process has just created it.
      }
    }
    checked(file);
    return file;
  }

  /** Refuses a file that others can open. */
  void checked(Path file) throws IOException {
    if (me == null) return;
    PosixFileAttributes found = read(file);
    if (!found.isRegularFile()) {
      throw refused(
          String.format(
              Locale.ROOT,
              "%s is a %s; give the path of a file",
              file,
              found.isSymbolicLink() ? "symbolic link" : "folder"));
    }
    if (!found.owner().equals(me)) throw ofAnother(file, found);
    if (!FILE.containsAll(found.permissions())) {
      throw refused(
          String.format(
              Locale.ROOT,
              "other users can open %s (%s); run: chmod 600 %s",
              file,
              PosixFilePermissions.toString(found.permissions()),
              quoted(file)));
    }
  }

  private static PosixFileAttributes read(Path path) throws IOException {
    return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static String quoted(Path path) {
    return "'" + path + "'";
  }

  private static SpendLedgerException ofAnother(Path path, PosixFileAttributes found) {
    return refused(
        String.format(
            Locale.ROOT,
            "%s belongs to %s, who could change what was spent; choose another folder",
            path,
            found.owner().getName()));
  }

  private static SpendLedgerException refused(String why) {
    return new SpendLedgerException(why, new AccessDeniedException(why), false);
  }
}
