package io.freightsdk.limits;

import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** A process that places one order, as often as it is started. */
final class OrderProcess {
  private OrderProcess() {}

  /**
   * Arguments: base URL, agent key, place of the ledger. Prints the load number and what the ledger
   * says.
   */
  public static void main(String[] arguments) throws Exception {
    CreateLoadInput order = Loads.twoStops().toBuilder().shipperName("Order 4711").build();
    String key = "4711";
    try (SpendLedger ledger = open(arguments[2]);
        FreightClient client =
            FreightClient.builder()
                .baseUrl(arguments[0])
                .agentKey(arguments[1])
                .deadline(Duration.ofSeconds(60))
                .spendGuard(ledger.guard(SpendLimits.total("0.65")))
                .build()) {
      ledger.compare(client);
      CreateLoadOutcome load =
          client.createLoad(order, CallOptions.builder().idempotencyKey(key).build());
      BalanceComparison found = ledger.compare(client);
      SpendEntry entry = ledger.entries(SpendFilter.all().load(load.loadNumber()), 0, 1).get(0);
      System.out.printf(
          Locale.ROOT,
          "%s %s %s %s%n",
          load.loadNumber(),
          entry.outcome(),
          entry.amountUsd(),
          found.differenceUsd());
    }
  }

  private static SpendLedger open(String place) {
    if (!place.startsWith("jdbc:")) return SpendLedger.file(Path.of(place));
    TestDatabase database = new TestDatabase(place);
    SpendLedger.createTables(database);
    return SpendLedger.jdbc(database, "broker");
  }
}
