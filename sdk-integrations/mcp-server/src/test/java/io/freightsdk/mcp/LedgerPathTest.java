package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One place for a user, however the host starts the program. */
class LedgerPathTest {
  @TempDir Path home;

  private Properties system(String os) {
    Properties system = new Properties();
    system.setProperty("user.home", home.toString());
    system.setProperty("os.name", os);
    return system;
  }

  private Path of(String named) {
    return LedgerPath.of(named, Map.of(), system("Linux"));
  }

  @Test
  void aTildeIsTheHomeFolder() {
    assertThat(of("~/freight/mine.db")).isEqualTo(home.resolve("freight/mine.db"));
    assertThat(of(home + "/other.db")).isEqualTo(home.resolve("other.db"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ledger.db",
        "./ledger.db",
        "../ledger.db",
        "~",
        "~someone/x",
        "$HOME/x",
        "file:///x"
      })
  void aPathThatIsAnotherFileInEachFolderIsRefused(String named) {
    assertThatThrownBy(() -> of(named))
        .isInstanceOf(Options.Mistake.class)
        .hasMessageContaining("expected an absolute path or one that begins with ~/, got " + named);
  }

  @Test
  void aFolderIsNoFile() {
    assertThatThrownBy(() -> of(home.toString()))
        .isInstanceOf(Options.Mistake.class)
        .hasMessageContaining("is a folder; add the name of a file");
  }

  @Test
  void eachSystemHasAFolderForData() {
    String name = "freight-mcp-server/ledger.db";
    assertThat(of(null)).isEqualTo(home.resolve(".local/share/" + name));
    assertThat(LedgerPath.of(null, Map.of("XDG_DATA_HOME", home + "/x"), system("Linux")))
        .isEqualTo(home.resolve("x/" + name));
    assertThat(LedgerPath.of(null, Map.of("XDG_DATA_HOME", "x"), system("Linux")))
        .isEqualTo(home.resolve(".local/share/" + name));
    assertThat(LedgerPath.of(null, Map.of(), system("Mac OS X")))
        .isEqualTo(home.resolve("Library/Application Support/" + name));
    assertThat(LedgerPath.of(null, Map.of(), system("Windows 11")))
        .isEqualTo(home.resolve("AppData/Local/" + name));
    assertThat(LedgerPath.of(null, Map.of("LOCALAPPDATA", home + "/l"), system("Windows 11")))
        .isEqualTo(home.resolve("l/" + name));
  }

  /** Java says a question mark for the user of a container who has no name. */
  @Test
  void aUserWithoutAHomeFolderHasToNameTheFile() {
    Properties nobody = system("Linux");
    nobody.setProperty("user.home", "?");
    for (String named : new String[] {null, "~/x.db"}) {
      assertThatThrownBy(() -> LedgerPath.of(named, Map.of(), nobody))
          .isInstanceOf(Options.Mistake.class)
          .hasMessageContaining("no home folder", "--ledger /absolute/path");
    }
    assertThat(LedgerPath.of("/data/x.db", Map.of(), nobody)).isEqualTo(Path.of("/data/x.db"));
  }

  /** As Java reads a folder whose name is not ASCII, on Linux without a locale. */
  @Test
  void folderThatJavaCannotReadIsReportedWithTheLocale() {
    Map<String, String> environment = Map.of("XDG_DATA_HOME", "/home/\0");
    Properties linux = new Properties();
    linux.setProperty("os.name", "Linux");

    assertThatThrownBy(() -> LedgerPath.of(null, environment, linux))
        .isInstanceOf(Options.Mistake.class)
        .hasMessageEndingWith("on Linux, letters beyond ASCII need LC_ALL=C.UTF-8");
  }
}
