package io.freightsdk.money;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendScope;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Money in a world, in a ledger in memory that goes by its time. */
abstract class LedgerMoneyTest extends MoneyTest {
  /** What the listener of the ledger was told. */
  final List<SpendEntry> heard = new ArrayList<>();

  final SpendLedger ledger =
      SpendLedger.builder()
          .clock(world.clock())
          .listener(
              new SpendListener() {
                @Override
                public void onEntry(SpendEntry entry) {
                  heard.add(entry);
                }
              })
          .inMemory();

  @Override
  @AfterEach
  void closeAll() {
    super.closeAll();
    ledger.close();
  }

  FreightClient limited(SpendLimits limits) {
    return client(builder().spendGuard(ledger.guard(limits)));
  }

  /** Entries of what was bought, without adjustments and comparisons. */
  List<SpendEntry> purchases(SpendFilter filter) {
    return ledger.entries(filter).stream()
        .filter(entry -> entry.kind() == SpendEntry.Kind.PURCHASE)
        .toList();
  }

  static CallOptions in(SpendScope scope) {
    return CallOptions.builder().scope(scope).build();
  }
}
