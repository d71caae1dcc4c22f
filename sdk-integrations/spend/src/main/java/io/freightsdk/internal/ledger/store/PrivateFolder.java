package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.sql.DatabaseException;
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
import java.util.Locale;
import java.util.Set;

/**
 * The folder of a ledger, which others may list, but whose files only their owner can open. Who can
 * write to a ledger or its folder can erase what was spent, so a file, a folder or a folder above
 * it whose permissions allow that to others is refused, with the command that repairs it. On
 * Windows the user's data folder is private already, and nothing is checked.
 *
 * @param path absolute, without symbolic links
 */
record PrivateFolder(Path path) {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  /**
   * Opens a folder; one that is missing is created for its owner alone.
   *
   * @throws DatabaseException if others can change it, or it cannot be created
   */
  static PrivateFolder open(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    try {
      // A folder that is a link exists, but creating it would fail.
      if (!Files.isDirectory(absolute)) {
        Files.createDirectories(absolute, attributes(absolute, OWNER_ONLY));
      }
      Path path = absolute.toRealPath();
      if (!isPosix(path)) return new PrivateFolder(path);
      if (!Files.isWritable(path)) throw new AccessDeniedException(path.toString());
      for (Path each = path; each != null; each = each.getParent()) {
        if (!isSticky(each)) checkWriters(each, read(each));
      }
      return new PrivateFolder(path);
    } catch (IOException e) {
      throw new DatabaseException(
          "the folder "
              + absolute
              + " cannot be created or written; check its path and permissions",
          e,
          false);
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

  /** Refuses a file that others can open, or that this user cannot. */
  void checked(Path file) throws IOException {
    if (!isPosix(file)) return;
    PosixFileAttributes found = read(file);
    if (!found.isRegularFile()) {
      throw refused(
          String.format(
              Locale.ROOT,
              "%s is a %s; give the path of a file",
              file,
              found.isSymbolicLink() ? "symbolic link" : "folder"));
    }
    if (!Files.isReadable(file) || !Files.isWritable(file)) {
      throw refused(
          "this user cannot read and write " + file + "; check its owner and permissions");
    }
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

  private static DatabaseException refused(String why) {
    return new DatabaseException(why, new AccessDeniedException(why), false);
  }
}
