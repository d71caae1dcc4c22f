package io.freightsdk.internal.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who can open, change or replace a ledger in a file. */
class PrivateFolderIT {
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

  /** Opens a ledger there, and closes it: its two other files are gone then. */
  private static Path ledger(PrivateFolder folder) {
    return ledger(folder.path().resolve("ledger"));
  }

  private static Path ledger(Path file) {
    SqlStorage.open(file, null).close();
    return file;
  }

  /** A backup or a synchronised folder would see a file come and go at each start. */
  @Test
  void toOpenAFolderWritesNothingToIt() throws IOException {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("private"));
    FileTime longAgo = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
    Files.setLastModifiedTime(folder.path(), longAgo);
    assertThat(PrivateFolder.open(folder.path())).isEqualTo(folder);
    assertThat(Files.getLastModifiedTime(folder.path())).isEqualTo(longAgo);
  }

  @Test
  void foldersAndFilesAreTheirOwnersAlone() throws IOException {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("a/b"));
    SqlStorage opened = SqlStorage.open(folder.path().resolve("ledger"), null);
    assertThat(rights(parent.resolve("a"))).isEqualTo("rwx------");
    assertThat(rights(folder.path())).isEqualTo("rwx------");
    for (String name : List.of("ledger", "ledger-wal", "ledger-shm")) {
      assertThat(rights(folder.path().resolve(name))).isEqualTo("rw-------");
    }
    opened.close();
  }

  @Test
  void aFileThatOthersCanOpenIsRefusedWithTheRepair() throws IOException {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("private"));
    ledger(folder);
    Path file = folder.path().resolve("ledger");
    allow(file, "rw-r--r--");
    assertThatThrownBy(() -> ledger(folder)).hasMessageContaining("run: chmod 600 '" + file + "'");
    allow(file, "rw-------");
    ledger(folder);
  }

  /** Such as one of the administrator, who ran the program once. */
  @Test
  void aFileThatThisUserCannotWriteIsRefused() throws IOException {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("private"));
    Path file = ledger(folder);
    allow(file, "r--------");
    assumeFalse(Files.isWritable(file), "this user may write everything");
    assertThatThrownBy(() -> ledger(folder))
        .hasMessageContaining("this user cannot read and write " + file);
  }

  @Test
  void aLinkInPlaceOfAFileIsRefused() throws IOException {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("private"));
    Path target = Files.writeString(parent.resolve("target"), "");
    allow(target, "rw-------");
    Files.createSymbolicLink(folder.path().resolve("ledger"), target);
    assertThatThrownBy(() -> ledger(folder))
        .hasMessageContaining("is a symbolic link; give the path of a file");
  }

  @Test
  void aFolderInPlaceOfAFileIsRefused() throws IOException {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("private"));
    Files.createDirectory(folder.path().resolve("ledger"));
    assertThatThrownBy(() -> ledger(folder))
        .hasMessageContaining("is a folder; give the path of a file");
  }

  @Test
  void aFolderThatEverybodyCouldReplaceIsRefused() throws IOException {
    Path shared = Files.createDirectory(parent.resolve("shared"));
    PrivateFolder mine = PrivateFolder.open(shared.resolve("mine"));
    allow(shared, "rwxrwxrwx");
    assertThatThrownBy(() -> PrivateFolder.open(mine.path()))
        .hasMessageContaining("can be written by every user");
  }

  @Test
  void aFileLiesInAFolderThatOthersMayList() throws IOException {
    Path listed = Files.createDirectory(parent.resolve("listed"));
    allow(listed, "rwxr-xr-x");
    Path file = listed.resolve("ledger");
    ledger(file);
    assertThat(rights(file)).isEqualTo("rw-------");
    allow(listed, "rwxr-xrwx");
    assertThatThrownBy(() -> ledger(file))
        .hasMessageContaining("can be written by every user")
        .hasMessageContaining("run: chmod go-w '" + listed.toRealPath() + "'");
  }

  /** Who may write to a folder may put another one in place of the one in it. */
  @Test
  void aFolderAboveThatAGroupSharesIsRefusedWithTheRepair() throws Exception {
    Path shared = Files.createDirectory(parent.resolve("shared"));
    PrivateFolder mine = PrivateFolder.open(shared.resolve("mine"));
    allow(shared, "rwxrwxr-x");
    assertThat(PrivateFolder.open(mine.path())).as("a group of one's own").isEqualTo(mine);
    assumeTrue(run("chgrp", "daemon", shared.toString()) == 0, "this user is in no other group");
    assertThatThrownBy(() -> PrivateFolder.open(mine.path()))
        .hasMessageContaining("can be written by the group daemon")
        .hasMessageContaining("run: chmod g-w '" + shared.toRealPath() + "'");
    allow(shared, "rwxr-xr-x");
    assertThat(PrivateFolder.open(mine.path())).isEqualTo(mine);
  }

  /** As a container gets a volume: of root, and of a group that only the container is in. */
  @Test
  void aFolderOfAGroupWithoutANameIsTaken() throws Exception {
    Path volume = Files.createDirectory(parent.resolve("volume"));
    allow(volume, "rwxrwxr-x");
    assumeTrue(run("chgrp", "54321", volume.toString()) == 0, "this user may give nothing away");
    ledger(volume.resolve("ledger"));
    assertThat(rights(volume.resolve("ledger"))).isEqualTo("rw-------");
  }

  @Test
  void aLinkToAFolderIsTheFolder() throws IOException {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("private"));
    Path link = Files.createSymbolicLink(parent.resolve("link"), folder.path());
    assertThat(PrivateFolder.open(link)).isEqualTo(folder);
  }

  /** Another user of the machine, where this one may become him. */
  @Test
  void anotherUserReadsAndWritesNothing() throws Exception {
    PrivateFolder folder = PrivateFolder.open(parent.resolve("private"));
    Path file = ledger(folder);
    allow(parent, "rwxr-xr-x");
    byte[] before = Files.readAllBytes(file);
    assumeTrue(asNobody("true") == 0, "this user may not become another one");

    assertThat(asNobody("cat", parent.toString() + "/private/ledger")).isNotZero();
    assertThat(asNobody("ls", folder.path().toString())).isNotZero();
    assertThat(asNobody("rm", "-rf", folder.path().toString())).isNotZero();
    assertThat(asNobody("sh", "-c", "echo x >> '" + file + "'")).isNotZero();
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
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
