package io.freightsdk.testing;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Money in a world, in a ledger in memory that goes by its time. */
public abstract class LedgerInWorldFixture extends ServerFixture {
  protected final SpendLedger ledger = SpendLedger.inMemory(world.clock());

  @Override
  @AfterEach
  protected void closeAll() {
    super.closeAll();
    ledger.close();
  }

  protected FreightClient limited(SpendLimit... limits) {
    return client(builder().spendGuard(ledger.guard(limits)));
  }

  protected List<SpendEntry> entries(SpendFilter filter) {
    return ledger.entries(filter).toList();
  }

  protected static CallOptions in(SpendScope scope) {
    return CallOptions.builder().scope(scope).build();
  }
}
