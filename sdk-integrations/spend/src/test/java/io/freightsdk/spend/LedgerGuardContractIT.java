package io.freightsdk.spend;

import io.freightsdk.SpendGuard;
import io.freightsdk.testing.BreakableDatabase;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Guards of ledgers keep the contract that any guard keeps, wherever the ledger is. */
class LedgerGuardContractIT {
  private static final String OTHER_LOAD = "createLoad has bought load LD-1, and an answer";

  /** Opens a ledger for each guard, and closes it. */
  abstract static class OfALedger extends SpendGuardContract {
    abstract SpendLedger open();

    @Override
    protected SpendGuard create(BigDecimal totalUsd) {
      return open().guard(SpendLimits.total(totalUsd));
    }

    @Override
    protected SpendScope scope(SpendGuard guard, String name, BigDecimal totalUsd) {
      return SpendScope.of(name, SpendLimits.total(totalUsd));
    }

    @Override
    protected void close(SpendGuard guard) throws Exception {
      ((LedgerGuard) guard).ledger().close();
    }
  }

  @Nested
  class InMemory extends OfALedger {
    @Override
    SpendLedger open() {
      return SpendLedger.inMemory();
    }
  }

  @Nested
  class InAFile extends OfALedger {
    @TempDir Path folder;

    @Override
    SpendLedger open() {
      return SpendLedger.file(folder.resolve(UUID.randomUUID().toString()));
    }
  }

  @Nested
  class InADatabase extends OfALedger {
    private final Map<SpendLedger, BreakableDatabase> databases = new HashMap<>();

    @Override
    SpendLedger open() {
      BreakableDatabase database = new BreakableDatabase();
      SpendLedger ledger = SpendLedger.jdbc(database.dataSource(), "contract");
      databases.put(ledger, database);
      return ledger;
    }

    @Override
    protected void close(SpendGuard guard) throws Exception {
      BreakableDatabase database = databases.get(((LedgerGuard) guard).ledger());
      database.letGo();
      super.close(guard);
      database.close();
    }
  }
}
