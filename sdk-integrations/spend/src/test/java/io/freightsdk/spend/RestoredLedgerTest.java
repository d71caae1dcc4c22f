package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A ledger that was restored from a backup of its database. */
class RestoredLedgerTest extends LedgerTest {
  /** So long after its last outcome a request may be on its way. */
  private static final Duration ON_ITS_WAY = Duration.ofMinutes(5).plusSeconds(1);

  private final JdbcConnectionPool database =
      JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID(), "sa", "");

  @AfterEach
  void closeDatabase() {
    database.dispose();
  }

  @Override
  protected TestStorage storage() {
    return TestStorage.jdbc(database, "broker");
  }

  /** It does not know which of the caller's own keys were paid since the backup. */
  @Test
  void aRestoredLedgerSettlesNothingByKeysThatItMayHaveForgotten() throws Exception {
    time.advance(Duration.ofDays(1).plus(ON_ITS_WAY));
    assertThat(ledger.reconcile()).matches(Reconciliation::openedAnew);
    time.advance(Duration.ofMillis(1));
    restore();
    ledger.pay(null, PRICE, "paid since the backup", Charge.Kind.CHARGED);
    ledger.lose(PRICE, "lost");
    ledger.taken(PRICE);
    time.advance(ON_ITS_WAY);
    assertThat(ledger.reconcile())
        .matches(Reconciliation::agrees)
        .matches(found -> found.settled() == 0);
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
            .replace("'freight'", "'broker'");
    try (Connection connection = database.getConnection();
        Statement change = connection.createStatement()) {
      assertThat(change.executeUpdate(here)).isOne();
    }
  }
}
