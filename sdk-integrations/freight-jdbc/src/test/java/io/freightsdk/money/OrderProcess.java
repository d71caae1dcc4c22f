package io.freightsdk.money;

import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.IdempotencyKeys;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.TestDatabase;
import io.freightsdk.spend.jdbc.JdbcSpendStore;
import io.freightsdk.testing.Loads;
import java.time.Duration;

/** A process that places one order, as often as it is started. */
final class OrderProcess {
  private OrderProcess() {}

  /** Arguments: base URL, agent key, JDBC URL. Prints the load number and what the books say. */
  public static void main(String[] arguments) throws Exception {
    CreateLoadInput order = Loads.twoStops().toBuilder().shipperName("Order 4711").build();
    String key = IdempotencyKeys.derivedFrom("orders", order);
    try (TestDatabase database = new TestDatabase(arguments[2]);
        SpendStore books = JdbcSpendStore.open(database, "broker");
        FreightClient client =
            FreightClient.builder()
                .baseUrl(arguments[0])
                .agentKey(arguments[1])
                .deadline(Duration.ofSeconds(60))
                .spendStore(books)
                .spendLimits(SpendLimits.builder().total("0.65").build())
                .build()) {
      client.ledger().reconcile();
      CreateLoadOutcome load =
          client.createLoad(order, CallOptions.builder().idempotencyKey(key).build());
      Reconciliation found = client.ledger().reconcile();
      System.out.println(
          load.loadNumber() + " " + client.ledger().totals().chargedUsd() + " " + found.verdict());
    }
  }
}
