package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.util.List;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * {@code /actuator/freight}: what was spent, what limits still allow and which calls are in
 * progress; a write operation compares the ledger with the service's balance. Both are free.
 */
@Endpoint(id = "freight")
final class FreightEndpoint {
  private final FreightClient client;
  private final SpendScope scope;

  FreightEndpoint(FreightClient client, SpendLimits limits) {
    this.client = client;
    this.scope = SpendScope.client(limits);
  }

  /** The answer of the endpoint. */
  record Report(
      SpendTotals totals,
      BigDecimal savedUsd,
      List<Remaining> limits,
      FreightClient.Activity activity) {}

  /** A limit in words, and what it still allows. */
  record Remaining(String limit, BigDecimal remainingUsd) {}

  @ReadOperation
  Report report() {
    List<Remaining> limits =
        client.ledger().remaining(scope).stream()
            .map(left -> new Remaining(left.limit().description(), left.remainingUsd()))
            .toList();
    return new Report(
        client.ledger().totals(), client.ledger().savedUsd(), limits, client.activity());
  }

  @WriteOperation
  Reconciliation reconcile() {
    return client.ledger().reconcile();
  }
}
