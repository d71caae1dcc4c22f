package io.freightsdk.internal.ledger;

import io.freightsdk.internal.ledger.jdbc.JdbcLedger;
import java.nio.file.Path;
import java.time.Clock;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

/** The rules, in a file. */
class SqliteRulesTest extends RulesContract {
  @TempDir Path folder;

  @Override
  LedgerStorage open(Clock clock) {
    return JdbcLedger.open(folder.resolve(UUID.randomUUID().toString()), clock);
  }
}
