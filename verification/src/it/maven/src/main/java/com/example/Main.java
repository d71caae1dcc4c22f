package com.example;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import java.math.BigDecimal;

/** A program of an address and a key; it fails unless exactly what it bought was paid for. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    try (SpendLedger ledger = SpendLedger.inMemory();
        FreightClient client =
            FreightClient.builder()
                .baseUrl(arguments[0])
                .agentKey(arguments[1])
                .spendGuard(ledger.guard(SpendLimit.perDay("5.00")))
                .build()) {
      expect("balance", new BigDecimal("25.00"), client.getBalance().balanceUsd());
      StopInput stop =
          StopInput.builder().address("1 Main St").city("Corbin").state("KY").zip("40701").build();
      CreateLoadOutcome load =
          client.createLoad(
              CreateLoadInput.builder()
                  .driverPhone("+13125550142")
                  .pickups(stop)
                  .deliveries(stop)
                  .build());
      if (client.getLoadPosition(load.loadNumber()).stops().size() != 2) {
        throw new IllegalStateException("a load of two stops has others");
      }
      try {
        client.getLoadPosition("LD-2026-9999");
        throw new IllegalStateException("there is no such load");
      } catch (LoadNotFoundException refused) {
        expect("status", 404, refused.status());
        if (!refused.getMessage().startsWith("getLoadPosition LD-2026-9999: ")) throw refused;
      }
      expect(
          "price",
          new BigDecimal("0.65"),
          client.async().getPricing().join().prices().get("load_create"));
      expect("spent", new BigDecimal("0.67"), ledger.totals().spentUsd());
    }
  }

  private static void expect(String what, BigDecimal expected, BigDecimal seen) {
    if (seen == null || expected.compareTo(seen) != 0) {
      throw new IllegalStateException(what + ": expected " + expected + ", got " + seen);
    }
  }

  private static void expect(String what, int expected, int seen) {
    if (expected != seen) {
      throw new IllegalStateException(what + ": expected " + expected + ", got " + seen);
    }
  }
}
