package io.freightsdk.mcp.books;

import io.freightsdk.spend.SpendStoreException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/**
 * A folder that only its owner can open. Whoever can write to the books can erase what was spent,
 * so a folder or a file that others can reach is refused, with the command that repairs it. On
 * Windows the user's data folder is private already, and nothing is checked.
 *
 * @param path absolute, without symbolic links
 */
public record PrivateFolder(Path path) {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  /**
   * Opens a folder, and creates it if it is missing.
   *
   * @throws SpendStoreException if others can reach it, or it cannot be created
   */
  public static PrivateFolder open(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    try {
      Files.createDirectories(absolute, attributes(absolute, OWNER_ONLY));
      PrivateFolder opened = new PrivateFolder(absolute.toRealPath());
      if (isPosix(opened.path)) opened.check();
      return opened;
    } catch (IOException e) {
      throw new SpendStoreException(
          "the folder " + absolute + " cannot be created; check its path and permissions",
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

  private void check() throws IOException {
    Path probe = Files.createTempFile(path, "owner", null, attributes(path, FILE));
    UserPrincipal me = Files.getOwner(probe);
    Files.delete(probe);
    check(path, me, OWNER_ONLY, "700");
    for (Path above = path.getParent(); above != null; above = above.getParent()) {
      boolean writable =
          read(above).permissions().contains(PosixFilePermission.OTHERS_WRITE) && !isSticky(above);
      if (writable) {
        throw refused(above + " can be written by every user, who could put another folder there");
      }
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
      } catch (java.nio.file.FileAlreadyExistsException e) {
        // Another process has just created it.
      }
    }
    checked(file);
    return file;
  }

  /** Refuses a file that others can open. */
  void checked(Path file) throws IOException {
    if (isPosix(path)) check(file, Files.getOwner(path), FILE, "600");
  }

  private static void check(
      Path path, UserPrincipal owner, Set<PosixFilePermission> most, String mode)
      throws IOException {
    PosixFileAttributes found = read(path);
    if (found.isSymbolicLink()) throw refused(path + " is a symbolic link");
    if (!found.owner().equals(owner)) {
      throw refused(
          "%s belongs to %s, who could change what was spent; choose another folder"
              .formatted(path, found.owner().getName()));
    }
    if (!most.containsAll(found.permissions())) {
      throw refused(
          "other users can open %s (%s); run: chmod %s %s"
              .formatted(
                  path, PosixFilePermissions.toString(found.permissions()), mode, quoted(path)));
    }
  }

  private static PosixFileAttributes read(Path path) throws IOException {
    return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static String quoted(Path path) {
    return "'" + path + "'";
  }

  private static SpendStoreException refused(String why) {
    return new SpendStoreException(why, new AccessDeniedException(why), false);
  }
}
