package io.freightsdk.examples.quickstart;

import io.freightsdk.server.Broker;
import io.freightsdk.server.view.LedgerEntry;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The broker's account at the end: what came in, what each operation cost, what is left. */
final class Statement {
  private final PrintStream out;

  Statement(PrintStream out) {
    this.out = out;
  }

  /**
   * Prints the ledger, summed by operation.
   *
   * @throws IllegalStateException when it does not add up to the balance that the client was told
   */
  void print(Broker broker, @Nullable BigDecimal balanceUsd) {
    List<LedgerEntry> ledger = broker.ledger();
    Map<String, BigDecimal> sums = new TreeMap<>();
    Map<String, Integer> counts = new TreeMap<>();
    BigDecimal sum = BigDecimal.ZERO;
    for (LedgerEntry entry : ledger) {
      String name = entry.operation() == null ? "credit" : entry.operation().id();
      sums.merge(name, entry.signedAmountUsd(), BigDecimal::add);
      counts.merge(name, 1, Integer::sum);
      sum = sum.add(entry.signedAmountUsd());
    }
    sums.forEach(
        (name, amount) ->
            out.printf(Locale.ROOT, "  %-16s %3d x %10s USD%n", name, counts.get(name), amount));
    out.printf(Locale.ROOT, "  %-16s %16s USD%n", "balance", balanceUsd);
    if (balanceUsd == null || sum.compareTo(balanceUsd) != 0) {
      throw new IllegalStateException(
          "the ledger adds up to " + sum + " USD, the balance is " + balanceUsd + " USD");
    }
    out.println("Every cent is accounted for.");
  }
}
