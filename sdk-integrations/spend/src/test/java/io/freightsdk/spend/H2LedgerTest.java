package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The contract of a ledger, in H2. */
class H2LedgerTest extends LedgerContract {
  private static JdbcConnectionPool database;

  @BeforeAll
  static void openDatabase() {
    database = JdbcConnectionPool.create("jdbc:h2:mem:ledgers", "sa", "");
  }

  @AfterAll
  static void closeDatabase() {
    database.dispose();
  }

  private final String book = UUID.randomUUID().toString();

  @Override
  protected TestStorage storage() {
    return TestStorage.jdbc(database, book);
  }

  /** It does not know which of the caller's own keys were paid since the backup. */
  @Test
  void aRestoredLedgerSettlesNothingByKeysThatItMayHaveForgotten() throws Exception {
    open();
    restore();
    ledger.pay(null, PRICE, "paid since the backup", Charge.Kind.CHARGED);
    ledger.lose(PRICE, "lost");
    ledger.taken(PRICE);
    assertThat(later()).matches(Reconciliation::agrees).matches(found -> found.settled() == 0);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  /** The statement of the page, with the ledger and the time of here. */
  private void restore() throws Exception {
    String page = Files.readString(Path.of("../../docs/troubleshooting.md"));
    Matcher statement = Pattern.compile("(?m)^ *UPDATE freight_book SET .*;$").matcher(page);
    assertThat(statement.find()).isTrue();
    String now = LocalDateTime.ofInstant(time.instant(), ZoneOffset.UTC).toString();
    String here =
        statement
            .group()
            .replaceFirst(
                "'\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d'", "'" + now.replace('T', ' ') + "'")
            .replace("'freight'", "'" + book + "'");
    try (Connection connection = database.getConnection();
        Statement change = connection.createStatement()) {
      assertThat(change.executeUpdate(here)).isOne();
    }
  }
}
