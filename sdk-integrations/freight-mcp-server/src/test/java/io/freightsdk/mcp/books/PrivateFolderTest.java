package io.freightsdk.mcp.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who can open the books. */
class PrivateFolderTest {
  @TempDir Path parent;

  @BeforeEach
  void posix() {
    assumeTrue(PrivateFolder.isPosix(parent), "this file system knows no owner's rights");
  }

  private static String rights(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  static void allow(Path path, String rights) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(rights));
  }

  @Test
  void foldersAndFilesAreTheirOwnersAlone() throws IOException {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("a/b"));
    RowFile.open(folder, "default");
    assertThat(rights(parent.resolve("a"))).isEqualTo("rwx------");
    assertThat(rights(folder.path())).isEqualTo("rwx------");
    for (String name : List.of("default.books", "default.lock")) {
      assertThat(rights(folder.path().resolve(name))).isEqualTo("rw-------");
    }
  }

  @Test
  void aFolderThatOthersCanOpenIsRefusedWithTheRepair() throws IOException {
    Path open = Files.createDirectory(parent.resolve("open"));
    allow(open, "rwxr-xr-x");
    assertThatThrownBy(() -> PrivateFolder.open(open))
        .hasMessageContaining("other users can open")
        .hasMessageContaining("run: chmod 700 '" + open.toRealPath() + "'");
  }

  @Test
  void aFileThatOthersCanOpenIsRefusedWithTheRepair() throws IOException {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("books"));
    RowFile.open(folder, "default");
    for (String name : List.of("default.books", "default.lock")) {
      Path file = folder.path().resolve(name);
      allow(file, "rw-r--r--");
      assertThatThrownBy(() -> RowFile.open(folder, "default"))
          .hasMessageContaining("run: chmod 600 '" + file + "'");
      allow(file, "rw-------");
    }
  }

  @Test
  void aLockThatIsDeletedWhileItIsUsedIsTheOwnersAloneAgain() throws IOException {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("books"));
    RowFile rows = RowFile.open(folder, "default");
    Path lock = folder.path().resolve("default.lock");
    Files.delete(lock);
    boolean unused = rows.change(now -> true);
    assertThat(rights(lock)).isEqualTo("rw-------");
  }

  @Test
  void aLinkInPlaceOfAFileIsRefused() throws IOException {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("books"));
    Path target = Files.writeString(parent.resolve("target"), "");
    allow(target, "rw-------");
    Files.createSymbolicLink(folder.path().resolve("default.lock"), target);
    assertThatThrownBy(() -> RowFile.open(folder, "default"))
        .hasMessageContaining("is a symbolic link");
  }

  @Test
  void aFolderThatEverybodyCouldReplaceIsRefused() throws IOException {
    Path shared = Files.createDirectory(parent.resolve("shared"));
    PrivateFolder mine = PrivateFolder.open(shared.resolve("mine"));
    allow(shared, "rwxrwxrwx");
    assertThatThrownBy(() -> PrivateFolder.open(mine.path()))
        .hasMessageContaining("can be written by every user");
  }

  /** Another user of the machine, where this one may become him. */
  @Test
  void anotherUserReadsAndWritesNothing() throws Exception {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("books"));
    RowFile rows = RowFile.open(folder, "default");
    boolean unused =
        rows.change(
            now -> {
              now.write("spent", "0.65");
              return true;
            });
    allow(parent, "rwxr-xr-x");
    Path file = folder.path().resolve("default.books");
    byte[] before = Files.readAllBytes(file);
    assumeTrue(asNobody("true") == 0, "this user may not become another one");

    assertThat(asNobody("cat", parent.toString() + "/books/default.books")).isNotZero();
    assertThat(asNobody("ls", folder.path().toString())).isNotZero();
    assertThat(asNobody("rm", "-rf", folder.path().toString())).isNotZero();
    assertThat(asNobody("sh", "-c", "echo x >> '" + file + "'")).isNotZero();
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void aFolderOfAnotherUserIsRefused() throws Exception {
    Path theirs = Files.createDirectory(parent.resolve("theirs"));
    allow(theirs, "rwx------");
    assumeTrue(run("chown", "nobody", theirs.toString()) == 0, "this user may give nothing away");
    assertThatThrownBy(() -> PrivateFolder.open(theirs)).hasMessageContaining("belongs to nobody");
  }

  private static int asNobody(String... command) throws Exception {
    List<String> all = new java.util.ArrayList<>(List.of("setpriv", "--reuid=65534"));
    all.addAll(List.of("--regid=65534", "--clear-groups"));
    all.addAll(List.of(command));
    return run(all.toArray(String[]::new));
  }

  private static int run(String... command) throws Exception {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } catch (IOException e) {
      return -1;
    }
  }
}
