package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.jdbc.JdbcTestStores;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class H2SpendStoreTest extends JdbcSpendStoreContract {
  private final TestDatabase pool =
      new TestDatabase("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");

  @Test
  void scopesThatDifferInCaseAreTwoWhereTextsUsuallyAreNot() throws SQLException {
    String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;IGNORECASE=TRUE";
    try (TestDatabase careless = new TestDatabase(url)) {
      TestBooks own = new TestBooks(JdbcTestStores.open(careless, "broker", clock), clock);
      for (String name : List.of("acme", "ACME")) {
        SpendScope scope = SpendScope.of(name, limits().total(PRICE).build());
        own.pay(scope, PRICE, null, Charge.Kind.CHARGED);
        own.refused(scope, "0.01", null);
      }
    }
  }

  /** With the SQL of another product, books would fail in the middle of a paid call. */
  @ParameterizedTest
  @CsvSource({
    "REGULAR, true",
    "LEGACY, true",
    "DB2, true",
    "HSQLDB, true",
    "MariaDB, true",
    "MySQL, true",
    "PostgreSQL, true",
    "Derby, false",
    "MSSQLServer, false",
    "Oracle, false",
    "STRICT, false"
  })
  void aModeIsRefusedUnlessBooksWorkInIt(String mode, boolean works) throws SQLException {
    String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;MODE=" + mode;
    try (TestDatabase mimic = new TestDatabase(url)) {
      if (works) {
        SpendStore opened = JdbcTestStores.open(mimic, "broker", clock);
        TestBooks own = new TestBooks(opened, clock);
        SpendHold dead = own.hold(client(limits().perDay("2.00")), PRICE, null);
        clock.advance(TestBooks.HOLD);
        own.pay(UNLIMITED, PRICE, "key", Charge.Kind.UNKNOWN);
        clock.advance(Duration.ofMinutes(1));
        assertThat(own.books.ledger().reconcile().verdict()).isEqualTo(Verdict.OPENED);
        assertThat(own.settle(dead, PRICE, Charge.Kind.CHARGED)).hasSize(1);
        clock.advance(Duration.ofDays(3));
        opened.purge(clock.instant());
        assertThat(own.entries())
            .extracting(SpendEntry::outcome)
            .doesNotContain(Charge.Kind.CHARGED);
      } else {
        assertThatExceptionOfType(SpendStoreException.class)
            .isThrownBy(() -> JdbcTestStores.open(mimic, "broker", clock))
            .withMessageContaining("a URL without MODE")
            .matches(refusal -> !refusal.isPassing());
      }
    }
  }

  @AfterEach
  void closePool() throws SQLException {
    pool.close();
  }

  @Override
  SpendStore create(Clock clock) {
    return JdbcTestStores.open(pool, "broker", clock);
  }

  @Override
  SpendStore createAt(int isolation, Clock clock) {
    return JdbcTestStores.openAt(isolation, pool, "broker", clock);
  }
}
