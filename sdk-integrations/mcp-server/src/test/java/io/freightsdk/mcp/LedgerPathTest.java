package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.error.InvalidOptionException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same file for a user, in whichever folder the host starts the program. */
class LedgerPathTest {
  @TempDir Path home;

  private Properties system(String os) {
    Properties system = new Properties();
    system.setProperty("user.home", home.toString());
    system.setProperty("os.name", os);
    return system;
  }

  private Path of(String named) {
    return LedgerPath.of(options(named), Map.of(), system("Linux"));
  }

  private static Options options(String ledger) {
    return Options.of(ledger == null ? List.of() : List.of("--ledger", ledger), Map.of());
  }

  @Test
  void tildeIsTheHomeFolder() {
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
  void relativePathIsRefused(String named) {
    assertThatThrownBy(() -> of(named))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessage(
            "--ledger: "
                + named
                + " is a relative path, so the file depends on the folder in which a host starts the"
                + " program; use an"
                + " absolute path, or one that begins with ~/");
  }

  @Test
  void folderIsRefused() {
    assertThatThrownBy(() -> of(home.toString()))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("is a folder; add the name of a file");
  }

  @Test
  void eachSystemHasItsDataFolder() {
    String name = "freight-mcp-server/ledger.db";
    assertThat(of(null)).isEqualTo(home.resolve(".local/share/" + name));
    assertThat(LedgerPath.of(options(null), Map.of("XDG_DATA_HOME", home + "/x"), system("Linux")))
        .isEqualTo(home.resolve("x/" + name));
    assertThat(LedgerPath.of(options(null), Map.of("XDG_DATA_HOME", "x"), system("Linux")))
        .isEqualTo(home.resolve(".local/share/" + name));
    assertThat(LedgerPath.of(options(null), Map.of(), system("Mac OS X")))
        .isEqualTo(home.resolve("Library/Application Support/" + name));
    assertThat(LedgerPath.of(options(null), Map.of(), system("Windows 11")))
        .isEqualTo(home.resolve("AppData/Local/" + name));
    assertThat(
            LedgerPath.of(options(null), Map.of("LOCALAPPDATA", home + "/l"), system("Windows 11")))
        .isEqualTo(home.resolve("l/" + name));
  }

  /** Java returns a question mark for a user of a container without a name. */
  @Test
  void userWithoutAHomeFolderNeedsAnAbsolutePath() {
    Properties nobody = system("Linux");
    nobody.setProperty("user.home", "?");
    for (String named : new String[] {null, "~/x.db"}) {
      assertThatThrownBy(() -> LedgerPath.of(options(named), Map.of(), nobody))
          .isInstanceOf(InvalidOptionException.class)
          .hasMessageContaining(
              "this user has no home folder; use an absolute path for the ledger");
    }
    assertThat(LedgerPath.of(options("/data/x.db"), Map.of(), nobody))
        .isEqualTo(Path.of("/data/x.db"));
  }

  /** Java reads a name beyond ASCII like this, on Linux without a locale. */
  @Test
  void pathBeyondAsciiIsReportedWithTheLocale() {
    Map<String, String> environment = Map.of("XDG_DATA_HOME", "/home/\0");
    Properties linux = new Properties();
    linux.setProperty("os.name", "Linux");

    assertThatThrownBy(() -> LedgerPath.of(options(null), environment, linux))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageEndingWith("use letters of ASCII only, or set LC_ALL=C.UTF-8 on Linux");
  }
}
