package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An argument that is null where it must not be is refused by its name. */
class NamedArgumentsTest {
  @AutoClose private final SpendLedger ledger = SpendLedger.inMemory();

  @Test
  void nullArgumentIsNamed() {
    assertThatThrownBy(() -> ledger.purge(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("before");
    assertThatThrownBy(() -> ledger.totals(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("filter");
  }

  /** A folder of that name would be a ledger of its own. */
  @Test
  void placeholderAsNameIsRejected(@TempDir Path folder) {
    assertThatThrownBy(() -> SpendLedger.open(folder.resolve("${TEAM}/freight.db")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("path: is still a placeholder: TEAM is not set");
    assertThat(folder).isEmptyDirectory();
    assertThatThrownBy(() -> SpendLedger.open(new JdbcDataSource(), "@freight.ledger@"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("name: is still a placeholder: freight.ledger is not set");
  }

  @Test
  void tildeInAPathIsRejected() {
    assertThatThrownBy(() -> SpendLedger.open(Path.of("~", "books", "freight.db")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("path: begins with ~, which only a shell replaces")
        .hasMessageEndingWith("use an absolute path");
    assertThat(Path.of("~")).doesNotExist();
  }
}
