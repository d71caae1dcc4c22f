package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** The ledger would accept it, but no balance has this account. */
  @ParameterizedTest
  @ValueSource(strings = {"acme", "", "agentkey-0123456789abcdef", "1A2B3C4D-0123456789ABCDEF"})
  void textThatIsNoAccountIdIsRejected(String text) {
    for (ThrowingCallable use :
        List.<ThrowingCallable>of(
            () -> ledger.recordAdjustment(text, BigDecimal.TEN, "ann", "a top-up"),
            () -> SpendFilter.all().accountId(text))) {
      assertThatThrownBy(use)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageEndingWith(
              "is not the id of an account; pass client.accountId(), or accountId() of an entry");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "acme"})
  void idOfAnAccountIsAcceptedByANewLedger(String name) {
    FreightClient.Builder builder =
        FreightClient.builder().baseUrl("http://localhost:1").agentKey("agentkey-0123456789abcdef");
    if (!name.isEmpty()) builder = builder.account(name);
    try (FreightClient client = builder.build()) {
      ledger.recordAdjustment(client.accountId(), BigDecimal.TEN, "ann", "a top-up");
      assertThat(ledger.adjustments(Instant.MIN, Instant.MAX))
          .extracting(BalanceAdjustment::accountId)
          .containsExactly(client.accountId());
      assertThat(ledger.entries(SpendFilter.all().accountId(client.accountId()))).isEmpty();
    }
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
